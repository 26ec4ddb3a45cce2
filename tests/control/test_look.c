// test_look.c - mouse, stick and touch: dead zone, response, sums that do not depend on the frame rate, boost
// against a sum of a million short steps, inversion, acceleration, bad settings.
#include "../behaviour/check.h"

#include <lope/look.h>

#define CLOSE 1e-5 // rad and shares

static double length(float x, float y) { return hypot((double)x, (double)y); }

static void dead_zone_and_response_shape_a_stick(void **unused)
{
    (void)unused;
    static const lope_stick_settings curve = {.dead_zone = 0.25f, .full_zone = 0.125f, .exponent = 2},
                                     none = {.dead_zone = -1, .full_zone = -1};
    for (int i = 0; i <= 400; i++)
        for (int k = 0; k < 16; k++) {
            const double way = i / 200.0, angle = k * 0.3927, cut = way < 1 ? way : 1;
            float x, y;
            lope_stick_shape(&curve, (float)(way * cos(angle)), (float)(way * sin(angle)), &x, &y);
            const double share = cut <= 0.25 ? 0 : cut >= 0.875 ? 1 : (cut - 0.25) / 0.625;
            if (fabs(cut - 0.25) > 1e-6) check_near("length", length(x, y), share * share, CLOSE);
            if (share > 0.01) check_near("direction", (double)y * cos(angle) - (double)x * sin(angle), 0, CLOSE);
            lope_stick_shape(&none, (float)(way * cos(angle)), (float)(way * sin(angle)), &x, &y);
            check_near("without zones", length(x, y), cut, CLOSE);
        }
    float x, y;
    lope_stick_shape(NULL, 0.19f, 0, &x, &y);
    check_near("in the default dead zone", length(x, y), 0, 0);
    lope_stick_shape(&(lope_stick_settings){.dead_zone = 0.5f, .axial = true}, 0.9f, 0.4f, &x, &y);
    check_near("axial: the small axis rests", (double)y, 0, 0);
    assert_true(x > 0.8f);
    lope_stick_shape(NULL, NAN, 1, &x, &y);
    check_near("not a number", length(x, y), 0, 0);
}

// Two seconds of a stick that is all out: the sum over the frames, at any rate, against many short steps of
// the factor of that instant.
static void stick_turns_alike_at_all_rates(void **unused)
{
    (void)unused;
    static const lope_stick_settings s = {.turn_rate = 2, .pitch_rate = 1, .boost = 3, .boost_delay = 0.4f, .boost_time = 0.5f};
    double wanted = 0;
    for (int i = 0; i < 1000000; i++) {
        const double t = (i + 0.5) * 2e-6, ramp = t < 0.4 ? 0 : t < 0.9 ? (t - 0.4) / 0.5 : 1;
        wanted += 2e-6 * (1 + 2 * ramp);
    }
    static const double rates[] = {20, 30, 60, 144, 240, 360};
    for (int r = 0; r < 6; r++) {
        lope_stick_memory memory = {0};
        double yaw = 0, pitch = 0, one_yaw, one_pitch;
        for (int i = 0; i < (int)(2 * rates[r]); i++) {
            lope_look_from_stick(&memory, &s, 0.98f, 0, 1 / rates[r], &one_yaw, &one_pitch);
            yaw += one_yaw;
            pitch += one_pitch;
        }
        check_near("yaw", yaw, -2 * wanted, CLOSE);
        check_near("pitch", pitch, 0, 0);
        lope_look_from_stick(&memory, &s, 0, 0.5f, 0.25, &one_yaw, &one_pitch); // not out: the boost begins anew
        check_near("boost forgotten", memory.out_seconds, 0, 0);
        check_near("pitch of half a stick", one_pitch, 0.25 * (0.5 - 0.2) / 0.75, CLOSE);
    }
}

static void pointer_turns_by_its_way(void **unused)
{
    (void)unused;
    double yaw, pitch;
    lope_look_from_pointer(NULL, 100, -40, 0.016, &yaw, &pitch);
    check_near("yaw", yaw, -0.15, CLOSE);
    check_near("pitch", pitch, 0.06, CLOSE);
    const lope_pointer_settings s = {.sensitivity = 0.002f,
                                     .pitch_sensitivity = 0.001f,
                                     .invert_pitch = true,
                                     .invert_yaw = true,
                                     .acceleration = 0.5f,
                                     .most = 2};
    lope_look_from_pointer(&s, 30, 40, 0.1, &yaw, &pitch); // 500 counts/s: 1.25 times
    check_near("accelerated yaw", yaw, 30 * 0.002 * 1.25, CLOSE);
    check_near("accelerated pitch", pitch, 40 * 0.001 * 1.25, CLOSE);
    lope_look_from_pointer(&s, 3000, 0, 0.1, &yaw, &pitch); // 30,000 counts/s: 16 times, at most 2
    check_near("at most", yaw, 3000 * 0.002 * 2, CLOSE);
    lope_look_from_pointer(&s, INFINITY, 0, 0.1, &yaw, &pitch);
    check_near("not finite", yaw, 0, 0);
}

static void bad_settings_are_named(void **unused)
{
    (void)unused;
    lope_error error;
    assert_int_equal(lope_stick_settings_check(&(lope_stick_settings){.exponent = 9}, &error), LOPE_ERROR_RANGE);
    assert_string_equal(error.field, "exponent");
    assert_int_equal(lope_stick_settings_check(&(lope_stick_settings){.boost_time = NAN}, &error), LOPE_ERROR_NOT_FINITE);
    assert_string_equal(error.field, "boost_time");
    assert_int_equal(lope_pointer_settings_check(&(lope_pointer_settings){.sensitivity = -1}, &error), LOPE_ERROR_RANGE);
    assert_string_equal(error.field, "sensitivity");
    assert_int_equal(lope_stick_settings_check(&(lope_stick_settings){0}, &error), LOPE_OK);
    assert_int_equal(lope_pointer_settings_check(&(lope_pointer_settings){0}, &error), LOPE_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(dead_zone_and_response_shape_a_stick),
                                       cmocka_unit_test(stick_turns_alike_at_all_rates),
                                       cmocka_unit_test(pointer_turns_by_its_way), cmocka_unit_test(bad_settings_are_named)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
