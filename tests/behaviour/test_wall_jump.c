// The jump off a wall against its closed form: at all rates, in four directions of gravity.
#include "check.h"
#include "draw.h"
#include "stage.h"

#define RADIUS 0.34 // m, of a character by default
#define GRAVITY 9.8
#define AFTER 0.5 // s: a whole number of ticks at each rate

static const float rates[] = {20, 30, 60, 120, 240, 360};

// Opens a stage with a wall. The face of the wall is at x = 0, and the wall is on the side of x below 0. The
// character falls, `gap` m from the face.
static stage *open_at(int frame, double gap)
{
    const lope_vec3 axes[4] = {{0, 1, 0}, {0, 0, 1}, {1, 0, 0}, {0.6f, 0, 0.8f}};
    const float angles[4] = {0, 3.14159265f, 1.57079633f, 0.9f};
    lope_error error = {0};
    stage *s = stage_open_at(STAGE_BOXES, lope_quat_from_axis(axes[frame], angles[frame]), lope_point_make(50 * frame, 3, 7));
    stage_tune(s, "jump_max_count", 2); // before the ability: it makes the moveset anew
    if (lope_moveset_add_ability(&s->moveset, lope_wall_jump_ability(), NULL, NULL, &error) != LOPE_OK)
        fail_msg("%s: %s", error.field, error.text);
    stage_box(s, -1, -50, -50, 0, 50, 50);
    stage_place(s, RADIUS + gap, 0, 0, LOPE_MODE_FALLING);
    stage_set_velocity(s, 0, -3, 4);
    return s;
}

static void press_jump(stage *s, float rate)
{
    s->input.pressed |= LOPE_BUTTON_JUMP;
    s->input.held |= LOPE_BUTTON_JUMP;
    stage_tick(s, 1.0f / rate);
    s->input.held &= ~LOPE_BUTTON_JUMP;
}

static void the_arc_is_the_closed_form(void **unused)
{
    (void)unused;
    const double speed = 12 / sqrt(0.25 * 0.25 + 0.75 * 0.75);
    for (int frame = 0; frame < 4; frame++)
        for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
            stage *s = open_at(frame, 0.05);
            const brute_point from = stage_feet(s);
            press_jump(s, rates[i]);
            assert_int_equal(stage_count(s, LOPE_EVENT_ABILITY), 1);
            assert_int_equal(stage_count(s, LOPE_EVENT_JUMP), 0);
            for (int k = 1; k < (int)(AFTER * (double)rates[i] + 0.5); k++) stage_tick(s, 1.0f / rates[i]);
            const brute_point to = stage_feet(s);
            const double height = 0.25 * speed * AFTER - 0.5 * GRAVITY * AFTER * AFTER;
            if (fabs(to.x - from.x - 0.75 * speed * AFTER) > 0.005 * 0.75 * speed * AFTER ||
                fabs(to.y - from.y - height) > 0.005 * fabs(height) || fabs(to.z - from.z - 4 * AFTER) > 0.005 * 4 * AFTER)
                fail_msg("frame %d, %g Hz: went %g %g %g; wanted %g %g %g", frame, (double)rates[i], to.x - from.x, to.y - from.y,
                         to.z - from.z, 0.75 * speed * AFTER, height, 4 * AFTER);
            stage_close(s);
        }
}

static void too_far_from_the_wall_it_is_refused(void **unused)
{
    (void)unused;
    stage *s = open_at(0, 0.25);
    press_jump(s, 60);
    assert_int_equal(stage_count(s, LOPE_EVENT_ABILITY), 0);
    assert_int_equal(stage_count(s, LOPE_EVENT_REFUSE), 1);
    assert_int_equal(lope_report_refused(&s->report, LOPE_ASKED_ABILITY), LOPE_REFUSAL_NO_WALL);
    assert_true(fabs(stage_velocity(s).z - 4) < 1e-3);
    stage_close(s);
}

// The jump in the air is still there after the jump off the wall, and a press away from walls is its own.
static void the_jump_in_the_air_stays(void **unused)
{
    (void)unused;
    stage *s = open_at(0, 0.05);
    press_jump(s, 60);
    assert_int_equal(stage_count(s, LOPE_EVENT_JUMP), 0);
    stage_run(s, 0.5, 60);
    press_jump(s, 60);
    assert_int_equal(stage_count(s, LOPE_EVENT_ABILITY), 1);
    assert_int_equal(stage_count(s, LOPE_EVENT_JUMP), 1);
    stage_close(s);
}

#define REACH 0.2  // m, by default
#define COYOTE 0.1 // s, by default
#define EXACT 1e-3 // s: a press so long before the end of the coyote time jumps, and one so long after does not
#define AWAY 2.0   // m/s

// Leaves the reach of the wall at such an instant that the press, at a tick's start, is `early` s before the end
// of the coyote time.
static void press_at_the_end(int frame, float rate, double early)
{
    const int ticks = (int)(0.15 * (double)rate + 0.999);
    const double left_at = ticks / (double)rate - COYOTE + early;
    stage *s = open_at(frame, REACH - AWAY * left_at);
    stage_set_velocity(s, AWAY, -3, 4);
    for (int k = 0; k < ticks; k++) stage_tick(s, 1.0f / rate);
    assert_int_equal(stage_count(s, LOPE_EVENT_ABILITY), 0);
    press_jump(s, rate);
    if (stage_count(s, LOPE_EVENT_ABILITY) != (early > 0) || stage_count(s, LOPE_EVENT_JUMP) != (early < 0))
        fail_msg("frame %d, %g Hz, %g s early: %d wall jumps", frame, (double)rate, early, stage_count(s, LOPE_EVENT_ABILITY));
    if (early > 0) assert_true(stage_velocity(s).x > 0.74 * 12);
    stage_close(s);
}

static void after_leaving_the_wall_there_is_coyote_time(void **unused)
{
    (void)unused;
    for (int frame = 0; frame < 4; frame++)
        for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
            press_at_the_end(frame, rates[i], EXACT);
            press_at_the_end(frame, rates[i], -EXACT);
        }
}

// Goes level toward a wall at the side of `sign`, until it is at most 0.1 m away.
static void go_to_wall(stage *s, float rate, double face, double sign)
{
    for (int k = 0; sign * (face - stage_feet(s).x) - RADIUS > 0.1 && k < 10000; k++) {
        stage_set_velocity(s, 6 * sign, 0.5, 0);
        stage_tick(s, 1.0f / rate);
    }
}

static bool jumps_off(stage *s, float rate)
{
    stage_run(s, 0.25, rate); // the cooldown
    s->event_count = 0;
    go_to_wall(s, rate, stage_feet(s).x < 2 ? 0 : 4, stage_feet(s).x < 2 ? -1 : 1);
    press_jump(s, rate);
    return stage_count(s, LOPE_EVENT_ABILITY) == 1;
}

// Two jumps off one wall, not a third; then the other wall, and the first one anew.
static void jumps_off_one_wall_may_be_limited(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof rates / sizeof *rates; i++) {
        lope_error error = {0};
        stage *s = open_at(0, 0.05);
        stage_tune(s, "jump_max_count", 0);
        assert_int_equal(lope_moveset_add_ability(&s->moveset, lope_wall_jump_ability(), NULL, NULL, &error), LOPE_OK);
        assert_int_equal(lope_moveset_set(&s->moveset, "wall_jump", "per_wall", 2, &error), LOPE_OK);
        assert_int_equal(lope_moveset_set(&s->moveset, "wall_jump", "speed", 2, &error), LOPE_OK);
        stage_box(s, 4, -50, -50, 5, 50, 50);
        assert_true(jumps_off(s, rates[i]));
        assert_true(jumps_off(s, rates[i]));
        assert_false(jumps_off(s, rates[i]));
        assert_int_equal(lope_report_refused(&s->report, LOPE_ASKED_ABILITY), LOPE_REFUSAL_USED_UP);
        go_to_wall(s, rates[i], 4, 1);
        assert_true(jumps_off(s, rates[i]));
        go_to_wall(s, rates[i], 0, -1);
        assert_true(jumps_off(s, rates[i]));
        stage_close(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_arc_is_the_closed_form), cmocka_unit_test(the_jump_in_the_air_stays),
                                       cmocka_unit_test(too_far_from_the_wall_it_is_refused),
                                       cmocka_unit_test(after_leaving_the_wall_there_is_coyote_time),
                                       cmocka_unit_test(jumps_off_one_wall_may_be_limited)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
