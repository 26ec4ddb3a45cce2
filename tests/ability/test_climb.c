// test_climb.c - climbing: its way is speed * time and its stamina ends it at the same instant at every tick
// rate, in four directions of gravity; it goes round corners; it is left and refused for the right reason.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "yard.h"

#include <math.h>

#define SHARE 0.005 // of a way or a time: the promise
#define TOP 3.0
#define DUE (2 - 0.34 - 0.05) // m: x of the feet on the wall at x = 2, by radius and gap

// A solid box that is also one to climb: stage_box, and the same on the channel alone.
static void wall(stage *s, double x0, double y0, double z0, double x1, double y1, double z1)
{
    stage_box(s, x0, y0, z0, x1, y1, z1);
    lope_box_def def = {.size = {(float)(x1 - x0), (float)(y1 - y0), (float)(z1 - z0)}};
    const lope_point middle = lope_point_make(0.5 * (x0 + x1), 0.5 * (y0 + y1), 0.5 * (z0 + z1));
    def.body.position = lope_point_add(lope_quat_rotate_point(s->turn, middle), s->origin);
    def.body.rotation = s->turn;
    def.body.channels = LOPE_CHANNEL_CLIMB;
    lope_level_add_box(s->level, &def);
}

static stage *house(int frame, uint32_t *id)
{
    stage *s = yard_open(frame);
    stage_floor(s);
    wall(s, 2, 0, -5, 8, TOP, 5);
    *id = yard_add(s, lope_climb_ability());
    return s;
}

// Takes hold of the wall at a height, and comes to rest there.
static void take_hold(stage *s, uint32_t id, double y, double z, float rate)
{
    yard_place(s, DUE, y, z, y <= 0);
    stage_move(s, 1, 0);
    yard_press(s, LOPE_BUTTON_GRAB);
    stage_tick(s, 1 / rate);
    assert_true(yard_is_on(s, id));
    stage_move(s, 0, 0);
}

static void up_takes_height_by_speed_and_goes_over(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        uint32_t id;
        stage *s = house(frame, &id);
        take_hold(s, id, 0, 0, rate);
        stage_move(s, 1, 0);
        const double end = yard_until_end(s, id, rate, 4), begin = yard_event(s, LOPE_EVENT_ABILITY, id, 0)->time;
        // up to the top at 1.5 m/s; at 2 m/s 0.02 m up, and until the axis is 0.05 m behind the wall's face
        const double due = TOP / 1.5 + (0.02 + 0.39 + 0.39) / 2;
        if (!(fabs(end - begin - due) < SHARE * due)) fail_msg("%g Hz: %g s, due %g s", (double)rate, end - begin, due);
        assert_true(stage_walking(s));
        check_below("height", fabs(stage_feet(s).y - TOP), 0.01); // a walker floats by less
        stage_close(s);
    }
}

static void stamina_ends_it_at_its_instant(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        uint32_t id;
        stage *s = house(frame, &id);
        yard_set(s, "climb", "drain", 50);
        yard_set(s, "climb", "drain_way", 20);
        take_hold(s, id, 0, 0, rate);
        stage_move(s, 1, 0);
        const double end = yard_until_end(s, id, rate, 4), begin = yard_event(s, LOPE_EVENT_ABILITY, id, 0)->time;
        const double due = 100 / (50 + 20 * 1.5);
        if (!(fabs(end - begin - due) < SHARE * due)) fail_msg("%g Hz: %g s, due %g s", (double)rate, end - begin, due);
        assert_int_equal(s->state.mode, LOPE_MODE_FALLING);
        yard_press(s, LOPE_BUTTON_GRAB);
        stage_tick(s, 1 / rate);
        assert_int_equal(yard_refused(s, id), LOPE_REFUSAL_STAMINA);
        stage_close(s);
    }
}

static void sideways_round_an_outer_corner(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        uint32_t id;
        stage *s = house(frame, &id);
        take_hold(s, id, 1, 4, rate);
        const double height = stage_feet(s).y;
        stage_move(s, 0, 1); // toward the corner at z = 5
        for (int i = 0; i < (int)(10 * rate) && stage_feet(s).x < 2; i++) {
            if (stage_feet(s).z > 5.3) stage_move(s, 1, 0); // along the wall at z = 5
            stage_tick(s, 1 / rate);
            check_below("depth", stage_depth(s), 1e-3);
        }
        stage_run(s, 0.5, rate);
        assert_true(yard_is_on(s, id));
        check_below("gap", fabs(stage_feet(s).z - 5 - 0.39), 0.01); // closed at 3 m/s
        assert_true(stage_feet(s).x > 2.3);
        // the input leads away from the first wall only, so no height is lost but in the tick of the corner
        check_below("height", fabs(stage_feet(s).y - height), 2.0 / (double)rate + 1.5 * 0.3);
        stage_close(s);
    }
}

static void sideways_into_an_inner_corner(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        uint32_t id;
        stage *s = house(frame, &id);
        wall(s, -2, 0, 5, 2, TOP, 6);
        take_hold(s, id, 0.5, 4, rate);
        stage_move(s, 0, 1); // into the second wall: up on it
        const double end = yard_until_end(s, id, rate, 6);
        assert_true(end > 0 && stage_walking(s));
        check_below("height", fabs(stage_feet(s).y - TOP), 0.01);
        stage_close(s);
    }
}

// The input leads into both walls of a corner: the character goes up on one of them.
static void aslant_into_an_inner_corner(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        uint32_t id;
        stage *s = house(frame, &id);
        wall(s, -2, 0, 5, 2, TOP, 6);
        take_hold(s, id, 0.5, 4, rate);
        stage_move(s, 0.6, 0.8);
        const double end = yard_until_end(s, id, rate, 8);
        assert_true(end > 0 && stage_walking(s));
        check_below("height", fabs(stage_feet(s).y - TOP), 0.01);
        stage_close(s);
    }
}

static void a_press_lets_go(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        uint32_t id;
        stage *s = house(frame, &id);
        take_hold(s, id, 1.5, 0, rate);
        yard_press(s, LOPE_BUTTON_CROUCH);
        yard_until_end(s, id, rate, 0.2);
        check_below("away", fabs(stage_velocity(s).x), 0.01);
        stage_close(s);

        s = house(frame, &id);
        take_hold(s, id, 1.5, 0, rate);
        yard_press(s, LOPE_BUTTON_JUMP);
        yard_until_end(s, id, rate, 0.2);
        check_below("away", fabs(stage_velocity(s).x + 4), 0.05); // no input, no air friction
        stage_close(s);
    }
}

static void a_forbidden_jump_does_not_let_go(void **unused)
{
    (void)unused;
    uint32_t id;
    stage *s = house(0, &id);
    take_hold(s, id, 1.5, 0, 60);
    s->input.forbidden = LOPE_FORBID_JUMP;
    yard_press(s, LOPE_BUTTON_JUMP);
    stage_tick(s, 1 / 60.0f);
    assert_true(yard_is_on(s, id));
    stage_close(s);
}

static void plain_walls_are_refused(void **unused)
{
    (void)unused;
    uint32_t id;
    stage *s = house(0, &id);
    stage_box(s, -4, 0, -2, -2, 3, 2);
    yard_place(s, -2 + 0.4, 0, 0, true);
    stage_move(s, -1, 0);
    yard_press(s, LOPE_BUTTON_GRAB);
    stage_tick(s, 1 / 60.0f);
    assert_int_equal(yard_refused(s, id), LOPE_REFUSAL_NO_WALL);
    stage_close(s);
}

static void a_rerun_from_the_middle_is_the_same(void **unused)
{
    (void)unused;
    uint32_t id;
    stage *s = house(3, &id);
    take_hold(s, id, 0, 0, 60);
    stage_move(s, 1, 0);
    stage_run(s, 0.7, 60);
    const lope_state saved = s->state;
    stage_run(s, 2, 60);
    const uint64_t hash = lope_state_hash(&s->state);
    s->state = saved;
    stage_run(s, 2, 60);
    assert_true(hash == lope_state_hash(&s->state));
    stage_close(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(up_takes_height_by_speed_and_goes_over),
        cmocka_unit_test(stamina_ends_it_at_its_instant),
        cmocka_unit_test(sideways_round_an_outer_corner),
        cmocka_unit_test(sideways_into_an_inner_corner),
        cmocka_unit_test(aslant_into_an_inner_corner),
        cmocka_unit_test(a_press_lets_go),
        cmocka_unit_test(a_forbidden_jump_does_not_let_go),
        cmocka_unit_test(plain_walls_are_refused),
        cmocka_unit_test(a_rerun_from_the_middle_is_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
