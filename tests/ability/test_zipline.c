// test_zipline.c - the zipline against its closed form, its ends and its refusals.
#include "lines.h"

#define G 9.8

static const lope_point high = {-20, 30, 0}, low = {20, 20, 0};

static double hang_of(const stage *s) { return (double)s->state.height + 0.15 * (double)s->state.standing_height / 1.76; }

static double slope_angle(void) { return atan2(10, 40); }

// Hangs the character under a line, `at` m from its upper end, before it takes hold.
static uint32_t open_line_at(stage **s, int frame, lope_point from, lope_point to, double at)
{
    *s = yard_open(frame);
    line_add(*s, from, to, false);
    const uint32_t id = yard_add(*s, lope_zipline_ability());
    const lope_point way = lope_point_sub(to, from);
    const lope_point place = lope_point_mad(from, way, at / lope_point_length(way));
    yard_place(*s, place.x, place.y - 3, place.z, false);
    yard_place(*s, place.x, place.y - hang_of(*s), place.z, false);
    yard_press(*s, LOPE_BUTTON_GRAB);
    return id;
}

static uint32_t open_zipline(stage **s, int frame, double at) { return open_line_at(s, frame, high, low, at); }

static double way_of(const stage *s, double from) { return (stage_feet(s).x - high.x) / cos(slope_angle()) - from; }

static void the_slide_is_the_closed_form(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        stage *s;
        const uint32_t id = open_zipline(&s, frame, 5);
        const double k = 0.1, c = G * (sin(slope_angle()) - 0.05 * cos(slope_angle()));
        for (int i = 0; i < (int)(3 * rate); i++) {
            stage_tick(s, 1 / rate);
            assert_true(yard_is_on(s, id));
            const double t = s->time, v = c / k * (1 - exp(-k * t)), way = c / k * t - v / k;
            check_near("speed", hypot(stage_velocity(s).x, stage_velocity(s).y), v, 1e-4 * (1 + v));
            check_near("way", way_of(s, 5), way, 1e-4 * (1 + way));
            check_near("below the line", stage_feet(s).y + hang_of(s), 30 - (stage_feet(s).x + 20) / 4, 1e-3);
        }
        stage_close(s);
    }
}

static void constant_speed_and_the_end(void **unused)
{
    (void)unused;
    each_yard(rate, frame) for (int stop = 0; stop < 2; stop++)
    {
        stage *s;
        const uint32_t id = open_zipline(&s, frame, 30);
        yard_set(s, "zipline", "speed", 5);
        yard_set(s, "zipline", "at_end", stop);
        const double whole = hypot(40, 10) - 0.3 * (double)s->state.standing_height / 1.76 - 30;
        if (stop) {
            stage_run(s, 4, rate);
            assert_true(yard_is_on(s, id));
            check_near("stands", way_of(s, 30), whole, 1e-3);
            check_below("speed", stage_speed(s), 1e-3);
        } else {
            const double time = yard_until_end(s, id, rate, 5);
            check_near("time", time, whole / 5, 1e-3 * whole / 5 + 0.0001);
            check_near("flung", stage_speed(s), 5 * cos(slope_angle()), 1e-3);
        }
        stage_close(s);
    }
}

// A level line: input pushes, input back brakes to a stand and then pushes back.
static void input_on_a_level_line(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        stage *s;
        const uint32_t id = open_line_at(&s, frame, lope_point_make(-20, 20, 0), lope_point_make(20, 20, 0), 20);
        yard_set(s, "zipline", "drag", 0);
        yard_set(s, "zipline", "friction", 0);
        stage_run(s, 0.2, rate);
        check_below("still", stage_speed(s), 1e-6);
        stage_move(s, 1, 0);
        const double begun = s->time;
        stage_run(s, 1, rate);
        check_near("pushed", stage_velocity(s).x, 2 * (s->time - begun), 1e-3);
        stage_move(s, -1, 0);
        const double fast = stage_velocity(s).x, turned = s->time;
        stage_run(s, 1, rate);
        assert_true(yard_is_on(s, id));
        check_near("pushed back", stage_velocity(s).x, -2 * (s->time - turned - fast / 6), 1e-3);
        stage_close(s);
    }
}

static void the_catch_comes_below_the_line(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        stage *s;
        const uint32_t id = open_zipline(&s, frame, 10);
        const brute_point at = stage_feet(s);
        stage_place(s, at.x, at.y - 0.2, 0.3, LOPE_MODE_FALLING);
        yard_press(s, LOPE_BUTTON_GRAB);
        stage_run(s, 0.5, rate);
        assert_true(yard_is_on(s, id));
        check_near("beside", stage_feet(s).z, 0, 1e-4);
        check_near("below the line", stage_feet(s).y + hang_of(s), 30 - (stage_feet(s).x + 20) / 4, 1e-3);
        stage_close(s);
    }
}

static void a_line_that_moves_takes_it_along(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        stage *s = yard_open(frame);
        const lope_point from = {-20, 20, 0}, to = {20, 20, 0};
        const lope_body body = line_add(s, from, to, true);
        const uint32_t id = yard_add(s, lope_zipline_ability());
        yard_set(s, "zipline", "friction", 0.5);
        yard_place(s, 0, 17, 0, false);
        yard_place(s, 0, 20 - hang_of(s), 0, false);
        stage_set_velocity(s, 1, 2, 3);
        yard_press(s, LOPE_BUTTON_GRAB);
        for (int i = 0; i < (int)(2 * rate); i++) {
            const double t = s->time + 1 / (double)rate;
            const lope_point moved = {t, 2 * t, 3 * t};
            line_carry(s, body, lope_point_add(from, moved), lope_point_add(to, moved));
            stage_tick(s, 1 / rate);
            assert_true(yard_is_on(s, id));
        }
        check_near("along", stage_feet(s).x, s->time, 1e-2);
        check_near("below the line", stage_feet(s).y + hang_of(s), 20 + 2 * s->time, 1e-3);
        check_near("beside", stage_feet(s).z, 3 * s->time, 1e-3);
        yard_press(s, LOPE_BUTTON_CROUCH);
        line_carry(s, body, from, to);
        stage_tick(s, 1 / rate);
        assert_false(yard_is_on(s, id));
        check_near("kept", stage_velocity(s).z, 3, 1e-2);
        stage_close(s);
    }
}

// Stopped at the end of a line that moves: it hangs there, and goes along.
static void a_stop_on_a_line_that_moves(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        stage *s = yard_open(frame);
        const lope_point from = {-20, 20, 0}, to = {20, 20, 0};
        const lope_body body = line_add(s, from, to, true);
        const uint32_t id = yard_add(s, lope_zipline_ability());
        yard_set(s, "zipline", "speed", 5);
        yard_set(s, "zipline", "at_end", LOPE_ZIPLINE_STOP);
        yard_place(s, 15, 17, 0, false);
        yard_place(s, 15, 20 - hang_of(s), 0, false);
        stage_set_velocity(s, 1, 0, 3);
        yard_press(s, LOPE_BUTTON_GRAB);
        stage_move(s, 1, 0);
        for (int i = 0; i < (int)(3 * rate); i++) {
            const double t = s->time + 1 / (double)rate;
            const lope_point moved = {t, -t, 3 * t};
            line_carry(s, body, lope_point_add(from, moved), lope_point_add(to, moved));
            stage_tick(s, 1 / rate);
            assert_true(yard_is_on(s, id));
        }
        check_near("along", stage_feet(s).x, 20 - 0.3 * (double)s->state.standing_height / 1.76 + s->time, 1e-3);
        check_near("below the line", stage_feet(s).y + hang_of(s), 20 - s->time, 1e-3);
        check_near("beside", stage_feet(s).z, 3 * s->time, 1e-3);
        check_near("goes along", stage_velocity(s).z, 3, 1e-3);
        stage_close(s);
    }
}

// A level line that turns by 0.5 rad/s: the hands stay on it. A piece of at most 1/40 s goes straight, and is off
// by speed times turn times its time squared, which the next one takes back.
static void a_line_that_turns(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        stage *s = yard_open(frame);
        const lope_body body = line_add(s, lope_point_make(-20, 20, 0), lope_point_make(20, 20, 0), true);
        const uint32_t id = yard_add(s, lope_zipline_ability());
        yard_place(s, 5, 17, 0, false);
        yard_place(s, 5, 20 - hang_of(s), 0, false);
        yard_press(s, LOPE_BUTTON_GRAB);
        for (int i = 0; i < (int)(2 * rate); i++) {
            const double angle = 0.5 * (s->time + 1 / (double)rate), x = 20 * cos(angle), z = 20 * sin(angle);
            line_carry(s, body, lope_point_make(-x, 20, -z), lope_point_make(x, 20, z));
            stage_tick(s, 1 / rate);
            assert_true(yard_is_on(s, id));
            const brute_point at = stage_feet(s);
            check_near("beside", at.x * sin(angle) - at.z * cos(angle), 0, 1e-2);
            check_near("below the line", at.y + hang_of(s), 20, 1e-3);
        }
        assert_true(hypot(stage_feet(s).x, stage_feet(s).z) > 4.9);
        stage_close(s);
    }
}

// A wall on the way: never inside, and the character falls.
static void an_obstacle_ends_it(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        stage *s;
        const uint32_t id = open_zipline(&s, frame, 5);
        stage_box(s, -5, 0, -3, -4, 26, 3);
        stage_floor(s);
        const double time = yard_until_end(s, id, rate, 10);
        assert_true(time > 0.5);
        check_below("before the wall", stage_feet(s).x, -5 - (double)s->state.radius + 1e-3);
        stage_close(s);
    }
}

static void jump_lets_go(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        stage *s;
        const uint32_t id = open_zipline(&s, frame, 5);
        stage_run(s, 1, rate);
        const brute_point v = stage_velocity(s);
        yard_press(s, LOPE_BUTTON_JUMP);
        stage_tick(s, 1 / rate);
        assert_false(yard_is_on(s, id));
        check_near("along", stage_velocity(s).x, v.x, 1e-3);
        check_near("up", stage_velocity(s).y, v.y + 4 - G / (double)rate, 1e-3);
        stage_close(s);
    }
}

// By itself it takes hold of what it jumps into, and not of what it has just let go of.
static void a_jump_into_it_and_off_it(void **unused)
{
    (void)unused;
    each_yard(rate, frame) for (int crouch = 0; crouch < 2; crouch++)
    {
        stage *s;
        const uint32_t id = open_zipline(&s, frame, 5);
        const brute_point at = stage_feet(s);
        yard_set(s, "zipline", "auto_catch", 1);
        stage_place(s, at.x, at.y - 2, 0, LOPE_MODE_FALLING);
        s->input.held = s->input.pressed = 0;
        stage_set_velocity(s, 0, 6, 0);
        stage_run(s, 1, rate);
        assert_true(yard_is_on(s, id));
        yard_press(s, crouch ? LOPE_BUTTON_CROUCH : LOPE_BUTTON_JUMP);
        stage_tick(s, 1 / rate);
        s->input.held = 0;
        stage_run(s, 0.25, rate);
        assert_false(yard_is_on(s, id));
        stage_close(s);
    }
}

static void refusals_ends_and_copies(void **unused)
{
    (void)unused;
    for (int frame = 0; frame < FRAMES; frame++) {
        stage *s;
        uint32_t id = open_line_at(&s, frame, lope_point_make(0, 20, 0), lope_point_make(1, 10, 0), 4); // a rope
        stage_tick(s, 1.0f / 60);
        assert_int_equal(yard_refused(s, id), LOPE_REFUSAL_NONE_NEAR);
        stage_close(s);
        id = open_zipline(&s, frame, 5);
        const brute_point at = stage_feet(s);
        stage_box(s, at.x - 1, at.y - 0.3, -1, at.x + 1, at.y - 0.1, 1); // the floor is above the place to hang
        stage_place(s, at.x, at.y - 0.3 - (double)s->state.height, 0, LOPE_MODE_FALLING);
        yard_press(s, LOPE_BUTTON_GRAB);
        yard_set(s, "zipline", "reach", 3);
        stage_tick(s, 1.0f / 60);
        assert_int_equal(yard_refused(s, id), LOPE_REFUSAL_NO_ROOM);
        stage_close(s);
        id = open_zipline(&s, frame, 5);
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

static void settings_are_as_the_header_says(void **unused)
{
    (void)unused;
    lope_zipline_settings initially, read;
    lope_zipline_settings_default(&initially);
    stage *s = yard_open(0);
    memcpy(&read, lope_moveset_ability_settings(&s->moveset, yard_add(s, lope_zipline_ability())), sizeof read);
    assert_memory_equal(&read, &initially, sizeof read);
    stage_close(s);
}

// Caught from a deck that moves along a leaning line: with a constant speed the way along the line begins where the
// hands are at the instant of the press. 1 mm as the rope's; a tick at 20 Hz is 250 mm of the deck's way.
#define HIGH 4.6 // m: within 1 m of the head, so that a tick knows the body without being told of all

static void caught_from_a_deck(void **unused)
{
    (void)unused;
    each_yard(rate, frame) for (int k = 0; k < 3; k++)
    {
        const double u = 5, carried = k == 1 ? u : k == 2 ? -2 : 0, rise = 0.1; // m/s: of the deck, of the line; m a m
        const double steep = hypot(1, rise), seconds = 0.5;                     // settled by then
        stage *s = yard_open(frame);
        const lope_body deck = stage_moving_box(s, 0, 1.5, 0, 4, 1, 4);
        const lope_body line =
            line_add(s, lope_point_make(30, HIGH + 30 * rise, 0), lope_point_make(-30, HIGH - 30 * rise, 0), true);
        const uint32_t id = yard_add(s, lope_zipline_ability());
        yard_set(s, "zipline", "speed", 3);
        yard_set(s, "zipline", "reach", 3); // bodies are looked for at their place of the end of the tick
        yard_place(s, 0, 2, 0, true);
        double x = 0, at = 0, due = 0;
        const int before = 4, after = (int)(seconds * (double)rate + 0.5);
        for (int i = 0; i < before + after; i++) {
            if (i == before) {
                yard_press(s, LOPE_BUTTON_GRAB);
                due = (x - at + (2 + hang_of(s) - HIGH) * rise) / steep; // of the hands along the line, from its middle
            }
            x += u / (double)rate, at += carried / (double)rate;
            stage_carry(s, deck, x, 1.5, 0);
            line_carry(s, line, lope_point_make(at + 30, HIGH + 30 * rise, 0), lope_point_make(at - 30, HIGH - 30 * rise, 0));
            stage_tick(s, 1 / rate);
            if (i >= before) assert_true(yard_is_on(s, id));
        }
        due -= 3 * after / (double)rate; // down the line
        check_near("along the line", stage_feet(s).x - at, due / steep, 1e-3);
        check_near("below the line", stage_feet(s).y + hang_of(s), HIGH + due / steep * rise, 1e-3);
        stage_close(s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_slide_is_the_closed_form),
        cmocka_unit_test(constant_speed_and_the_end),
        cmocka_unit_test(caught_from_a_deck),
        cmocka_unit_test(input_on_a_level_line),
        cmocka_unit_test(the_catch_comes_below_the_line),
        cmocka_unit_test(a_line_that_moves_takes_it_along),
        cmocka_unit_test(a_stop_on_a_line_that_moves),
        cmocka_unit_test(an_obstacle_ends_it),
        cmocka_unit_test(jump_lets_go),
        cmocka_unit_test(a_line_that_turns),
        cmocka_unit_test(a_jump_into_it_and_off_it),
        cmocka_unit_test(refusals_ends_and_copies),
        cmocka_unit_test(settings_are_as_the_header_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
