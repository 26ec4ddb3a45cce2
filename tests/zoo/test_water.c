// The zoo's scenarios of volumes: water, gravity, triggers, sensors.
#include "zoo.h"

#include <math.h>

static const double rates[] = {20, 60, 360};

static bool near_to(double value, double wanted, double tolerance)
{
    if (fabs(value - wanted) <= tolerance) return true;
    print_message("  %.6f, wanted %.6f within %g\n", value, wanted, tolerance);
    return false;
}

static void a_pool_is_crossed(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        zoo *z = zoo_open("water_pool", rates[i]);
        while (zoo_tick(z)) continue;
        print_message("  %3.0f Hz: hero %s at %.3f, %.3f; other %s at %.3f\n", rates[i],
                      lope_mode_name(zoo_state(z, "hero")->mode), zoo_feet(z, "hero").x, zoo_feet(z, "hero").y,
                      lope_mode_name(zoo_state(z, "other")->mode), zoo_feet(z, "other").x);
        assert_int_equal(zoo_state(z, "hero")->mode, LOPE_MODE_WALKING);
        assert_true(near_to(zoo_feet(z, "hero").y, 0.3, 1e-4)); // the shore's top is a float
        assert_int_equal(zoo_count(z, "hero", LOPE_EVENT_ENTER), 1);
        assert_int_equal(zoo_count(z, "hero", LOPE_EVENT_LEAVE), 1);
        assert_int_equal(zoo_state(z, "other")->mode, LOPE_MODE_SWIMMING); // 0.8 m is too high
        assert_true(zoo_feet(z, "other").x < 10);
        // 2 m of fall: the feet come under after sqrt(2 h / g); the middle makes it swim
        const zoo_event *off = zoo_event_of(z, "hero", LOPE_EVENT_WALK_OFF, 0),
                        *in = zoo_event_of(z, "hero", LOPE_EVENT_ENTER, 0);
        assert_true(near_to(in->time - off->time, sqrt(2 * 2 / 9.8), 2e-4));
        zoo_close(z);
    }
}

static void floaters_bob_and_rest(void **unused)
{
    (void)unused;
    static const char *const names[] = {"neutral", "light", "lighter", "cork"};
    static const double immersions[] = {1, 1 / 1.25, 0.5, 0.2};
    for (int i = 0; i < 3; i++) {
        zoo *z = zoo_open("water_bobbing", rates[i]);
        while (zoo_tick(z)) continue;
        for (int k = 0; k < 4; k++) {
            assert_int_equal(zoo_state(z, names[k])->mode, LOPE_MODE_SWIMMING);
            assert_true(near_to((double)zoo_state(z, names[k])->immersion, immersions[k], 0.005));
            assert_true(lope_point_length(zoo_velocity(z, names[k])) < 2e-3);
        }
        assert_true(near_to(zoo_feet(z, "neutral").y, -4, 1e-6));
        assert_int_equal(zoo_count(z, "leaper", LOPE_EVENT_JUMP), 1);
        const zoo_event *apex = zoo_event_of(z, "leaper", LOPE_EVENT_APEX, 0);
        assert_true(near_to((double)apex->event.value, 4.2 * 4.2 / (2 * 9.8), 1e-4));
        zoo_close(z);
    }
}

static void a_beach_leads_in_and_out(void **unused)
{
    (void)unused;
    double in[3], out[3];
    for (int i = 0; i < 3; i++) {
        zoo *z = zoo_open("water_beach", rates[i]);
        while (zoo_tick(z)) continue;
        assert_int_equal(zoo_count(z, "hero", LOPE_EVENT_MODE), 2);
        const zoo_event *first = zoo_event_of(z, "hero", LOPE_EVENT_MODE, 0),
                        *second = zoo_event_of(z, "hero", LOPE_EVENT_MODE, 1);
        assert_int_equal(first->event.to, LOPE_MODE_SWIMMING);
        assert_int_equal(second->event.to, LOPE_MODE_WALKING);
        in[i] = first->time;
        out[i] = second->time;
        print_message("  %3.0f Hz: swims from %.4f to %.4f s\n", rates[i], in[i], out[i]);
        zoo_close(z);
    }
    for (int i = 0; i < 2; i++) {
        assert_true(near_to(in[i], in[2], 0.002));
        assert_true(near_to(out[i], out[2], 0.02)); // a slice of swimming is 1/60 s
    }
}

static void the_moon_is_in_a_volume(void **unused)
{
    (void)unused;
    static const char *const names[] = {"outside", "inside", "middle"};
    static const double pulls[] = {9.8, 1.62, 9.8};
    for (int i = 0; i < 3; i++) {
        zoo *z = zoo_open("volume_low_gravity", rates[i]);
        while (zoo_tick(z)) continue;
        for (int k = 0; k < 3; k++) {
            const zoo_event *apex = zoo_event_of(z, names[k], LOPE_EVENT_APEX, 0);
            assert_non_null(apex);
            assert_true(near_to((double)apex->event.value, 4.2 * 4.2 / (2 * pulls[k]), 1e-4));
        }
        zoo_close(z);
    }
}

// Gravity that turns by 18 degrees at a volume's boundary: at every rate where it is at the finest, all the
// way, and up turns once each way.
static void gravity_turns_at_the_boundary(void **unused)
{
    (void)unused;
    static const char *const names[] = {"walker", "along", "faller", "flier"};
    lope_point at[4][60];
    for (int i = 2; i >= 0; i--) {
        zoo *z = zoo_open("volume_slanted", rates[i]);
        double worst[4] = {0};
        int turns[4] = {0};
        bool slants[4] = {0};
        for (int n = 0; n < 60; n++) {
            zoo_play(z, 0.05 * (n + 1));
            for (int k = 0; k < 4; k++) {
                lope_point feet = zoo_feet(z, names[k]);
                bool slanted = zoo_state(z, names[k])->up.y < 0.99f;
                turns[k] += slanted != slants[k];
                slants[k] = slanted;
                if (i == 2) at[k][n] = feet;
                double off = lope_point_length(lope_point_sub(feet, at[k][n]));
                if (off > worst[k]) worst[k] = off;
            }
        }
        for (int k = 0; k < 4; k++) {
            print_message("  %3.0f Hz: %s off by at most %.4f m, up turned %d times\n", rates[i], names[k], worst[k], turns[k]);
            if (worst[k] > 0.01) fail_msg("%s is off by %g m", names[k], worst[k]);
            if (turns[k] < 1 || turns[k] > 2) fail_msg("up of %s turned %d times", names[k], turns[k]);
        }
        zoo_close(z);
    }
}

static void a_thin_trigger_is_told(void **unused)
{
    (void)unused;
    static const char *const names[] = {"fast", "walker", "still"};
    for (int i = 0; i < 3; i++) {
        zoo *z = zoo_open("volume_trigger", rates[i]);
        while (zoo_tick(z)) continue;
        for (int k = 0; k < 3; k++) {
            assert_int_equal(zoo_count(z, names[k], LOPE_EVENT_ENTER), 1);
            assert_int_equal(zoo_count(z, names[k], LOPE_EVENT_LEAVE), 1);
            assert_true(zoo_event_of(z, names[k], LOPE_EVENT_ENTER, 0)->time <
                        zoo_event_of(z, names[k], LOPE_EVENT_LEAVE, 0)->time);
        }
        // 6 m less half the thickness and the radius, at 80 m/s from 0.5 s on; the gate comes at 12 m/s
        assert_true(near_to(zoo_event_of(z, "fast", LOPE_EVENT_ENTER, 0)->time, 0.5 + (6 - 0.005 - 0.34) / 80, 2e-4));
        assert_true(near_to(zoo_event_of(z, "still", LOPE_EVENT_ENTER, 0)->time, (10 - 0.005 - 0.34) / 12, 2e-4));
        zoo_close(z);
    }
}

static void sensors_reach_ahead(void **unused)
{
    (void)unused;
    for (int i = 0; i < 3; i++) {
        zoo *z = zoo_open("volume_sensors", rates[i]);
        while (zoo_tick(z)) continue;
        assert_int_equal(zoo_count(z, "bearer", LOPE_EVENT_ENTER), 4);
        assert_int_equal(zoo_count(z, "bearer", LOPE_EVENT_LEAVE), 4);
        // the reach ends 2.2 m ahead, the capsule 0.34 m: the lamp of 0.3 m stands on the way of both
        const zoo_event *reach = zoo_event_of(z, "bearer", LOPE_EVENT_ENTER, 0),
                        *body = zoo_event_of(z, "bearer", LOPE_EVENT_ENTER, 1);
        assert_int_equal(reach->event.from, 1);
        assert_int_equal(body->event.from, 0);
        assert_true(near_to(body->time - reach->time, (2.2 - 0.34) / 6, 2e-4));
        assert_true(zoo_feet(z, "bearer").z < -12);
        zoo_close(z);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pool_is_crossed),
        cmocka_unit_test(floaters_bob_and_rest),
        cmocka_unit_test(a_beach_leads_in_and_out),
        cmocka_unit_test(the_moon_is_in_a_volume),
        cmocka_unit_test(a_thin_trigger_is_told),
        cmocka_unit_test(sensors_reach_ahead),
        cmocka_unit_test(gravity_turns_at_the_boundary),
    };
    return cmocka_run_group_tests_name("zoo.water", tests, NULL, NULL);
}
