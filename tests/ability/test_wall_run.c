// test_wall_run.c - the run along a wall against its closed form, round bends, on walls that move; its ends.
#include "yard.h"

#define G 9.8
#define RADIUS 0.34 // m, of a character by default
#define JUMP_SHARE 0.75

static const double life = 0.3, goal = 8, share = 0.35;

// Puts the character beside a wall at x below 0, at 5 m/s along z, with the input along it.
static uint32_t place_beside(stage *s, double gap, double rise)
{
    const uint32_t id = yard_add(s, lope_wall_run_ability());
    yard_place(s, RADIUS + gap, 0, 0, false);
    stage_set_velocity(s, 0, rise, 5);
    stage_move(s, 0, 1);
    return id;
}

static uint32_t open_wall(stage **s, int frame, double gap, double rise)
{
    *s = yard_open(frame);
    stage_box(*s, -1, -50, -50, 0, 50, 50);
    return place_beside(*s, gap, rise);
}

static uint32_t phase_of(const stage *s, uint32_t id)
{
    for (int i = 0; i < LOPE_ACTIVE_ABILITIES; i++)
        if (s->state.abilities[i].id == id + 1) return s->state.abilities[i].phase;
    return 99;
}

static bool runs(const stage *s, uint32_t id)
{
    const uint32_t phase = phase_of(s, id);
    return phase == LOPE_WALL_RUN_LEFT || phase == LOPE_WALL_RUN_RIGHT;
}

// The way along and up, at 0.5 % of the promise and far below: the closed forms have no error but rounding.
static void the_run_is_the_closed_form(void **unused)
{
    (void)unused;
    each_yard(rate, frame) for (int low = 0; low < 2; low++)
    {
        stage *s;
        const double u = low ? 2 : 4;
        const uint32_t id = open_wall(&s, frame, 0.1, low ? -1 : 4);
        for (int i = 0; i < (int)(1.5 * (double)rate); i++) {
            stage_tick(s, 1 / rate);
            assert_true(runs(s, id));
            const double t = s->time, rest = pow(2, -t / life);
            const double along = goal * t + (5 - goal) * (1 - rest) * life / log(2), up = u * t - 0.5 * share * G * t * t;
            check_near("along", stage_feet(s).z, along, 1e-3 * (1 + along));
            check_near("up", stage_feet(s).y, up, 1e-3);
            check_near("speed", stage_velocity(s).z, goal + (5 - goal) * rest, 1e-3);
            check_below("depth", stage_depth(s), 1e-3);
        }
        check_near("at the wall", stage_feet(s).x, RADIUS, 0.01);
        stage_close(s);
    }
}

// Along z with the wall at lower x it is at the right of a character that looks along z with y up.
static void the_phase_tells_the_side(void **unused)
{
    (void)unused;
    for (int back = 0; back < 2; back++) {
        stage *s;
        const uint32_t id = open_wall(&s, 0, 0.05, 0);
        stage_set_velocity(s, 0, 0, back ? -5 : 5);
        stage_move(s, 0, back ? -1 : 1);
        stage_tick(s, 1.0f / 60);
        assert_int_equal(phase_of(s, id), back ? LOPE_WALL_RUN_LEFT : LOPE_WALL_RUN_RIGHT);
        stage_close(s);
    }
}

// Too far, too slow, too steep, the input back, the ground near: no start.
static void it_does_not_start(void **unused)
{
    (void)unused;
    for (int frame = 0; frame < FRAMES; frame++)
        for (int i = 0; i < 5; i++) {
            stage *s;
            const uint32_t id = open_wall(&s, frame, i == 0 ? 0.3 : 0.05, 0);
            if (i == 1) stage_set_velocity(s, 0, 0, 3.9);     // slow
            if (i == 2) stage_set_velocity(s, -8, 0, 4.2);    // steep
            if (i == 3) stage_move(s, 0, -1);                 // input back
            if (i == 4) stage_box(s, -5, -2, -5, 5, -0.5, 5); // ground
            stage_tick(s, 1.0f / 60);
            if (yard_is_on(s, id)) fail_msg("case %d has started", i);
            stage_close(s);
        }
}

// Each way to end it: the wall's end, time, input away, a floor, something in the way.
static void it_ends(void **unused)
{
    (void)unused;
    each_yard(rate, frame) for (int i = 0; i < 5; i++)
    {
        stage *s = yard_open(frame);
        stage_box(s, -1, -50, -50, 0, 50, i == 0 ? 6 : 50);
        if (i == 3) stage_box(s, 0, -3, -5, 5, -1, 50);
        if (i == 4) stage_box(s, 0, -9, 6, 5, 9, 7);
        const uint32_t id = place_beside(s, 0.05, 0);
        if (i == 1) yard_set(s, "wall_run", "time", 0.7);
        if (i == 2) stage_move(s, 0, 0);
        yard_set(s, "wall_run", "again", 1);
        if (i == 2) yard_set(s, "wall_run", "along", 0.3);
        if (i == 2) {
            stage_move(s, 0, 1);
            stage_tick(s, 1 / rate);
            stage_move(s, 1, 0);
        }
        const double time = yard_until_end(s, id, rate, 4);
        // At 6 m, after 0.892 s, the capsule passes the edge. It rolls off it for 0.13 m, and ends with a piece.
        if (i == 0) check_near("the wall's end", time, 0.92, 0.035);
        if (i == 1) check_near("time", time, 0.7, 1e-4);
        if (i == 2) check_near("input", time, 0.1 + 1 / (double)rate, 0.034);
        if (i == 3) assert_true(stage_feet(s).y > -1.01);
        if (i == 4) assert_true(stage_feet(s).z < 6 - RADIUS + 1e-3);
        stage_close(s);
    }
}

// The run comes down onto the floor at the instant of its arc, not at the end of a piece.
static void it_lands_at_its_instant(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        stage *s;
        open_wall(&s, frame, 0.05, 0);
        stage_box(s, 0, -3, -50, 5, -1, 50);
        while (!stage_first(s, LOPE_EVENT_LAND) && s->time < 3) stage_tick(s, 1 / rate);
        // 2 t - share g t^2 / 2 = -1. The last 2 cm may be a fall: 0.2 ms sooner at most
        const double due = (2 + sqrt(4 + 2 * share * G)) / (share * G);
        check_near("landing", stage_first(s, LOPE_EVENT_LAND)->time, due, 5e-4);
        stage_close(s);
    }
}

// Without `again` the wall is not run a second time, but another one is.
static void the_same_wall_once(void **unused)
{
    (void)unused;
    each_yard(rate, frame) for (int again = 0; again < 3; again++)
    {
        stage *s;
        const uint32_t id = open_wall(&s, frame, 0.05, 0);
        yard_set(s, "wall_run", "time", 0.5);
        yard_set(s, "wall_run", "again", again == 1);
        if (again == 2) stage_box(s, 2 * RADIUS + 0.1, -50, 3.5, 3, 50, 50); // across, from 3.5 m on
        stage_run(s, 0.7, rate);
        if (again == 2) stage_set_velocity(s, 2, 0, 7); // over to the other wall
        stage_run(s, 0.5, rate);
        int starts = 0;
        while (yard_event(s, LOPE_EVENT_ABILITY, id, starts)) starts++;
        if (again == 0 && starts != 1)
            fail_msg("frame %d, %g Hz: %d starts, ends %g", frame, (double)rate, starts,
                     yard_event(s, LOPE_EVENT_ABILITY_END, id, 0)->time);
        if (again != 0 && starts < 2) fail_msg("case %d at %g Hz: %d starts", again, (double)rate, starts);
        if (again == 0) assert_int_equal(phase_of(s, id), LOPE_WALL_RUN_AFTER);
        stage_close(s);
    }
}

static void a_press_jumps_off(void **unused)
{
    (void)unused;
    each_yard(rate, frame) for (int wall_jump = 0; wall_jump < 2; wall_jump++)
    {
        stage *s = yard_open(frame);
        stage_box(s, -1, -50, -50, 0, 50, 50);
        uint32_t other = 99;
        if (wall_jump) other = yard_add(s, lope_wall_jump_ability());
        const uint32_t id = place_beside(s, 0.05, 0);
        stage_run(s, 0.5, rate);
        assert_true(runs(s, id));
        const double along = stage_velocity(s).z;
        yard_press(s, LOPE_BUTTON_JUMP);
        stage_tick(s, 1 / rate);
        assert_false(runs(s, id));
        assert_int_equal(s->state.mode, LOPE_MODE_FALLING);
        const double speed = 12 / sqrt(0.25 * 0.25 + 0.75 * 0.75);
        // In the air the input turns the velocity a little within the tick.
        check_near("away", stage_velocity(s).x, wall_jump ? 0.75 * speed : 5, 0.05);
        check_near("up", stage_velocity(s).y, (wall_jump ? 0.25 * speed : 6) - G / (double)rate, 0.01);
        check_near("along", stage_velocity(s).z, along, 0.2);
        if (wall_jump) assert_non_null(yard_event(s, LOPE_EVENT_ABILITY, other, 0));
        stage_close(s);
    }
}

// Round facets of 15 degrees, outside and inside: it goes on, at the speed of a flat wall.
static void it_follows_bends(void **unused)
{
    (void)unused;
    each_yard(rate, frame) for (int inside = 0; inside < 2; inside++)
    {
        stage *s = yard_open(frame);
        const double r = 6;
        for (int i = 0; i < 24; i++) {
            const double angle = i * 15 * DEGREE, off = inside ? r + 0.5 : r * cos(7.5 * DEGREE) - 0.5;
            stage_tilted_box(s, off * cos(angle), 0, off * sin(angle), 1, 100, 2 * (off + 0.5) * tan(7.5 * DEGREE), 0, -i * 15.0);
        }
        const uint32_t id = yard_add(s, lope_wall_run_ability());
        yard_set(s, "wall_run", "along", 0);
        yard_place(s, inside ? r - RADIUS - 0.05 : r + RADIUS + 0.02, 0, 0, false);
        stage_set_velocity(s, 0, 0, 5);
        for (int i = 0; i < (int)(1.5 * (double)rate); i++) {
            stage_tick(s, 1 / rate);
            if (!runs(s, id)) fail_msg("%s at %g Hz it ends after %g s", inside ? "inside" : "outside", (double)rate, s->time);
            check_below("depth", stage_depth(s), 1e-3);
        }
        const double t = s->time, along = goal * t + (5 - goal) * (1 - pow(2, -t / life)) * life / log(2);
        const double radius = inside ? r - RADIUS : r + RADIUS;
        const double angle = atan2(stage_feet(s).z, stage_feet(s).x);
        // A way round facets is up to 0.6 % off the circle's.
        check_near("way round", (angle < 0 ? angle + 360 * DEGREE : angle) * radius, along, 0.006 * along);
        stage_close(s);
    }
}

// A wall that goes up, away and along takes the character with it, and leaves it that velocity.
static void a_wall_that_moves_takes_it_along(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        stage *s = yard_open(frame);
        const lope_body wall = stage_moving_box(s, -0.5, 0, 0, 1, 100, 100);
        const uint32_t id = place_beside(s, 0.05, 0);
        const double vx = -1, vy = 1, vz = 2;
        stage_set_velocity(s, vx, vy, vz + 5);
        for (int i = 0; i < (int)((double)rate); i++) {
            const double t = s->time + 1 / (double)rate;
            stage_carry(s, wall, -0.5 + vx * t, vy * t, vz * t);
            stage_tick(s, 1 / rate);
            if (!runs(s, id)) fail_msg("at %g Hz it ends after %g s", (double)rate, s->time);
        }
        const double t = s->time, along = goal * t + (5 - goal) * (1 - pow(2, -t / life)) * life / log(2);
        check_near("along", stage_feet(s).z - vz * t, along, 0.005 * along);
        check_near("up", stage_feet(s).y - vy * t, 2 * t - 0.5 * share * G * t * t, 0.005);
        check_near("at the wall", stage_feet(s).x - vx * t, RADIUS, 0.01);
        stage_move(s, 0, -1);
        for (int i = 0; i < (int)(0.2 * (double)rate); i++) {
            const double next = s->time + 1 / (double)rate;
            stage_carry(s, wall, -0.5 + vx * next, vy * next, vz * next);
            stage_tick(s, 1 / rate);
        }
        assert_false(runs(s, id));
        assert_true(stage_velocity(s).x < -0.9 && stage_velocity(s).z > 9);
        stage_close(s);
    }
}

// A wall that turns about y through its middle by 1 rad/s takes the character round with it.
static void a_wall_that_turns_takes_it_along(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        stage *s = yard_open(frame);
        const lope_body wall = stage_moving_box(s, -0.5, 0, 0, 1, 100, 100);
        const uint32_t id = place_beside(s, 0.02, 0);
        yard_set(s, "wall_run", "speed", 5);
        yard_set(s, "wall_run", "along", 0);
        stage_set_velocity(s, 0, 0, 4.5);
        for (int i = 0; i < (int)((double)rate); i++) {
            const double t = s->time + 1 / (double)rate;
            const lope_quat turn = lope_quat_from_axis((lope_vec3){0, 1, 0}, (float)t);
            const lope_point middle = lope_quat_rotate_point(turn, lope_point_make(-0.5, 0, 0));
            const lope_transform pose = {lope_point_add(s->origin, lope_quat_rotate_point(s->turn, middle)),
                                         lope_quat_normalize(lope_quat_multiply(s->turn, turn))};
            assert_int_equal(lope_level_set_pose(s->level, wall, &pose), LOPE_OK);
            stage_tick(s, 1 / rate);
            if (!runs(s, id)) fail_msg("at %g Hz it ends after %g s", (double)rate, s->time);
        }
        const double t = s->time, off = stage_feet(s).x * cos(t) - stage_feet(s).z * sin(t);
        check_near("at the wall", off, RADIUS, 0.01);
        // Against the wall, which turns the other way where the character is, it starts with 0.36 m/s more.
        const double along = stage_feet(s).x * sin(t) + stage_feet(s).z * cos(t), slower = 0.5 - RADIUS - 0.02;
        check_near("along", along, 5 * t - slower * (1 - pow(2, -t / life)) * life / log(2), 0.005 * along);
        stage_close(s);
    }
}

static void copies_and_ends_from_outside(void **unused)
{
    (void)unused;
    for (int frame = 0; frame < FRAMES; frame++) {
        stage *s;
        const uint32_t id = open_wall(&s, frame, 0.05, 0);
        stage_run(s, 0.5, 60);
        const lope_state middle = s->state;
        stage_run(s, 1, 60);
        const uint64_t wanted = lope_state_hash(&s->state);
        s->state = middle;
        stage_run(s, 1, 60);
        assert_true(lope_state_hash(&s->state) == wanted);
        s->requests = (lope_requests){.asked = LOPE_REQUEST_TELEPORT, .teleport_feet = s->origin};
        stage_tick(s, 1.0f / 60);
        assert_false(yard_is_on(s, id));
        assert_int_equal(s->state.mode, LOPE_MODE_FALLING);
        stage_close(s);
    }
}

static double random_in(uint64_t *seed, double low, double high)
{
    *seed = *seed * 6364136223846793005u + 1442695040888963407u;
    return low + (high - low) * (double)(*seed >> 33) / 2147483648.0;
}

// Among turned boxes, with jumps, slides and runs, the capsule is never deeper than 1 mm, and runs do happen.
static void among_boxes_it_is_never_inside(void **unused)
{
    (void)unused;
    int all = 0;
    for (uint64_t round = 1; round <= 60; round++) {
        uint64_t seed = round * 7919;
        stage *s = yard_open((int)(round % FRAMES));
        const float rate = rates[round % RATES];
        stage_floor(s);
        for (int i = 0; i < 25; i++) {
            const double x = random_in(&seed, -15, 15), z = random_in(&seed, -15, 15);
            stage_tilted_box(s, x, 4, z, random_in(&seed, 0.5, 5), 20, random_in(&seed, 2, 9), random_in(&seed, -15, 15),
                             random_in(&seed, 0, 180));
        }
        yard_add(s, lope_wall_jump_ability());
        const uint32_t id = yard_add(s, lope_wall_run_ability());
        yard_add(s, lope_wall_slide_ability());
        yard_set(s, "wall_run", "along", 0);
        stage_place(s, random_in(&seed, -15, 15), 15, random_in(&seed, -15, 15), LOPE_MODE_FALLING);
        for (int i = 0; i < (int)(10 * rate); i++) {
            if (i % (int)(rate / 2) == 0) stage_move(s, random_in(&seed, -1, 1), random_in(&seed, -1, 1));
            if (i % (int)rate == 0) yard_press(s, LOPE_BUTTON_JUMP);
            if (i % (int)(2 * rate) == 1) stage_set_velocity(s, random_in(&seed, -9, 9), 6, random_in(&seed, -9, 9));
            stage_tick(s, 1 / rate);
            s->input.held = 0;
            // It starts inside of a box in some rounds, and comes out in the first ticks.
            if (i > (int)rate && stage_depth(s) > 1e-3)
                fail_msg("round %d at %g Hz, tick %d: %g m deep", (int)round, (double)rate, i, stage_depth(s));
        }
        while (yard_event(s, LOPE_EVENT_ABILITY, id, all)) all++;
        stage_close(s);
    }
    assert_true(all > 2);
}

static void settings_are_as_the_header_says(void **unused)
{
    (void)unused;
    lope_wall_run_settings initially, read;
    lope_wall_run_settings_default(&initially);
    stage *s = yard_open(0);
    memcpy(&read, lope_moveset_ability_settings(&s->moveset, yard_add(s, lope_wall_run_ability())), sizeof read);
    assert_memory_equal(&read, &initially, sizeof read);
    stage_close(s);
}

// A press of GRAB tells why there is no run, once; what asks by itself tells nothing.
static void a_press_is_told_why(void **unused)
{
    (void)unused;
    stage *s = yard_open(0);
    stage_box(s, -1, -50, -50, 0, 50, 50);
    const uint32_t id = yard_add(s, lope_wall_run_ability());
    yard_place(s, 0.34 + 0.05, 0, 0, false);
    stage_set_velocity(s, 0, 0, 3);
    for (int i = 0; i < 10; i++) stage_tick(s, 1.0f / 60);
    assert_int_equal(stage_count(s, LOPE_EVENT_REFUSE), 0);
    yard_press(s, LOPE_BUTTON_GRAB);
    stage_tick(s, 1.0f / 60);
    assert_int_equal(yard_refused(s, id), LOPE_REFUSAL_SLOW);
    assert_int_equal(s->report.refused[0].query, 2);
    for (int i = 0; i < 10; i++) stage_tick(s, 1.0f / 60);
    assert_int_equal(stage_count(s, LOPE_EVENT_REFUSE), 1);
    stage_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_press_is_told_why),
        cmocka_unit_test(the_run_is_the_closed_form),
        cmocka_unit_test(the_phase_tells_the_side),
        cmocka_unit_test(it_does_not_start),
        cmocka_unit_test(it_ends),
        cmocka_unit_test(it_lands_at_its_instant),
        cmocka_unit_test(the_same_wall_once),
        cmocka_unit_test(a_press_jumps_off),
        cmocka_unit_test(it_follows_bends),
        cmocka_unit_test(a_wall_that_moves_takes_it_along),
        cmocka_unit_test(a_wall_that_turns_takes_it_along),
        cmocka_unit_test(copies_and_ends_from_outside),
        cmocka_unit_test(among_boxes_it_is_never_inside),
        cmocka_unit_test(settings_are_as_the_header_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
