// test_size.c - crouching, standing up, sizes asked for, teleports that want room: on the ground and in the
// air, under what is low.
#include "check.h"
#include "stage.h"

#define TALL 1.76
#define LOW 0.80
#define SIZE 1e-6 // m: heights are floats

static const float rates[] = {20, 60, 360};

static void hold_crouch(stage *s, bool down) { s->input.held = down ? LOPE_BUTTON_CROUCH : 0; }
static double height(const stage *s) { return (double)s->state.height; }

static void crouches_with_its_feet_on_the_ground(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++)
        for (int integrator = 0; integrator < 2; integrator++) {
            stage *s = stage_open(STAGE_BOXES);
            stage_floor(s);
            stage_tune(s, "integrator", integrator);
            stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
            stage_move(s, 1, 0);
            stage_run(s, 2, rates[i]);
            check_near("walks at", stage_speed(s), 6, 1e-3);
            hold_crouch(s, true);
            stage_run(s, 2, rates[i]);
            check_near("height", height(s), LOW, SIZE);
            check_near("feet", stage_feet(s).y, 0, 1e-6);
            check_near("crouched it walks at", stage_speed(s), 3, 1e-3);
            assert_int_equal(stage_count(s, LOPE_EVENT_CROUCH), 1);
            check_near("told", (double)stage_first(s, LOPE_EVENT_CROUCH)->event.value, TALL - LOW, SIZE);
            hold_crouch(s, false);
            stage_run(s, 2, rates[i]);
            check_near("height", height(s), TALL, SIZE);
            check_near("walks at", stage_speed(s), 6, 1e-3);
            assert_int_equal(stage_count(s, LOPE_EVENT_UNCROUCH), 1);
            stage_close(s);
        }
}

// In the air the middle stays where it is: the feet rise by half of what the height loses, and come down
// again.
static void crouches_about_its_middle_in_the_air(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_place(s, 0, 5, 0, LOPE_MODE_FALLING);
    stage_run(s, 0.1, 60);
    double middle = stage_feet(s).y + TALL / 2;
    stage_set_velocity(s, 0, 0, 0);
    s->state.gravity = lope_vec3_make(0, 0, 0);
    hold_crouch(s, true);
    stage_tick(s, 1.0f / 60);
    check_near("middle, crouched", stage_feet(s).y + LOW / 2, middle, 1e-6);
    check_near("reported", s->report.moved_by_crouch, (TALL - LOW) / 2, SIZE);
    hold_crouch(s, false);
    stage_tick(s, 1.0f / 60);
    check_near("middle, standing", stage_feet(s).y + TALL / 2, middle, 1e-6);
    // near the floor it stands up as far below as there is room, near a ceiling as far above
    for (int ceiling = 0; ceiling < 2; ceiling++) {
        stage_close(s);
        s = stage_open(STAGE_BOXES);
        stage_floor(s);
        stage_box(s, -2, 3, -2, 2, 4, 2);
        stage_place(s, 0, 1, 0, LOPE_MODE_FALLING);
        s->state.gravity = lope_vec3_make(0, 0, 0);
        hold_crouch(s, true);
        stage_tick(s, 1.0f / 60);
        double to = ceiling ? 3 - LOW - 0.1 : 0.1; // 0.1 m of room at one end, more than enough at the other
        s->state.feet.y = to;
        hold_crouch(s, false);
        stage_tick(s, 1.0f / 60);
        check_near("height", height(s), TALL, SIZE);
        check_near("feet", stage_feet(s).y, ceiling ? 3 - TALL : 0, 1e-5);
        check_below("depth", stage_depth(s), 2e-5);
    }
    stage_close(s);
}

static void lands_crouched(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_place(s, 0, 2, 0, LOPE_MODE_FALLING);
    hold_crouch(s, true);
    stage_run(s, 2, 60);
    assert_true(stage_walking(s));
    check_near("height", height(s), LOW, SIZE);
    check_near("feet", stage_feet(s).y, 0, 1e-6);
    stage_close(s);
}

// Under a beam that leaves 1.2 m it stays crouched however long it is asked to stand, and is told once; past
// it, it stands up.
static void stands_up_where_there_is_room(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_floor(s);
        stage_box(s, 2, 1.2, -3, 6, 2.2, 3);
        stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
        hold_crouch(s, true);
        stage_move(s, 1, 0);
        stage_run(s, 1.5, rates[i]);
        assert_true(stage_feet(s).x > 2.5 && stage_feet(s).x < 5);
        hold_crouch(s, false);
        double last = 0;
        while (stage_count(s, LOPE_EVENT_UNCROUCH) == 0 && s->time < 5) {
            last = stage_feet(s).x;
            stage_tick(s, 1 / rates[i]);
            check_below("depth", stage_depth(s), 2e-5);
        }
        assert_int_equal(stage_count(s, LOPE_EVENT_UNCROUCH), 1);
        assert_int_equal(stage_count(s, LOPE_EVENT_REFUSE), 1);
        assert_int_equal(stage_first(s, LOPE_EVENT_REFUSE)->event.from, LOPE_ASKED_UNCROUCH);
        assert_int_equal(stage_first(s, LOPE_EVENT_REFUSE)->event.to, LOPE_REFUSAL_NO_ROOM);
        check_near("stood up past the beam", last, 6.34, 6.0 / (double)rates[i]);
        stage_close(s);
    }
}

// A character that is put where only a crouched one has room crouches, and stands up when it leaves.
static void crouches_where_it_must(void **unused)
{
    (void)unused;
    for (int can = 0; can < 2; can++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_floor(s);
        stage_box(s, 2, 1.2, -3, 6, 4.2, 3);
        stage_tune(s, "can_crouch", can);
        stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
        stage_run(s, 0.2, 60);
        s->requests.asked = LOPE_REQUEST_TELEPORT;
        s->requests.teleport_feet = lope_point_make(4, 0, 0);
        stage_run(s, 0.5, 60);
        assert_int_equal(stage_count(s, LOPE_EVENT_CROUCH), can);
        if (can) {
            check_near("feet x", stage_feet(s).x, 4, 1e-6);
            check_below("depth", stage_depth(s), 2e-5);
            assert_int_equal(stage_count(s, LOPE_EVENT_REFUSE), 0); // nobody asked it to stand
            stage_move(s, 1, 0);
            stage_run(s, 2, 60);
            check_near("height", height(s), TALL, SIZE);
        }
        stage_close(s);
    }
}

// A ceiling that comes down to 1 m: it crouches in place of being crushed, and stands up when the ceiling has
// gone up again.
static void ducks_under_what_comes_down(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_floor(s);
        lope_body press = stage_moving_box(s, 0, 2.5, 0, 3, 1, 3);
        stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
        double lowest = 9;
        for (int t = 0; t < (int)(4 * rates[i]); t++) {
            double time = (t + 1) / (double)rates[i], y = time < 2 ? 2.5 - 0.5 * time : 1.5 + 0.5 * (time - 2);
            stage_carry(s, press, 0, y, 0);
            stage_tick(s, 1 / rates[i]);
            lowest = height(s) < lowest ? height(s) : lowest;
        }
        check_near("lowest", lowest, LOW, SIZE);
        check_near("height", height(s), TALL, SIZE);
        assert_int_equal(stage_count(s, LOPE_EVENT_CROUCH), 1);
        assert_int_equal(stage_count(s, LOPE_EVENT_UNCROUCH), 1);
        assert_int_equal(stage_count(s, LOPE_EVENT_CRUSH), 0);
        check_near("x", stage_feet(s).x, 0, 1e-3);
        stage_close(s);
    }
}

static lope_event refusal_of(bool can, uint32_t forbidden, uint32_t mode, int ticks)
{
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_tune(s, "can_crouch", can);
    stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
    stage_run(s, 0.1, 60);
    s->state.mode = mode;
    s->input.forbidden = forbidden;
    hold_crouch(s, true);
    for (int t = 0; t < ticks; t++) stage_tick(s, 1.0f / 60);
    check_near("height", height(s), TALL, SIZE);
    assert_int_equal(stage_count(s, LOPE_EVENT_REFUSE), 1); // told once for a press
    lope_event event = stage_first(s, LOPE_EVENT_REFUSE)->event;
    assert_int_equal(event.from, LOPE_ASKED_CROUCH);
    stage_close(s);
    return event;
}

static void refuses_to_crouch(void **unused)
{
    (void)unused;
    assert_int_equal(refusal_of(false, 0, LOPE_MODE_WALKING, 10).to, LOPE_REFUSAL_TUNING);
    assert_int_equal(refusal_of(true, LOPE_FORBID_CROUCH, LOPE_MODE_WALKING, 10).to, LOPE_REFUSAL_FORBIDDEN);
    assert_int_equal(refusal_of(true, 0, LOPE_MODE_NONE, 10).to, LOPE_REFUSAL_WRONG_MODE);
    // forbidden later, it stands up
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
    hold_crouch(s, true);
    stage_run(s, 0.2, 60);
    s->input.forbidden = LOPE_FORBID_CROUCH;
    stage_run(s, 0.2, 60);
    check_near("height", height(s), TALL, SIZE);
    // a mode to crouch in no more: it stands up in the same tick
    s->input.forbidden = 0;
    stage_run(s, 0.2, 60);
    check_near("height", height(s), LOW, SIZE);
    s->requests.asked = LOPE_REQUEST_MODE;
    s->requests.mode = LOPE_MODE_NONE;
    stage_tick(s, 1.0f / 60);
    check_near("height", height(s), TALL, SIZE);
    stage_close(s);
}

static uint32_t random_state;
static double uniform(void)
{
    random_state = random_state * 1664525u + 1013904223u;
    return (double)(random_state >> 8) / 16777216.0;
}

// On slopes, on rims, under sloped ceilings, in the air, turned and far away: crouching and standing up end
// in nothing, ever.
static void is_never_inside_anything(void **unused)
{
    (void)unused;
    random_state = 7;
    printf("  seed %u\n", (unsigned)random_state);
    for (int round = 0; round < 60; round++) {
        lope_quat turn = {(float)uniform() - 0.5f, (float)uniform() - 0.5f, (float)uniform() - 0.5f, (float)uniform() + 0.1f};
        bool turned = round % 3 == 2;
        stage *s = turned ? stage_open_at(STAGE_BOXES, lope_quat_normalize(turn), lope_point_make(2000, -500, 3000))
                          : stage_open((stage_form)(round % STAGE_FORM_COUNT));
        stage_floor(s);
        stage_ramp(s, 2, 0, 0, 35 * uniform(), 0, 6, 4);
        stage_tilted_box(s, 3, 1.0 + 2.2 * uniform(), 0, 8, 0.3, 6, 60 * uniform() - 30, 0);
        stage_box(s, -4, 0, -2, -2, 0.4 + uniform(), 2);
        stage_place(s, -1.5, 0, 0, LOPE_MODE_WALKING);
        for (int t = 0; t < 300; t++) {
            if (t % 20 == 0) {
                double angle = 6.2831853 * uniform();
                stage_move(s, cos(angle) * (angle < 3 ? 1 : 0.3), sin(angle));
                s->input.held = (uniform() < 0.5 ? LOPE_BUTTON_CROUCH : 0) | (uniform() < 0.3 ? LOPE_BUTTON_JUMP : 0);
            }
            stage_tick(s, 1.0f / 60);
            assert_true(height(s) >= LOW - SIZE && height(s) <= TALL + SIZE);
            if (s->state.stuck_ticks == 0) check_below("depth", stage_depth(s), 1e-3);
        }
        stage_close(s);
    }
}

static void ask_size(stage *s, double radius, double tall)
{
    s->requests.asked = LOPE_REQUEST_RESIZE;
    s->requests.resize_radius = (float)radius;
    s->requests.resize_height = (float)tall;
    stage_tick(s, 1.0f / 60);
}

static void is_resized_where_there_is_room(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_box(s, -3, 2.0, -3, 3, 3, 3);
    stage_box(s, 0.6, 0, -3, 1, 2, 3);
    stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
    stage_tick(s, 1.0f / 60);
    ask_size(s, 0, 2.1);
    assert_int_equal(lope_report_refused(&s->report, LOPE_ASKED_RESIZE), LOPE_REFUSAL_NO_ROOM);
    check_near("height", height(s), TALL, SIZE);
    ask_size(s, 0.7, 0);
    assert_int_equal(lope_report_refused(&s->report, LOPE_ASKED_RESIZE), LOPE_REFUSAL_NO_ROOM);
    check_near("radius", (double)s->state.radius, 0.34, SIZE);
    ask_size(s, 0.55, 1.95);
    assert_int_equal(stage_count(s, LOPE_EVENT_RESIZE), 1);
    check_near("height", height(s), 1.95, SIZE);
    check_near("radius", (double)s->state.radius, 0.55, SIZE);
    check_near("feet", stage_feet(s).y, 0, 1e-6);
    hold_crouch(s, true); // a wide one crouches no lower than a ball
    stage_tick(s, 1.0f / 60);
    check_near("crouched", height(s), 1.1, SIZE);
    ask_size(s, 0.3, 1.5);
    check_near("crouched", height(s), LOW, SIZE);
    hold_crouch(s, false);
    stage_tick(s, 1.0f / 60);
    check_near("stands up to", height(s), 1.5, SIZE);
    // what is no capsule is no input: the state stays as it is
    lope_input bad = s->input;
    lope_state before = s->state;
    bad.requests = &(lope_requests){.asked = LOPE_REQUEST_RESIZE, .resize_radius = 1};
    lope_result result = lope_move(&s->state, &bad, &s->moveset, &s->surroundings, s->nearby, 1.0f / 60, NULL);
    assert_int_equal(result, LOPE_ERROR_RANGE);
    assert_memory_equal(&s->state, &before, sizeof before);
    stage_close(s);
}

// Wider on a slope its round bottom rests higher: it grows all the same, and is in nothing.
static void is_resized_on_a_slope(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_ramp(s, 0, 0, 0, 35, 0, 8, 6);
    stage_place(s, 3, 2.4, 0, LOPE_MODE_FALLING);
    stage_run(s, 1, 60);
    assert_true(stage_walking(s));
    ask_size(s, 0.6, 1.9);
    check_near("radius", (double)s->state.radius, 0.6, SIZE);
    check_below("depth", stage_depth(s), 2e-5);
    stage_run(s, 0.5, 60);
    assert_true(stage_walking(s));
    ask_size(s, 0.2, 0);
    stage_run(s, 0.5, 60);
    assert_true(stage_walking(s));
    check_below("depth", stage_depth(s), 2e-5);
    stage_close(s);
}

// A plate 5 cm thick lies 12 cm over a character that is 15 cm tall, on a slope: as wide as it would be its
// round bottom would rest higher than that plate, over which there is room for all of it.
static void does_not_grow_through_a_plate(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_ramp(s, 0, 0, 0, 40, 0, 8, 6);
    stage_place(s, 3, 3, 0, LOPE_MODE_FALLING);
    s->state.radius = 0.05f;
    s->state.height = s->state.standing_height = 0.15f;
    stage_run(s, 1, 60);
    assert_true(stage_walking(s));
    const brute_point feet = stage_feet(s);
    const double under = feet.y + 0.27;
    stage_box(s, feet.x - 0.2, under, -3, feet.x + 0.2, under + 0.05, 3);
    ask_size(s, 1.5, 4);
    assert_int_equal(lope_report_refused(&s->report, LOPE_ASKED_RESIZE), LOPE_REFUSAL_NO_ROOM);
    check_near("radius", (double)s->state.radius, 0.05, SIZE);
    check_near("height", stage_feet(s).y, feet.y, 1e-6);
    stage_close(s);
}

static void teleports_only_where_there_is_room(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_box(s, 3, 0, -3, 8, 3, 3);
    stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
    stage_run(s, 0.2, 60);
    const double places[][3] = {{5, 1, 0}, {2.8, 0, 0}, {-5, 0, 2}, {-6, -0.02, 2}, {20, 0, 20}};
    const bool free[] = {false, false, true, true, true};
    for (int i = 0; i < 5; i++) {
        brute_point before = stage_feet(s);
        s->requests.asked = LOPE_REQUEST_TELEPORT;
        s->requests.teleport_needs_room = true;
        s->requests.teleport_feet = lope_point_make(places[i][0], places[i][1], places[i][2]);
        stage_tick(s, 1.0f / 60);
        assert_int_equal(lope_report_refused(&s->report, LOPE_ASKED_TELEPORT),
                         free[i] ? LOPE_REFUSAL_NONE : LOPE_REFUSAL_NO_ROOM);
        check_near("x", stage_feet(s).x, free[i] ? places[i][0] : before.x, 1e-6);
        check_near("z", stage_feet(s).z, free[i] ? places[i][2] : before.z, 1e-6);
        check_near("y", stage_feet(s).y, 0, 1e-5);
        check_near("told", s->report.moved_by_teleport > 0, free[i], 0);
    }
    assert_int_equal(stage_count(s, LOPE_EVENT_TELEPORT), 3);
    stage_close(s);
}

// A number that counts and is not finite, and a choice that there is not: refused, and nothing is touched.
static void lets_in_no_bad_input(void **unused)
{
    (void)unused;
    stage *s = stage_open(STAGE_BOXES);
    stage_floor(s);
    stage_place(s, 0, 0, 0, LOPE_MODE_WALKING);
    stage_run(s, 0.2, 60);
    lope_requests bad[16];
    for (int i = 0; i < 16; i++) bad[i] = (lope_requests){.asked = 0};
    // a number of what is not asked for does not count
    bad[0].knockback_time = NAN;
    bad[1].requested_velocity.y = INFINITY;
    bad[1].has_requested_velocity = true;
    bad[3].asked = bad[4].asked = LOPE_REQUEST_RESIZE;
    bad[5].asked = bad[6].asked = bad[7].asked = LOPE_REQUEST_LAYER;
    bad[8].has_root_motion = bad[9].has_root_motion = true;
    bad[2].avoidance.z = NAN;
    bad[3].resize_radius = NAN;
    bad[4].resize_height = -INFINITY;
    bad[5].layer.target.x = (double)NAN;
    bad[6].layer.finish_velocity.y = NAN;
    bad[7].layer.duration = NAN;
    bad[8].root_motion.translation.z = NAN;
    bad[9].root_motion.yaw = INFINITY;
    bad[10].teleport_feet.z = (double)INFINITY;
    bad[11] = (lope_requests){.asked = LOPE_REQUEST_MODE, .mode = 99};
    bad[12] = (lope_requests){.asked = LOPE_REQUEST_LAYER, .layer = {.id = 1, .kind = 77}};
    bad[13] = (lope_requests){.asked = LOPE_REQUEST_LAYER, .layer = {.id = 1, .kind = LOPE_LAYER_VELOCITY, .finish = 9}};
    bad[14] = (lope_requests){.asked = LOPE_REQUEST_LAYER, .layer = {.id = 1, .kind = LOPE_LAYER_VELOCITY, .curve = 5}};
    bad[15] = (lope_requests){.asked = LOPE_REQUEST_RESIZE, .resize_height = -1};
    for (int i = 0; i < 16; i++) {
        lope_state before = s->state;
        const lope_input input = {.requests = &bad[i]};
        lope_result result = lope_move(&s->state, &input, &s->moveset, &s->surroundings, s->nearby, 1.0f / 60, NULL);
        if (result != (i < 11 ? LOPE_ERROR_NOT_FINITE : LOPE_ERROR_RANGE)) fail_msg("input %d: %s", i, lope_result_text(result));
        assert_memory_equal(&s->state, &before, sizeof before);
    }
    stage_close(s);
}

// Spawned inside things, from 0.05 to 0.5 m and wholly: it comes out on the side where it was, or is told
// stuck and stays; never through.
static void comes_out_of_what_it_was_born_in(void **unused)
{
    (void)unused;
    for (int form = 0; form < STAGE_FORM_COUNT; form++)
        for (double deep = 0.05; deep < 0.51; deep += 0.05)
            for (int where = 0; where < 3; where++) {
                stage *s = stage_open((stage_form)form);
                stage_floor(s);
                stage_box(s, 2, 0, -3, 6, 4, 3); // 4 m thick
                if (where == 0) stage_place(s, 2 - 0.34 + deep, 0.001, 0, 0);
                if (where == 1) stage_place(s, -3, -deep, 0, 0); // in the floor
                if (where == 2) stage_place(s, 4, 0.5, 0, 0);    // all of it in the box
                for (int t = 0; t < 120; t++) {
                    stage_tick(s, 1.0f / 60);
                    brute_point f = stage_feet(s);
                    if (f.x >= 6 || f.y < -0.6 || f.y > 4.01)
                        fail_msg("%s, %g deep, place %d: through, to %g %g %g", stage_form_names[form], deep, where, f.x, f.y,
                                 f.z);
                }
                bool stuck = s->state.stuck_ticks > 0;
                if (where < 2) {
                    assert_false(stuck);
                    check_below("depth", stage_depth(s), 2e-5);
                    check_near("height", stage_feet(s).y, 0, 1e-3);
                    check_below("x", stage_feet(s).x, 2);
                } else {
                    assert_true(stuck ? stage_count(s, LOPE_EVENT_STUCK) == 1 : stage_depth(s) < 2e-5);
                }
                stage_close(s);
            }
}

// Between two slopes of 60 degrees that face each other it stands, in every tick the same, and jumps out.
static void stands_between_two_slopes(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        stage *s = stage_open(STAGE_BOXES);
        stage_tilted_box(s, -1.6, 0, 0, 6, 1, 8, -60, 0);
        stage_tilted_box(s, 1.6, 0, 0, 6, 1, 8, 60, 0);
        stage_place(s, 0.1, 3, 0, LOPE_MODE_FALLING);
        stage_run(s, 2, rates[i]);
        assert_true(stage_walking(s));
        brute_point at = stage_feet(s);
        stage_move(s, 1, 0);
        int modes = stage_count(s, LOPE_EVENT_MODE);
        stage_run(s, 2, rates[i]);
        check_near("stays at x", stage_feet(s).x, at.x, 1e-3);
        check_near("stays at y", stage_feet(s).y, at.y, 1e-3);
        assert_int_equal(stage_count(s, LOPE_EVENT_MODE), modes);
        s->input.pressed = s->input.held = LOPE_BUTTON_JUMP;
        stage_tick(s, 1 / rates[i]);
        assert_true(stage_feet(s).y > at.y);
        stage_close(s);
    }
}

#define RISE(x, slope) ((x)*tan((slope)*3.14159265358979323846 / 180))

// Walking out from under a low ceiling along the ground, crouch released long before: where it ends, and when
// it has stood up.
static double out_from_under(float rate, double start, double slope, double *told)
{
    stage *s = stage_open(STAGE_BOXES);
    if (slope > 0 || slope < 0)
        stage_ramp(s, -60, RISE(-60, slope), 0, slope, 0, 140, 40);
    else
        stage_floor(s);
    for (int i = 0; i < 8; i++) // its lower side follows the ground, 1.2 m over it at least
        stage_box(s, -3 + 0.5 * i, RISE(slope > 0 ? -2.5 + 0.5 * i : -3 + 0.5 * i, slope) + 1.2, -5, -2.5 + 0.5 * i,
                  RISE(-3 + 0.5 * i, slope) + 1.8, 5);
    stage_place(s, start, RISE(start, slope) + 0.05, 0, LOPE_MODE_WALKING);
    hold_crouch(s, true);
    stage_run(s, 0.2, rate);
    stage_move(s, 1, 0);
    stage_run(s, 0.1, rate);
    hold_crouch(s, false);
    stage_run(s, 3.7, rate);
    check_near("stands", height(s), TALL, SIZE);
    assert_int_equal(stage_count(s, LOPE_EVENT_UNCROUCH), 1);
    check_below("depth", stage_depth(s), 2e-5);
    *told = stage_first(s, LOPE_EVENT_UNCROUCH)->time;
    double x = stage_feet(s).x;
    stage_close(s);
    return x;
}

// It stands up within the tick where there is room, so that all rates go alike.
static void walks_out_from_under(void **unused)
{
    (void)unused;
    static const double slopes[] = {0, 20, -20};
    for (int slope = 0; slope < 3; slope++)
        for (int k = 0; k < 4; k++) {
            double start = -2.5 + 0.17 * k, told[3], way[3];
            for (int i = 0; i < 3; i++) way[i] = out_from_under(rates[i], start, slopes[slope], &told[i]);
            printf("  %g degrees, from %.2f: stands at %.4f %.4f %.4f s, ends at %.4f %.4f %.4f\n", slopes[slope], start, told[0],
                   told[1], told[2], way[0], way[1], way[2]);
            for (int i = 0; i < 2; i++) {
                check_near("stands up at", told[i], told[2], 2e-3);
                check_near("ends at", way[i], way[2], 0.01);
            }
        }
}

// Walks out of a duct onto a drop, where walking off is not allowed while crouching. held: the button stays
// down for all of the way; else it is let go inside the duct.
static stage *out_of_a_duct(stage_form form, float rate, double room, double drop, double across, bool held)
{
    stage *s = stage_open(form);
    stage_box(s, -6, -0.2, -1, 0, 0, 1);             // the duct's floor, with its mouth at x = 0
    stage_box(s, -6, room, -1, 0, room + 0.2, 1);    // and its roof
    stage_box(s, -9, -drop - 1, -30, 30, -drop, 30); // the ground below
    stage_place(s, -3, 0, 0, LOPE_MODE_WALKING);
    hold_crouch(s, true);
    stage_move(s, 1, across);
    stage_run(s, 0.3, rate);
    hold_crouch(s, held);
    stage_run(s, 3, rate);
    stage_move(s, 0, 0);
    stage_run(s, 1, rate);
    return s;
}

static void leaves_a_duct_over_a_drop(void **unused)
{
    (void)unused;
    static const double rooms[] = {0.85, 1.1, 1.6}, drops[] = {0.7, 1, 3}, across[] = {0, 0.15};
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3 * 3 * 2 * STAGE_FORM_COUNT; k++) {
            double room = rooms[k % 3], drop = drops[k / 3 % 3];
            stage_form form = (stage_form)(k / 18);
            stage *s = out_of_a_duct(form, rates[i], room, drop, across[k / 9 % 2], false);
            check_near("feet on the ground below", stage_feet(s).y, -drop, 1e-3);
            check_near("height", height(s), TALL, SIZE);
            assert_true(stage_feet(s).x > 0.3);
            stage_close(s);
            s = out_of_a_duct(form, rates[i], room, drop, across[k / 9 % 2], true);
            check_near("with the button held, feet in the duct", stage_feet(s).y, 0, 1e-3);
            check_near("height with the button held", height(s), LOW, SIZE);
            stage_close(s);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(crouches_with_its_feet_on_the_ground),
                                       cmocka_unit_test(crouches_about_its_middle_in_the_air),
                                       cmocka_unit_test(lands_crouched),
                                       cmocka_unit_test(stands_up_where_there_is_room),
                                       cmocka_unit_test(walks_out_from_under),
                                       cmocka_unit_test(crouches_where_it_must),
                                       cmocka_unit_test(ducks_under_what_comes_down),
                                       cmocka_unit_test(refuses_to_crouch),
                                       cmocka_unit_test(is_never_inside_anything),
                                       cmocka_unit_test(is_resized_where_there_is_room),
                                       cmocka_unit_test(is_resized_on_a_slope),
                                       cmocka_unit_test(does_not_grow_through_a_plate),
                                       cmocka_unit_test(teleports_only_where_there_is_room),
                                       cmocka_unit_test(lets_in_no_bad_input),
                                       cmocka_unit_test(comes_out_of_what_it_was_born_in),
                                       cmocka_unit_test(stands_between_two_slopes),
                                       cmocka_unit_test(leaves_a_duct_over_a_drop)};
    return cmocka_run_group_tests_name("behaviour.size", tests, NULL, NULL);
}
