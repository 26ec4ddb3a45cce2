// test_ladder.c - the ladder: its way is speed * time at every tick rate and in four directions of gravity, it
// is entered and left at both ends, goes along with what moves, and is refused for the right reason.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "yard.h"

#include <math.h>
#include <string.h>

#define SHARE 0.005 // of a time: the promise
#define TOP 3.0
#define LADDER_FACE 1.95
#define DUE (LADDER_FACE - 0.34 - 0.05) // m: x of the feet on the ladder, by radius and gap

// A box on channels of its own, centred at x, y, z.
static lope_body add_box(stage *s, lope_point at, lope_vec3 size, uint32_t channels, bool moving)
{
    lope_box_def def = {.size = size};
    def.body.position = lope_point_add(lope_quat_rotate_point(s->turn, at), s->origin);
    def.body.rotation = s->turn;
    def.body.channels = channels;
    def.body.moving = moving;
    return lope_level_add_box(s->level, &def);
}

// A floor, a house with a roof at TOP from x = 2 on, and a ladder before it from `low` up.
static stage *house(int frame, double low, uint32_t *id)
{
    stage *s = yard_open(frame);
    stage_floor(s);
    stage_box(s, 2, 0, -5, 8, TOP, 5);
    stage_box(s, LADDER_FACE, low, -0.3, 2, TOP, 0.3);
    add_box(s, lope_point_make(LADDER_FACE + 0.025, 0.5 * (low + TOP), 0), (lope_vec3){0.05f, (float)(TOP - low), 0.6f},
            LOPE_CHANNEL_LADDER, false);
    *id = yard_add(s, lope_ladder_ability());
    return s;
}

static void up_the_ladder_takes_height_by_speed(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        uint32_t id;
        stage *s = house(frame, 0, &id);
        yard_place(s, DUE, 0, 0, true);
        stage_move(s, 1, 0);
        const double end = yard_until_end(s, id, rate, 4);
        const double begin = yard_event(s, LOPE_EVENT_ABILITY, id, 0)->time;
        // up to the top; 0.02 m up; then until the axis is 0.05 m behind the face
        const double due = TOP / 2.5 + (0.02 + LADDER_FACE - DUE + 0.34 + 0.05) / 2.5;
        if (!(fabs(end - begin - due) < SHARE * due)) fail_msg("%g Hz: %g s, due %g s", (double)rate, end - begin, due);
        check_below("height", fabs(stage_feet(s).y - TOP), 0.01); // a walker floats by less
        assert_true(stage_walking(s));
        stage_close(s);
    }
}

static void height_is_speed_times_time(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        uint32_t id;
        stage *s = house(frame, 0, &id);
        yard_place(s, DUE, 0, 0, true);
        const double from = stage_feet(s).y;
        stage_move(s, 0.5, 0);
        while (s->time < 0.999) stage_tick(s, 1 / rate);
        assert_true(yard_is_on(s, id));
        const double due = 0.5 * 2.5 * (s->time - yard_event(s, LOPE_EVENT_ABILITY, id, 0)->time);
        check_below("height", fabs(stage_feet(s).y - from - due), SHARE * due);
        stage_close(s);
    }
}

// Aslant it comes to the ladder's side before the top. It goes on up along the side, as fast as before.
static void up_along_the_side_it_is_as_fast(void **unused)
{
    (void)unused;
    each_yard(rate, frame) for (int degrees = -35; degrees <= 35; degrees += 14)
    {
        uint32_t id;
        stage *s = house(frame, 0, &id);
        stage_box(s, LADDER_FACE, 0, -1, 2, TOP, 1); // the wall beside the ladder is as far ahead
        yard_place(s, DUE, 0, 0, true);
        stage_move(s, cos(degrees * DEGREE), sin(degrees * DEGREE));
        const double end = yard_until_end(s, id, rate, 4);
        const double begin = yard_event(s, LOPE_EVENT_ABILITY, id, 0)->time;
        const double due = TOP / (2.5 * cos(degrees * DEGREE)) + (0.02 + LADDER_FACE - DUE + 0.34 + 0.05) / 2.5;
        if (!(fabs(end - begin - due) < SHARE * due))
            fail_msg("frame %d, %d degrees, %g Hz: %g s, due %g s", frame, degrees, (double)rate, end - begin, due);
        assert_true(stage_walking(s));
        stage_close(s);
    }
}

// At a top without a place to stand the way aside goes on, speed * time as before.
static void aside_along_the_top_it_is_as_fast(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        stage *s = yard_open(frame);
        stage_floor(s);
        add_box(s, lope_point_make(LADDER_FACE + 0.025, 1, 0), (lope_vec3){0.05f, 2, 3}, LOPE_CHANNEL_LADDER, false);
        const uint32_t id = yard_add(s, lope_ladder_ability());
        yard_place(s, DUE, 0, 0, true);
        stage_move(s, cos(25 * DEGREE), sin(25 * DEGREE));
        while (s->time < 1.999) stage_tick(s, 1 / rate);
        assert_true(yard_is_on(s, id));
        const double due = sin(25 * DEGREE) * (s->time - yard_event(s, LOPE_EVENT_ABILITY, id, 0)->time);
        check_near("height", stage_feet(s).y, 2, 0.002);
        check_near("aside", stage_feet(s).z, due, SHARE * due);
        stage_close(s);
    }
}

static void down_from_the_top_to_the_floor(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        uint32_t id;
        stage *s = house(frame, 0, &id);
        yard_place(s, 3.5, TOP, 0, true);
        stage_move(s, -1, 0);
        yard_until_end(s, id, rate, 5);
        assert_true(stage_walking(s));
        check_below("height", fabs(stage_feet(s).y), 0.01);
        assert_int_equal(stage_count(s, LOPE_EVENT_LAND), 0);
        stage_close(s);
    }
}

static void ends_in_the_air_by_a_fall_and_by_a_jump(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        uint32_t id;
        stage *s = house(frame, 1, &id);
        yard_place(s, DUE, 1.5, 0, false);
        stage_move(s, 1, 0);
        stage_run(s, 0.1, rate);
        assert_true(yard_is_on(s, id));
        stage_move(s, -1, 0);
        yard_until_end(s, id, rate, 2);
        assert_int_equal(s->state.mode, LOPE_MODE_FALLING);
        check_below("height", stage_feet(s).y, 1);
        stage_close(s);

        s = house(frame, 0, &id);
        yard_place(s, DUE, 1.5, 0, false);
        stage_move(s, 1, 0);
        stage_run(s, 0.1, rate);
        stage_move(s, 0, 0);
        yard_press(s, LOPE_BUTTON_JUMP);
        yard_until_end(s, id, rate, 1);
        check_below("away", fabs(stage_velocity(s).x + 3), 0.05); // no air friction, no input
        stage_close(s);
    }
}

static void no_room_at_the_top_keeps_it_there(void **unused)
{
    (void)unused;
    uint32_t id;
    stage *s = house(1, 0, &id);
    stage_box(s, 2, TOP + 1, -5, 8, TOP + 2, 5); // a ceiling over the roof, too low to stand
    yard_place(s, DUE, 0, 0, true);
    stage_move(s, 1, 0);
    for (int i = 0; i < 240; i++) {
        stage_tick(s, 1 / 60.0f);
        check_below("depth", stage_depth(s), 1e-3);
    }
    assert_true(yard_is_on(s, id));
    check_below("height", fabs(stage_feet(s).y - TOP), 0.01);
    stage_close(s);
}

static void goes_along_with_what_moves_and_keeps_its_velocity(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        stage *s = yard_open(frame);
        stage_floor(s);
        const lope_body body =
            add_box(s, lope_point_make(3, 1.5, 0), (lope_vec3){2, 3, 2}, LOPE_CHANNEL_SOLID | LOPE_CHANNEL_LADDER, true);
        const uint32_t id = yard_add(s, lope_ladder_ability());
        yard_place(s, 2 - 0.34 - 0.05, 0, 0, true);
        stage_move(s, 0.4, 0);
        while (s->time < 1) {
            stage_carry(s, body, 3, 1.5, 1.0 * (s->time + 1 / (double)rate));
            stage_tick(s, 1 / rate);
        }
        assert_true(yard_is_on(s, id));
        // the tick of the start is the walker's in part: less than a tick of way is missing
        check_below("along", fabs(stage_feet(s).z - s->time), 1 / (double)rate + 0.01);
        stage_move(s, 0, 0);
        yard_press(s, LOPE_BUTTON_JUMP);
        stage_carry(s, body, 3, 1.5, s->time + 1 / (double)rate);
        stage_tick(s, 1 / rate);
        check_below("velocity", fabs(stage_velocity(s).z - 1), 0.02); // of the body, 1 m/s
        stage_close(s);
    }
}

// Gravity turns by 15 degrees about the way into the ladder, and with it the capsule about its middle: its feet go
// 0.23 m aside. That is no way of the ladder's body, which takes the character along as before.
static void a_turn_of_gravity_is_no_way_of_its_body(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        stage *s = yard_open(frame);
        const lope_body body =
            add_box(s, lope_point_make(3, 1.5, 0), (lope_vec3){2, 6, 6}, LOPE_CHANNEL_SOLID | LOPE_CHANNEL_LADDER, true);
        const uint32_t id = yard_add(s, lope_ladder_ability());
        yard_place(s, 2 - 0.34 - 0.05, 1, 0, false);
        stage_move(s, 0.2, 0);
        const lope_point into = lope_quat_rotate_point(s->turn, lope_point_make(1, 0, 0));
        const lope_quat turn = lope_quat_from_axis(lope_point_to_vec3(into), (float)(15 * DEGREE));
        bool turned = false;
        while (s->time < 0.6) {
            stage_carry(s, body, 3, 1.5, 1.0 * (s->time + 1 / (double)rate));
            if (!turned && s->time > 0.4) {
                s->state.gravity = lope_quat_rotate(turn, s->state.gravity);
                turned = true;
            }
            stage_tick(s, 1 / rate);
            if (s->time < 0.1) continue; // a start is told of, and a tick of it is the fall's
            assert_true(yard_is_on(s, id));
            check_near("way of the body", (double)s->report.moved_by_base, 1 / (double)rate, 1e-4);
            check_below("velocity", stage_speed(s), 0.6); // 2.5 m/s by a fifth of the input
        }
        stage_close(s);
    }
}

// The ladder's last rung is 0.25 m below the floor, as it may be on the way up: the character goes down it.
static void down_to_a_last_rung_below_the_floor(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        stage *s = yard_open(frame);
        stage_floor(s);
        stage_box(s, 2, 0, -5, 8, TOP, 5);
        for (double rung = TOP - 0.25; rung > 0.1; rung -= 0.3)
            add_box(s, lope_point_make(LADDER_FACE + 0.025, rung, 0), (lope_vec3){0.05f, 0.04f, 0.6f}, LOPE_CHANNEL_LADDER,
                    false);
        const uint32_t id = yard_add(s, lope_ladder_ability());
        yard_place(s, 3.5, TOP, 0, true);
        stage_move(s, -1, 0);
        yard_until_end(s, id, rate, 5);
        assert_true(stage_walking(s));
        check_below("height", fabs(stage_feet(s).y), 0.01);
        assert_int_equal(stage_count(s, LOPE_EVENT_LAND), 0); // it has not fallen
        stage_close(s);
    }
}

// A ladder that sticks out over the roof by less than a step: from behind, the character walks on over it and goes
// down its other side. Before, it took hold of the back, and stayed there for good.
static void past_the_top_of_one_that_sticks_out(void **unused)
{
    (void)unused;
    each_yard(rate, frame) for (int i = 0; i < 3; i++)
    {
        const double out[] = {0, 0.1, 0.3};
        stage *s = yard_open(frame);
        stage_floor(s);
        stage_box(s, 2, 0, -5, 8, TOP, 5);
        add_box(s, lope_point_make(LADDER_FACE + 0.025, 0.5 * (TOP + out[i]), 0), (lope_vec3){0.05f, (float)(TOP + out[i]), 0.6f},
                LOPE_CHANNEL_LADDER, false);
        const uint32_t id = yard_add(s, lope_ladder_ability());
        yard_place(s, 2.45, TOP, 0, true); // the back is within reach, as where a long tick of a walk ends
        stage_move(s, -1, 0);
        yard_until_end(s, id, rate, 5);
        assert_true(stage_walking(s));
        check_below("height", fabs(stage_feet(s).y), 0.01);
        stage_close(s);
    }
}

static void it_is_refused_with_its_reason(void **unused)
{
    (void)unused;
    uint32_t id;
    stage *s = house(0, 0, &id);
    yard_place(s, -3, 0, 0, true);
    stage_move(s, 1, 0);
    yard_press(s, LOPE_BUTTON_GRAB);
    stage_tick(s, 1 / 60.0f);
    assert_int_equal(yard_refused(s, id), LOPE_REFUSAL_NO_WALL);
    stage_close(s);
}

// Saved in the middle and run again, both runs are the same. Another mode ends it.
static void runs_again_and_ends_by_another_mode(void **unused)
{
    (void)unused;
    uint32_t id;
    stage *s = house(2, 0, &id);
    yard_place(s, DUE, 0, 0, true);
    stage_move(s, 1, 0);
    stage_run(s, 0.5, 60);
    assert_true(yard_is_on(s, id));
    const lope_state saved = s->state;
    stage_run(s, 1, 60);
    const uint64_t hash = lope_state_hash(&s->state);
    s->state = saved;
    stage_run(s, 1, 60);
    assert_true(hash == lope_state_hash(&s->state));
    s->state = saved;
    s->requests.asked = LOPE_REQUEST_MODE;
    s->requests.mode = LOPE_MODE_FLYING;
    stage_tick(s, 1 / 60.0f);
    assert_false(yard_is_on(s, id));
    stage_close(s);
}

// A ladder that leans by `degrees` away from the character (negative: hangs over), before nothing.
static stage *leaning(int frame, double degrees, uint32_t *id)
{
    stage *s = yard_open(frame);
    stage_floor(s);
    lope_box_def def = {.size = {0.1f, 8, 0.6f}};
    def.body.position = lope_point_add(lope_quat_rotate_point(s->turn, lope_point_make(2, 0, 0)), s->origin);
    def.body.rotation = lope_quat_multiply(s->turn, lope_quat_from_axis((lope_vec3){0, 0, 1}, -(float)(degrees * DEGREE)));
    def.body.channels = LOPE_CHANNEL_LADDER;
    lope_level_add_box(s->level, &def);
    *id = yard_add(s, lope_ladder_ability());
    return s;
}

static void leaning_ladders_up_to_the_setting(void **unused)
{
    (void)unused;
    static const struct {
        double degrees;
        bool taken;
    } cases[] = {{20, true}, {29, true}, {31, false}, {-4, true}, {-6, false}};
    each_yard(rate, frame)
    {
        for (int i = 0; i < 5; i++) {
            uint32_t id;
            stage *s = leaning(frame, cases[i].degrees, &id);
            yard_place(s, 1.55, 0, 0, true);
            stage_move(s, 1, 0);
            while (s->time < 1.099) stage_tick(s, 1 / rate);
            assert_int_equal(yard_is_on(s, id), cases[i].taken);
            const stage_event *begin = yard_event(s, LOPE_EVENT_ABILITY, id, 0);
            if (cases[i].taken) {
                const double due = 2.5 * (s->time - begin->time) * cos(cases[i].degrees * DEGREE);
                // closing the gap adds up to 0.1 m out of the face, of which the sine is height
                check_below("height", fabs(stage_feet(s).y - due), SHARE * due + 0.1 * fabs(sin(cases[i].degrees * DEGREE)));
            }
            stage_close(s);
        }
    }
}

// A tower that turns about its axis takes the character along, at its place on the face and facing it.
static void turns_with_a_turning_ladder(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        stage *s = yard_open(frame);
        stage_floor(s);
        const lope_body body =
            add_box(s, lope_point_make(3, 1.5, 0), (lope_vec3){2, 3, 2}, LOPE_CHANNEL_SOLID | LOPE_CHANNEL_LADDER, true);
        const uint32_t id = yard_add(s, lope_ladder_ability());
        yard_place(s, 2 - 0.34 - 0.05, 0, 0, true);
        stage_move(s, 1, 0);
        double angle = 0;
        for (int i = 0; i < (int)rate; i++) {
            if (s->time > 0.4) stage_move(s, 0, 0);
            angle += 0.5 / (double)rate;
            const lope_transform pose = {lope_point_add(lope_quat_rotate_point(s->turn, lope_point_make(3, 1.5, 0)), s->origin),
                                         lope_quat_multiply(s->turn, lope_quat_from_axis((lope_vec3){0, 1, 0}, (float)angle))};
            lope_level_set_pose(s->level, body, &pose);
            stage_tick(s, 1 / rate);
        }
        assert_true(yard_is_on(s, id));
        // Seen from the tower, the feet are in front of its face, a radius and a gap away.
        const brute_point feet = stage_feet(s);
        const double x = feet.x - 3, z = feet.z, out = -(x * cos(angle) - z * sin(angle));
        check_below("gap", fabs(out - 1.39), 0.01); // an arc is a chord within a tick: 0.5 * 1.39 * 0.025^2
        stage_close(s);
    }
}

static void a_ladder_that_is_gone_and_a_teleport_end_it(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        for (int way = 0; way < 2; way++) {
            stage *s = yard_open(frame);
            stage_floor(s);
            const lope_body body =
                add_box(s, lope_point_make(2, 1.5, 0), (lope_vec3){0.1f, 3, 1}, LOPE_CHANNEL_LADDER, frame % 2 == 0);
            const uint32_t id = yard_add(s, lope_ladder_ability());
            yard_place(s, DUE, 0, 0, true);
            stage_move(s, 1, 0);
            stage_run(s, 0.5, rate);
            assert_true(yard_is_on(s, id));
            if (way == 0)
                lope_level_remove(s->level, body);
            else {
                s->requests.asked = LOPE_REQUEST_TELEPORT;
                s->requests.teleport_feet = lope_point_add(lope_quat_rotate_point(s->turn, lope_point_make(-5, 2, 0)), s->origin);
            }
            stage_tick(s, 1 / rate);
            assert_false(yard_is_on(s, id));
            assert_int_equal(s->state.mode, LOPE_MODE_FALLING);
            stage_close(s);
        }
    }
}

static void crouch_slides_down(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        uint32_t id;
        stage *s = house(frame, 0, &id);
        yard_place(s, DUE, 2.8, 0, false);
        stage_move(s, 1, 0);
        stage_tick(s, 1 / rate);
        assert_true(yard_is_on(s, id));
        stage_move(s, 0, 0);
        const double from = stage_feet(s).y, at = s->time;
        yard_press(s, LOPE_BUTTON_CROUCH);
        const double time = yard_until_end(s, id, rate, 2) - at, due = from / 6;
        if (!(fabs(time - due) < SHARE * due)) fail_msg("%g Hz: %g s, due %g s", (double)rate, time, due);
        stage_close(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(up_the_ladder_takes_height_by_speed),
        cmocka_unit_test(height_is_speed_times_time),
        cmocka_unit_test(up_along_the_side_it_is_as_fast),
        cmocka_unit_test(aside_along_the_top_it_is_as_fast),
        cmocka_unit_test(down_from_the_top_to_the_floor),
        cmocka_unit_test(ends_in_the_air_by_a_fall_and_by_a_jump),
        cmocka_unit_test(no_room_at_the_top_keeps_it_there),
        cmocka_unit_test(goes_along_with_what_moves_and_keeps_its_velocity),
        cmocka_unit_test(a_turn_of_gravity_is_no_way_of_its_body),
        cmocka_unit_test(down_to_a_last_rung_below_the_floor),
        cmocka_unit_test(past_the_top_of_one_that_sticks_out),
        cmocka_unit_test(it_is_refused_with_its_reason),
        cmocka_unit_test(leaning_ladders_up_to_the_setting),
        cmocka_unit_test(turns_with_a_turning_ladder),
        cmocka_unit_test(a_ladder_that_is_gone_and_a_teleport_end_it),
        cmocka_unit_test(crouch_slides_down),
        cmocka_unit_test(runs_again_and_ends_by_another_mode),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
