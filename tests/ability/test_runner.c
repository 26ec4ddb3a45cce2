// test_runner.c - rounds, and the runner's pauses: which walls are bumped into, by what size an obstacle is
// climbed, how long it takes, and with what speed the character goes on.
//
// In four directions of gravity, with boxes and meshes, at the tick rates of the promises. The capsule is never
// inside of anything (stage_depth).
#include "../behaviour/check.h"
#include "../behaviour/draw.h"
#include "../behaviour/stage.h"

#define RATES 6
static const float rates[RATES] = {20, 30, 60, 120, 240, 360};
#define FRAMES 4
#define RADIUS 0.34
#define RUNNER 0u
#define OBSTACLE 1u
#define LEDGE 2u

static lope_quat frame_of(int frame)
{
    const lope_vec3 axes[FRAMES] = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {0.6f, 0, 0.8f}};
    const float angles[FRAMES] = {0, 180, 90, 50};
    return lope_quat_from_axis(axes[frame], angles[frame] * 3.14159265f / 180);
}

static stage *open_with_speed(stage_form form, int frame, double speed)
{
    const lope_ability *const abilities[] = {lope_runner_ability(), lope_obstacle_ability(), lope_ledge_ability(),
                                             lope_slide_ability()};
    lope_error error = {0};
    stage *s = stage_open_at(form, frame_of(frame), lope_point_make(100 * frame, -30 * frame, 7));
    stage_tune(s, "max_walk_speed", speed);
    for (int i = 0; i < 4; i++)
        if (lope_moveset_add_ability(&s->moveset, abilities[i], NULL, NULL, &error) != LOPE_OK)
            fail_msg("%s: %s", error.field, error.text);
    stage_floor(s);
    return s;
}

static stage *open_runner(stage_form form, int frame) { return open_with_speed(form, frame, 8); }

static void set(stage *s, const char *owner, const char *field, double value)
{
    lope_error error = {0};
    if (lope_moveset_set(&s->moveset, owner, field, value, &error) != LOPE_OK) fail_msg("%s: %s", error.field, error.text);
}

// Puts a runner there, facing and running along x at a speed.
static void place(stage *s, double x, double speed)
{
    stage_place(s, x, 0, 0, LOPE_MODE_WALKING);
    // yaw 0 looks along `forward`: brought along the scene's x
    s->state.forward = lope_quat_rotate(s->turn, (lope_vec3){1, 0, 0});
    s->state.yaw = 0;
    stage_tick(s, 1e-3f);
    stage_set_velocity(s, speed, 0, 0);
    s->time = 0;
    s->event_count = 0;
}

static const stage_event *event_of(const stage *s, lope_event_kind kind, uint32_t ability, int n)
{
    for (int i = 0; i < s->event_count; i++)
        if (s->events[i].event.kind == (uint32_t)kind && s->events[i].event.from == ability && n-- == 0) return &s->events[i];
    return NULL;
}

// Runs until the ability has ended, or `most` seconds. Returns the time of its end, or -1.
static double until_end(stage *s, uint32_t ability, float rate, double most)
{
    while (s->time < most) {
        stage_tick(s, 1.0f / rate);
        check_near("depth", stage_depth(s), 0, 1e-4);
        const stage_event *end = event_of(s, LOPE_EVENT_ABILITY_END, ability, 0);
        if (end) return end->time;
    }
    return -1;
}

// ---- obstacles ------------------------------------------------------------------------------------------

static void climb_over(stage_form form, int frame, double height, float rate)
{
    static const double most[] = {1, 2, 3}, times[] = {0.6, 0.9, 1.4};
    stage *s = open_runner(form, frame);
    stage_box(s, 4, 0, -4, 6, height, 4);
    set(s, "obstacle", "speed_kept", 0.5);
    place(s, 0, 8);
    stage_move(s, 1, 0);
    int size = 0;
    while (size < 2 && height > most[size]) size++;
    const double ended = until_end(s, OBSTACLE, rate, 5), bumped = (4 - RADIUS - 0.005) / 8;
    const stage_event *start = event_of(s, LOPE_EVENT_ABILITY, OBSTACLE, 0),
                      *climbs = event_of(s, LOPE_EVENT_ABILITY_PHASE, OBSTACLE, 0);
    if (!start || !climbs) fail_msg("%g m at %g Hz: no climb", height, (double)rate);
    check_near("bump", start->time, bumped, 1e-4);
    check_near("climb", climbs->time, bumped + 0.5, 1e-4);
    assert_int_equal(climbs->event.to, (uint32_t)size + 1u);
    check_near("end", ended, bumped + 0.5 + times[size], 1e-4);
    // in what is left of the tick the character goes on from 4 m/s, at 20.48 m/s2
    const double rest = s->time - ended, speed = 4 + 20.48 * rest;
    check_near("height", stage_feet(s).y, height, 2e-3);
    check_near("speed", stage_speed(s), speed < 8 ? speed : 8, 0.02);
    stage_close(s);
}

static void an_obstacle_is_climbed_by_its_size(void **unused)
{
    (void)unused;
    static const double heights[] = {0.6, 1, 1.05, 2, 2.1, 3};
    for (int form = 0; form < 2; form++)
        for (int frame = 0; frame < FRAMES; frame++)
            for (int i = 0; i < 6; i++)
                for (int k = 0; k < RATES; k++) climb_over((stage_form)form, frame, heights[i], rates[k]);
}

static void a_wall_too_high_is_bumped_into_and_left(void **unused)
{
    (void)unused;
    for (int k = 0; k < RATES; k++) {
        stage *s = open_runner(STAGE_BOXES, k % FRAMES);
        stage_box(s, 4, 0, -4, 6, 3.2, 4);
        place(s, 0, 8);
        stage_move(s, 1, 0);
        check_near("end", until_end(s, OBSTACLE, rates[k], 3), (4 - RADIUS - 0.005) / 8 + 0.5, 1e-4);
        assert_true(stage_walking(s));
        stage_run(s, 1, rates[k]);
        check_near("depth", stage_depth(s), 0, 1e-4);
        assert_null(event_of(s, LOPE_EVENT_ABILITY, OBSTACLE, 1)); // pressing on is no bump
        stage_close(s);
    }
}

// The way is along x; the wall's normal is off the way back by `degrees`.
static void walls_count_as_head_on_within_the_angle(void **unused)
{
    (void)unused;
    static const double degrees[] = {0, 15, 25, 27, 35, 60};
    for (int i = 0; i < 6; i++)
        for (int k = 0; k < RATES; k++) {
            stage *s = open_runner(STAGE_BOXES, (i + k) % FRAMES);
            stage_tilted_box(s, 5, 0.4, 0, 2, 0.8, 8, 0, degrees[i]);
            place(s, 0, 8);
            stage_move(s, 1, 0);
            for (int t = 0; t < (int)rates[k]; t++) stage_tick(s, 1.0f / rates[k]);
            const bool bumps = event_of(s, LOPE_EVENT_ABILITY, OBSTACLE, 0) != NULL;
            if (bumps != (degrees[i] < 25.84)) fail_msg("%g degrees at %g Hz: %d", degrees[i], (double)rates[k], (int)bumps);
            stage_close(s);
        }
}

static void a_slow_one_climbs_at_once(void **unused)
{
    (void)unused;
    for (int k = 0; k < RATES; k++) {
        stage *s = open_with_speed(STAGE_BOXES, k % FRAMES, 1.5);
        stage_box(s, 1, 0, -4, 3, 0.8, 4);
        place(s, 0, 1.5);
        stage_move(s, 1, 0);
        check_near("end", until_end(s, OBSTACLE, rates[k], 3), (1 - RADIUS - 0.005) / 1.5 + 0.01 + 0.6, 2e-4);
        check_near("height", stage_feet(s).y, 0.8, 2e-3);
        stage_close(s);
    }
}

// What can be stepped onto, walked up or slid under is no obstacle.
static void steps_and_slopes_are_no_obstacles(void **unused)
{
    (void)unused;
    for (int k = 0; k < RATES; k++) {
        stage *s = open_runner(STAGE_BOXES, k % FRAMES);
        for (int i = 0; i < 6; i++) stage_box(s, 3 + 0.35 * i, 0, -4, 20, 0.2 * (i + 1), 4);
        stage_ramp(s, -3, 0, 0, 35, 180, 6, 6);
        place(s, 0, 6);
        stage_move(s, 1, 0);
        for (int t = 0; t < (int)rates[k]; t++) stage_tick(s, 1.0f / rates[k]);
        assert_null(event_of(s, LOPE_EVENT_ABILITY, OBSTACLE, 0));
        place(s, 0, -6);
        stage_move(s, -1, 0);
        for (int t = 0; t < (int)rates[k]; t++) stage_tick(s, 1.0f / rates[k]);
        assert_null(event_of(s, LOPE_EVENT_ABILITY, OBSTACLE, 0));
        check_near("depth", stage_depth(s), 0, 1e-4);
        stage_close(s);
    }
}

static void a_slide_ends_at_the_bump(void **unused)
{
    (void)unused;
    for (int k = 0; k < RATES; k++) {
        stage *s = open_runner(STAGE_BOXES, k % FRAMES);
        stage_box(s, 3, 0, -4, 5, 0.9, 4);
        place(s, 0, 8);
        s->input.pressed = LOPE_BUTTON_SLIDE;
        const double ended = until_end(s, OBSTACLE, rates[k], 4);
        const stage_event *start = event_of(s, LOPE_EVENT_ABILITY, OBSTACLE, 0),
                          *slide = event_of(s, LOPE_EVENT_ABILITY_END, 3, 0);
        assert_non_null(start);
        assert_non_null(slide);
        check_near("the slide's end", slide->time, start->time, 1e-5);
        check_near("end", ended, start->time + 0.5 + 0.6, 1e-4);
        check_near("height", (double)s->state.height, 1.76, 1e-6);
        stage_close(s);
    }
}

// ---- ledges ---------------------------------------------------------------------------------------------

// A box that is a marker and solid, from x0 on, with its top at `top`.
static void add_marker(stage *s, double x0, double top, uint32_t channels)
{
    const lope_point middle = lope_quat_rotate_point(s->turn, lope_point_make(x0 + 2, top - 1, 0));
    const lope_box_def def = {.body = {.position = lope_point_add(middle, s->origin), .rotation = s->turn, .channels = channels},
                              .size = {4, 2, 8}};
    assert_true(lope_level_valid(s->level, lope_level_add_box(s->level, &def)));
}

static void a_marker_is_taken_hold_of_and_climbed(void **unused)
{
    (void)unused;
    for (int frame = 0; frame < FRAMES; frame++) {
        double first = 0;
        for (int k = RATES - 1; k >= 0; k--) {
            stage *s = open_runner(STAGE_BOXES, frame);
            add_marker(s, 3, 3, LOPE_CHANNEL_SOLID | LOPE_CHANNEL_LEDGE);
            place(s, 0, 0);
            stage_place(s, 0.5, 1.6, 0, LOPE_MODE_FALLING);
            stage_set_velocity(s, 6, 2, 0);
            const double ended = until_end(s, LEDGE, rates[k], 3);
            const stage_event *start = event_of(s, LOPE_EVENT_ABILITY, LEDGE, 0);
            assert_non_null(start);
            if (k == RATES - 1) first = start->time;
            // the capsule's side meets the marker after (2.5 - RADIUS) / 6 s
            check_near("grab", start->time, (2.5 - RADIUS) / 6, 3e-4);
            check_near("grab at another rate", start->time, first, 3e-4);
            check_near("end", ended, start->time + 0.4 + 0.9, 1e-4);
            check_near("height", stage_feet(s).y, 3, 2e-3);
            // nothing is asked for: it brakes in the rest of the tick
            if (k == RATES - 1) check_near("speed", stage_speed(s), 0.8 * 6, 0.3);
            assert_true(stage_velocity(s).x > 0);
            stage_close(s);
        }
    }
}

static void a_marker_without_a_solid_ledge_is_let_go(void **unused)
{
    (void)unused;
    stage *s = open_runner(STAGE_BOXES, 1);
    add_marker(s, 3, 3, LOPE_CHANNEL_LEDGE);
    place(s, 0, 0);
    stage_place(s, 0.5, 1.6, 0, LOPE_MODE_FALLING);
    stage_set_velocity(s, 6, 2, 0);
    const double ended = until_end(s, LEDGE, 60, 3);
    check_near("end", ended, (2.5 - RADIUS) / 6 + 0.4, 1e-3);
    stage_run(s, 2, 60);
    assert_true(stage_walking(s));
    stage_close(s);
}

// ---- anywhere -------------------------------------------------------------------------------------------

// Runs about among drawn boxes, with markers here and there and drawn presses. Returns how many abilities started.
static int run_about(stage_form form, int frame, float rate)
{
    lope_error error = {0};
    stage *s = open_runner(form, frame);
    if (lope_moveset_add_ability(&s->moveset, lope_corner_help_ability(), NULL, NULL, &error) != LOPE_OK)
        fail_msg("%s: %s", error.field, error.text);
    for (int i = 0; i < 60; i++) {
        const double x = draw(-14, 14), z = draw(-14, 14), low = pick(3) == 0 ? draw(1.2, 3) : 0;
        if (x * x + z * z < 4) continue;
        stage_box(s, x, low, z, x + draw(0.1, 3), low + draw(0.3, 3.2), z + draw(0.1, 3));
    }
    for (int i = 0; i < 6; i++) add_marker(s, draw(-14, 14), draw(1, 3), LOPE_CHANNEL_LEDGE);
    place(s, 0, 0);
    int pauses = 0;
    for (int t = 0; t < (int)(20 * rate); t++) {
        if (t % (int)(0.5f * rate) == 0) {
            const double angle = draw(0, 6.28);
            stage_move(s, cos(angle), sin(angle));
            s->state.yaw = (float)draw(-3, 3);
        }
        if (draw(0, rate) < 1.5) s->input.pressed = s->input.held = LOPE_BUTTON_JUMP;
        if (draw(0, rate) < 0.5) s->input.pressed = s->input.held = LOPE_BUTTON_SLIDE;
        stage_tick(s, 1.0f / rate);
        s->input.held = 0;
        if (stage_depth(s) > 1e-4)
            fail_msg("%s, frame %d, %g Hz, tick %d, seed %llu: %g m inside", stage_form_names[form], frame, (double)rate, t,
                     (unsigned long long)seed, stage_depth(s));
        pauses = stage_count(s, LOPE_EVENT_ABILITY);
        const brute_point feet = stage_feet(s);
        if (feet.x * feet.x + feet.z * feet.z > 900 || feet.y < -1) break;
    }
    stage_close(s);
    return pauses;
}

static void among_boxes_it_is_never_inside(void **unused)
{
    (void)unused;
    seed = 30301;
    printf("  seed %llu\n", (unsigned long long)seed);
    int starts = 0;
    for (int i = 0; i < 24; i++) starts += run_about((stage_form)(i % 2), i % FRAMES, rates[i % RATES]);
    printf("  %d starts\n", starts);
    assert_true(starts > 100);
}

// ---- rounds ---------------------------------------------------------------------------------------------

static void a_round_goes_through_its_stages(void **unused)
{
    (void)unused;
    lope_runner_round round = {.forward = {0, 0, -1}, .intro = 0.5f};
    lope_state state = {.mode = LOPE_MODE_WALKING};
    lope_input player = {.move = {1, 0, 0.5f}, .pressed = LOPE_BUTTON_JUMP, .held = LOPE_BUTTON_JUMP};
    lope_input input = lope_runner_round_input(&round, &player);
    assert_int_equal(round.stage, LOPE_RUNNER_INTRO);
    assert_int_equal(input.pressed | input.held, 0);
    assert_true(input.move.x == 0 && input.move.z == 0 && input.forbidden & LOPE_FORBID_JUMP);
    assert_false(lope_runner_round_finish(&round, &state, true));
    lope_runner_round_pass(&round, &state, 0.5);
    assert_int_equal(round.stage, LOPE_RUNNER_WAITING);
    input = lope_runner_round_input(&round, &player);
    assert_int_equal(round.stage, LOPE_RUNNER_PLAYING);
    assert_int_equal(input.pressed | input.held, 0); // the press that starts it
    assert_true(input.move.x == 1 && input.move.z == -1);
    input = lope_runner_round_input(&round, &player);
    assert_int_equal(input.pressed, LOPE_BUTTON_JUMP);
    lope_runner_round_pass(&round, &state, 2);
    state.mode = LOPE_MODE_FALLING;
    assert_true(lope_runner_round_finish(&round, &state, true));
    lope_runner_round_pass(&round, &state, 0.25);
    assert_int_equal(round.stage, LOPE_RUNNER_PLAYING);
    state.mode = LOPE_MODE_WALKING;
    lope_runner_round_pass(&round, &state, 0.25);
    assert_int_equal(round.stage, LOPE_RUNNER_FINISHED);
    check_near("time", round.time, 2.5, 1e-9);
    assert_true(round.won == 1 && !lope_runner_round_finish(&round, &state, false));
    lope_runner_round_reset(&round);
    assert_int_equal(round.stage, LOPE_RUNNER_INTRO);
    assert_true(round.time == 0 && round.forward.z == -1 && round.intro == 0.5f);
    assert_string_equal(lope_runner_stage_name(LOPE_RUNNER_FINISHED), "finished");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_obstacle_is_climbed_by_its_size),      cmocka_unit_test(a_wall_too_high_is_bumped_into_and_left),
        cmocka_unit_test(walls_count_as_head_on_within_the_angle), cmocka_unit_test(a_slow_one_climbs_at_once),
        cmocka_unit_test(steps_and_slopes_are_no_obstacles),       cmocka_unit_test(a_slide_ends_at_the_bump),
        cmocka_unit_test(a_marker_is_taken_hold_of_and_climbed),   cmocka_unit_test(a_marker_without_a_solid_ledge_is_let_go),
        cmocka_unit_test(among_boxes_it_is_never_inside),          cmocka_unit_test(a_round_goes_through_its_stages)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
