// test_rope.c - the rope against the pendulum's closed forms, its ends and its refusals.
#include "lines.h"

#include <stdio.h>

#define G 9.8
#define TOP 10.0  // m: the anchor
#define LONG 6.0  // m: the rope's body
#define NEAR 5e-3 // the promise
#define FINE 2e-4 // of energies: velocities are kept as floats, and chords are swept

static double hands_of(const stage *s) { return 0.9 * (double)s->state.height; }

// Hangs a character `length` below the anchor, with a level speed along x.
static uint32_t open_rope(stage **s, int frame, double length, double speed)
{
    *s = yard_open(frame);
    line_add(*s, lope_point_make(0, TOP - LONG, 0), lope_point_make(0, TOP, 0), false);
    const uint32_t id = yard_add(*s, lope_rope_ability());
    yard_place(*s, 0, TOP - length, 0, false);
    yard_place(*s, 0, TOP - length - hands_of(*s), 0, false);
    stage_set_velocity(*s, speed, 0, 0);
    yard_press(*s, LOPE_BUTTON_GRAB);
    return id;
}

static brute_point arm_of(const stage *s)
{
    brute_point at = stage_feet(s);
    at.y += hands_of(s) - TOP;
    return at;
}

static double energy_of(const stage *s)
{
    const brute_point v = stage_velocity(s), r = arm_of(s);
    return 0.5 * (v.x * v.x + v.y * v.y + v.z * v.z) + G * r.y;
}

// The period by the elliptic integral, from the arithmetic-geometric mean.
static double period_of(double length, double speed)
{
    const double k = speed / (2 * sqrt(G * length)); // sine of half of the widest angle
    double a = 1, b = sqrt(1 - k * k);
    for (int i = 0; i < 20; i++) {
        const double mean = 0.5 * (a + b);
        b = sqrt(a * b);
        a = mean;
    }
    return 2 * 3.14159265358979323846 * sqrt(length / G) / a;
}

static void periods_and_energy(void **unused)
{
    (void)unused;
    const double speeds[] = {0.3, 4, 6}; // 3.9, 53 and 85 degrees at 2 m
    for (int k = 0; k < 3; k++) each_yard(rate, frame)
        {
            stage *s;
            const uint32_t id = open_rope(&s, frame, 2, speeds[k]);
            const double whole = 0.5 * speeds[k] * speeds[k] - 2 * G;
            double crossed = 0, last = 0;
            int turns = 0;
            while (turns < 4 && s->time < 10) {
                stage_tick(s, 1 / rate);
                assert_true(yard_is_on(s, id));
                const brute_point r = arm_of(s);
                check_near("length", sqrt(r.x * r.x + r.y * r.y + r.z * r.z), 2, 1e-5);
                check_near("energy", energy_of(s), whole, FINE * 2 * G);
                if (s->tick > 1 && last * r.x < 0 && ++turns == 4) crossed = s->time - (double)(1 / rate) * r.x / (r.x - last);
                last = r.x;
            }
            const double wanted = 2 * period_of(2, speeds[k]);
            check_near("two periods", crossed, wanted, NEAR * wanted);
            stage_close(s);
        }
}

// Above the anchor and too slow for the circle: it leaves it where the tension ends, and falls freely.
static void slack_and_rod(void **unused)
{
    (void)unused;
    each_yard(rate, frame) for (int rod = 0; rod < 2; rod++)
    {
        stage *s;
        const double length = 2, speed = sqrt((rod ? 4.4 : 3.5) * G * length);
        open_rope(&s, frame, length, speed);
        yard_set(s, "rope", "rod", rod);
        double top = -9;
        while (s->time < 1.5) {
            stage_tick(s, 1 / rate);
            if (arm_of(s).y > top) top = arm_of(s).y;
        }
        const double c = (speed * speed - 2 * G * length) / (3 * G * length);
        const double wanted = rod ? length : length * c + length * c * (1 - c * c) / 2;
        // the highest place of all ticks, which stand up to half a tick beside the top
        check_near("top", top, wanted, 1e-2 + G * 0.125 / (double)(rate * rate) * (rod ? 4 : 1));
        assert_true(energy_of(s) < 0.5 * speed * speed - G * length + 0.01);
        stage_close(s);
    }
}

// Angular momentum about the plumb line through the anchor stays, also while it climbs.
static void climbing_keeps_the_angular_momentum(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        stage *s;
        open_rope(&s, frame, 4, 4);
        stage_run(s, 0.5, rate);
        const brute_point v = stage_velocity(s);
        stage_set_velocity(s, v.x, v.y, 3);
        const double before = arm_of(s).z * v.x - arm_of(s).x * 3;
        const lope_point up = lope_quat_rotate_point(s->turn, lope_point_make(0, 1, 0));
        s->input.move = lope_point_to_vec3(up);
        const int ticks = (int)(rate + 0.5f);
        for (int i = 0; i < ticks; i++) {
            s->input.move = lope_vec3_make(0, 1, 0);
            stage_tick(s, 1 / rate);
        }
        const brute_point r = arm_of(s), w = stage_velocity(s);
        check_near("length", sqrt(r.x * r.x + r.y * r.y + r.z * r.z), 2.5, 1e-4);
        check_near("angular momentum", r.z * w.x - r.x * w.z, before, NEAR * fabs(before));
        stage_close(s);
    }
}

static void jump_and_crouch_let_go(void **unused)
{
    (void)unused;
    each_yard(rate, frame) for (int crouch = 0; crouch < 2; crouch++)
    {
        stage *s;
        const uint32_t id = open_rope(&s, frame, 3, 3);
        stage_run(s, 0.5, rate);
        const brute_point v = stage_velocity(s);
        yard_press(s, crouch ? LOPE_BUTTON_CROUCH : LOPE_BUTTON_JUMP);
        stage_tick(s, 1 / rate);
        assert_false(yard_is_on(s, id));
        assert_int_equal(s->state.mode, LOPE_MODE_FALLING);
        check_near("along", stage_velocity(s).x, v.x, 1e-4);
        check_near("up", stage_velocity(s).y, v.y + (crouch ? 0 : 4) - G / (double)rate, 1e-4);
        stage_close(s);
    }
}

// An anchor at constant speed: the character hangs still below it, and keeps that speed when it lets go.
static void the_anchor_takes_it_along(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        stage *s = yard_open(frame);
        const lope_body body = line_add(s, lope_point_make(0, TOP - LONG, 0), lope_point_make(0, TOP, 0), true);
        const uint32_t id = yard_add(s, lope_rope_ability());
        yard_place(s, 0, TOP - 3, 0, false);
        yard_place(s, 0, TOP - 3 - hands_of(s), 0, false);
        stage_set_velocity(s, 2, 1, 0);
        yard_press(s, LOPE_BUTTON_GRAB);
        for (int i = 0; i < (int)(2 * rate); i++) {
            const double t = s->time + 1 / (double)rate;
            line_carry(s, body, lope_point_make(2 * t, TOP - LONG + t, 0), lope_point_make(2 * t, TOP + t, 0));
            stage_tick(s, 1 / rate);
            assert_true(yard_is_on(s, id));
        }
        check_near("beside", stage_feet(s).x, 2 * s->time, 1e-3);
        check_near("below", arm_of(s).y, s->time - 3, 1e-3);
        check_near("speed", stage_velocity(s).x, 2, 1e-3);
        lope_level_remove(s->level, body);
        stage_tick(s, 1 / rate);
        assert_false(yard_is_on(s, id));
        check_near("kept", stage_velocity(s).x, 2, 1e-3);
        stage_close(s);
    }
}

// An anchor that speeds up by 3 m/s2: from rest the character swings back to twice the angle of rest. Bodies go
// straight in a tick, so the speed comes in steps.
static void an_anchor_that_speeds_up(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        stage *s = yard_open(frame);
        const lope_body body = line_add(s, lope_point_make(0, TOP - LONG, 0), lope_point_make(0, TOP, 0), true);
        const uint32_t id = yard_add(s, lope_rope_ability());
        yard_place(s, 0, TOP - 3, 0, false);
        yard_place(s, 0, TOP - 3 - hands_of(s), 0, false);
        yard_press(s, LOPE_BUTTON_GRAB);
        double widest = 0;
        for (int i = 0; i < (int)(3 * rate); i++) {
            const double t = s->time + 1 / (double)rate, x = 1.5 * t * t;
            line_carry(s, body, lope_point_make(x, TOP - LONG, 0), lope_point_make(x, TOP, 0));
            stage_tick(s, 1 / rate);
            assert_true(yard_is_on(s, id));
            const double lean = atan2(x - stage_feet(s).x, -arm_of(s).y);
            if (lean > widest) widest = lean;
        }
        const double wanted = 2 * atan2(3, G);
        check_near("lean", widest, wanted, 1e-3); // the widest of all ticks; 4e-4 is measured at 20 Hz
        stage_close(s);
    }
}

// A swing against walls, with input all about: never inside, and the rope never longer than it is.
static void walls_stop_it(void **unused)
{
    (void)unused;
    each_yard(rate, frame)
    {
        stage *s;
        const uint32_t id = open_rope(&s, frame, 4, 7);
        stage_box(s, 1.5, 0, -9, 3, 20, 9);
        stage_tilted_box(s, -3, 4, 1, 2, 6, 4, 30, 20);
        stage_floor(s);
        uint32_t seed = 12345; // fixed: printed by this line
        for (int i = 0; i < (int)(6 * rate); i++) {
            if (i % 20 == 0) {
                seed = seed * 1664525u + 1013904223u;
                const double angle = (double)(seed >> 8) * 1e-6;
                stage_move(s, cos(angle), sin(angle));
            }
            stage_tick(s, 1 / rate);
            check_below("depth", stage_depth(s), 1e-4);
            const brute_point r = arm_of(s);
            if (yard_is_on(s, id)) check_below("length", sqrt(r.x * r.x + r.y * r.y + r.z * r.z), 4 + 0.36);
        }
        stage_close(s);
    }
}

static void a_copy_goes_the_same_way(void **unused)
{
    (void)unused;
    stage *s;
    open_rope(&s, 3, 3, 5);
    stage_move(s, 0.3, 0.7);
    stage_run(s, 0.5, 60);
    const lope_state middle = s->state;
    stage_run(s, 1, 60);
    const uint64_t wanted = lope_state_hash(&s->state);
    s->state = middle;
    stage_run(s, 1, 60);
    assert_true(lope_state_hash(&s->state) == wanted);
    stage_close(s);
}

static void refusals_and_ends(void **unused)
{
    (void)unused;
    for (int frame = 0; frame < FRAMES; frame++) {
        stage *s = yard_open(frame);
        line_add(s, lope_point_make(9, 5, 0), lope_point_make(12, 6, 0), false); // leans too much for a rope
        const uint32_t id = yard_add(s, lope_rope_ability());
        for (int i = 0; i < 2; i++) {
            yard_place(s, i ? 10 : 0, i ? 4 : 50, 0, false);
            yard_press(s, LOPE_BUTTON_GRAB);
            stage_tick(s, 1.0f / 60);
            assert_int_equal(yard_refused(s, id), LOPE_REFUSAL_NONE_NEAR);
            s->input.held = 0;
        }
        stage_close(s);
        const uint32_t hung = open_rope(&s, frame, 3, 0);
        stage_run(s, 0.1, 60);
        assert_true(yard_is_on(s, hung));
        s->requests = (lope_requests){.asked = LOPE_REQUEST_TELEPORT, .teleport_feet = s->origin};
        stage_tick(s, 1.0f / 60);
        assert_false(yard_is_on(s, hung));
        assert_int_equal(s->state.mode, LOPE_MODE_FALLING);
        stage_close(s);
        open_rope(&s, frame, 0.3, 0);
        stage_tick(s, 1.0f / 60);
        assert_int_equal(yard_refused(s, 0), LOPE_REFUSAL_TOO_LOW);
        stage_close(s);
    }
}

// Without a press: it falls past the rope, and hangs on it.
static void by_itself_and_by_grapple(void **unused)
{
    (void)unused;
    for (int frame = 0; frame < FRAMES; frame++) {
        stage *s;
        uint32_t id = open_rope(&s, frame, 3, 0);
        s->input.held = s->input.pressed = 0;
        yard_set(s, "rope", "auto_catch", 1);
        stage_run(s, 0.5, 60);
        assert_true(yard_is_on(s, id));
        stage_close(s);
        s = yard_open(frame);
        stage_box(s, -5, 10, -5, 5, 11, 5);
        id = yard_add(s, lope_rope_ability());
        yard_set(s, "rope", "grapple", 20);
        yard_place(s, 0, 5, 0, false);
        s->input.look_pitch = 1.2f;
        yard_press(s, LOPE_BUTTON_GRAB);
        stage_run(s, 2, 60);
        assert_true(yard_is_on(s, id));
        stage_close(s);
    }
}

static void settings_are_as_the_header_says(void **unused)
{
    (void)unused;
    lope_rope_settings initially, read;
    lope_rope_settings_default(&initially);
    stage *s = yard_open(0);
    memcpy(&read, lope_moveset_ability_settings(&s->moveset, yard_add(s, lope_rope_ability())), sizeof read);
    assert_memory_equal(&read, &initially, sizeof read);
    stage_close(s);
}

#define DECK 5.0   // m/s
#define CATCH 1e-3 // m: asked; a tick at 20 Hz is 250 mm of the deck's way

// The rope's length, caught at the instant of the press from a deck that moves along or sinks (one that rises would
// push). The rope hangs still, goes along with the deck, or the other way.
static void caught_from_a_deck(void **unused)
{
    (void)unused;
    const double ways[3][2] = {{1, 0}, {0.8, -0.6}, {0.6, -0.8}}, ropes[3] = {0, 1, -0.4};
    for (int k = 0; k < 9; k++) each_yard(rate, frame)
        {
            const double u = DECK * ways[k % 3][0], w = DECK * ways[k % 3][1], v = DECK * ropes[k / 3];
            stage *s = yard_open(frame);
            const lope_body deck = stage_moving_box(s, 0, 1.5, 0, 4, 1, 4);
            const lope_body rope = line_add(s, lope_point_make(-0.2, TOP - LONG, 0), lope_point_make(-0.2, TOP, 0), true);
            const uint32_t id = yard_add(s, lope_rope_ability());
            yard_set(s, "rope", "rod", 1);
            yard_set(s, "rope", "reach", 3); // bodies are looked for at their place of the end of the tick
            yard_place(s, 0, 2, 0, true);
            const int before = 4;
            double x = 0, y = 1.5, at = -0.2, caught = 0;
            for (int i = 0; i < 3 * before; i++) {
                if (i == before) {
                    yard_press(s, LOPE_BUTTON_GRAB); // at the deck's place of the last tick's end
                    check_near("carried", stage_feet(s).x, x, 1e-4);
                }
                const double length = i == before ? hypot(TOP - y - 0.5 - hands_of(s), at - x) : 0;
                x += u / (double)rate, y += w / (double)rate, at += v / (double)rate;
                stage_carry(s, deck, x, y, 0);
                line_carry(s, rope, lope_point_make(at, TOP - LONG, 0), lope_point_make(at, TOP, 0));
                stage_tick(s, 1 / rate);
                if (i < before) continue;
                assert_true(yard_is_on(s, id));
                const brute_point feet = stage_feet(s);
                if (i == before) caught = length;
                check_near("length", hypot(hypot(TOP - feet.y - hands_of(s), at - feet.x), feet.z), caught, CATCH);
            }
            stage_close(s);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(periods_and_energy),
        cmocka_unit_test(slack_and_rod),
        cmocka_unit_test(caught_from_a_deck),
        cmocka_unit_test(jump_and_crouch_let_go),
        cmocka_unit_test(climbing_keeps_the_angular_momentum),
        cmocka_unit_test(the_anchor_takes_it_along),
        cmocka_unit_test(an_anchor_that_speeds_up),
        cmocka_unit_test(walls_stop_it),
        cmocka_unit_test(a_copy_goes_the_same_way),
        cmocka_unit_test(refusals_and_ends),
        cmocka_unit_test(by_itself_and_by_grapple),
        cmocka_unit_test(settings_are_as_the_header_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
