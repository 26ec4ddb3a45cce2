// The zoo's scenarios of the plane constraint, the presets and time scales.
#include "zoo.h"

#include <math.h>
#include <stdio.h>

static const double rates[] = {20, 60, 360};

static void near_to(const char *what, double value, double wanted, double tolerance)
{
    if (!(fabs(value - wanted) <= tolerance)) fail_msg("%s: %.9g, wanted %.9g within %.3g", what, value, wanted, tolerance);
}

// In the plane in every tick, up the oblique ramp and step, over the gap, unmoved by a launch across, stopped
// by an oblique wall.
static void runner_stays_in_the_plane(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        zoo *z = zoo_open("plane_runner", rates[i]);
        double highest = 0;
        while (zoo_tick(z)) {
            const lope_point feet = zoo_feet(z, "runner");
            near_to("off the plane", feet.z, 0, 1e-7); // a float velocity's rounding in a tick of 1/20 s
            near_to("velocity across", zoo_velocity(z, "runner").z, 0, 1e-6);
            if (feet.y > highest) highest = feet.y;
        }
        // the wall's face is 0.5 / cos 40 before x = 33, the axis 0.34 / cos 40 before that
        near_to("stopped at", zoo_feet(z, "runner").x, 33 - 0.84 / cos(40 * 3.14159265358979 / 180), 2e-3);
        near_to("at rest", zoo_velocity(z, "runner").x, 0, 1e-6);
        assert_int_equal(zoo_count(z, "runner", LOPE_EVENT_JUMP), 1);
        assert_int_equal(zoo_count(z, "runner", LOPE_EVENT_STUCK), 0);
        near_to("jump from the pillar", highest, 0.35 + 6.0 * 6.0 / 19.6, 2e-3);
        zoo_close(z);
    }
}

static void seen_from_above(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        zoo *z = zoo_open("plane_level", rates[i]);
        zoo_play(z, 2.5);
        const lope_state *state = zoo_state(z, "hero");
        assert_int_equal(state->mode, LOPE_MODE_WALKING);
        near_to("stopped by the ramp", (double)state->velocity.x, 0, 1e-6);
        while (zoo_tick(z)) near_to("height", zoo_feet(z, "hero").y, 0, 1e-6);
        assert_true(zoo_feet(z, "hero").x < -8); // beyond the ledge at -6
        assert_int_equal(zoo_count(z, "hero", LOPE_EVENT_JUMP), 0);
        assert_int_equal(zoo_count(z, "hero", LOPE_EVENT_REFUSE), 1);
        assert_int_equal(zoo_event_of(z, "hero", LOPE_EVENT_REFUSE, 0)->event.to, LOPE_REFUSAL_PLANE);
        zoo_close(z);
    }
}

// Each preset's top speed and jump, by the closed forms of its own numbers.
static void presets_do_what_they_say(void **unused)
{
    (void)unused;
    for (uint32_t k = 0; k < lope_preset_count(); k++) {
        lope_tuning tuning;
        char name[64];
        lope_tuning_preset(lope_preset_name(k), &tuning);
        snprintf(name, sizeof name, "preset_%s", lope_preset_name(k));
        for (int i = 0; i < 3; i++) {
            if (tuning.integrator == LOPE_INTEGRATOR_UNREAL && rates[i] != 60) continue; // its own figures hold at its own rate
            zoo *z = zoo_open(name, rates[i]);
            zoo_play(z, 2.4);
            near_to("top speed", zoo_velocity(z, "hero").x, (double)tuning.max_walk_speed, 2e-3);
            while (zoo_tick(z)) {}
            const double g = 9.8 * (double)tuning.gravity_scale, v = (double)tuning.jump_speed;
            const double held = v * (double)tuning.jump_max_hold_time, up = held + v * v / (2 * g);
            const zoo_event *jump = zoo_event_of(z, "hero", LOPE_EVENT_JUMP, 0),
                            *land = zoo_event_of(z, "hero", LOPE_EVENT_LAND, 0);
            assert_true(jump && land && zoo_count(z, "hero", LOPE_EVENT_JUMP) == 1);
            near_to("height", (double)zoo_event_of(z, "hero", LOPE_EVENT_APEX, 0)->event.value, up, 0.01 * up);
            near_to("time in the air", land->time - jump->time, (double)tuning.jump_max_hold_time + v / g + sqrt(2 * up / g),
                    0.02);
            near_to("at rest in the end", zoo_velocity(z, "hero").x, 0, 1e-6);
            zoo_close(z);
        }
    }
}

// After the clock's 1 s: 6 m/s of a world at half its time, half of that again, and nothing.
static void time_is_scaled(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        zoo *z = zoo_open("slow_motion", rates[i]);
        while (zoo_tick(z)) {}
        // 0.879 m are lost to reaching 6 m/s (6^2 / (2 * 20.48)); 5 s of the clock are 2.5 s and 1.25 s of
        // theirs
        near_to("walker", zoo_feet(z, "walker").x, 6 * 2.5 - 0.879, 0.01);
        near_to("slow", zoo_feet(z, "slow").x, 6 * 1.25 - 0.879, 0.01);
        assert_true(zoo_feet(z, "statue").x == 0);
        near_to("sled", zoo_piece(z, "sled").position.x, 2 * 3, 1e-9);
        near_to("jump", zoo_event_of(z, "walker", LOPE_EVENT_JUMP, 0)->time, 2, 1e-6);
        near_to("landing, by the clock", zoo_event_of(z, "walker", LOPE_EVENT_LAND, 0)->time, 2 + 2 * 2 * 4.2 / 9.8, 0.01);
        zoo_close(z);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runner_stays_in_the_plane),
        cmocka_unit_test(seen_from_above),
        cmocka_unit_test(presets_do_what_they_say),
        cmocka_unit_test(time_is_scaled),
    };
    return cmocka_run_group_tests_name("zoo.border", tests, NULL, NULL);
}
