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
    stage *s = open_at(0, 0.15);
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_arc_is_the_closed_form), cmocka_unit_test(the_jump_in_the_air_stays),
                                       cmocka_unit_test(too_far_from_the_wall_it_is_refused)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
