// test_spring_arm.c - the spring arm by Unreal's law against closed forms, at 20 to 360 frames a second and
// in four directions of gravity.
//
// A lag step of share a = rate * slice toward a target that moves by u a slice has the closed form
// e[n] = e[0] (1 - a)^n - u (1 - a) (1 - (1 - a)^n) / a, e being the offset from the target. Tolerance 1e-5 m:
// rotations are floats, 1e-7 of an arm of some metres, and the rest is what the law asks for.
#include "../behaviour/check.h"

#include <lope/lope.h>
#include <lope/spring_arm.h>

#include <math.h>

#define TOLERANCE 1e-5
#define PI 3.14159265358979323846

static const int rates[] = {20, 30, 60, 75, 144, 240, 360};
static const lope_vec3 ups[] = {{0, 1, 0}, {0, -1, 0}, {1, 0, 0}, {0.6f, 0, 0.8f}};

#define RATES (sizeof rates / sizeof *rates)
#define UPS (sizeof ups / sizeof *ups)

static lope_point forward_of(lope_vec3 up)
{
    return lope_vec3_to_point(lope_quat_rotate(lope_quat_to_up(up), lope_vec3_make(0, 0, -1)));
}

// Where a view looks, by sines of the C library.
static lope_point look_of(lope_vec3 up, double yaw, double pitch)
{
    const lope_point u = lope_vec3_to_point(up), f = forward_of(up), left = lope_point_cross(u, f);
    const lope_point level = lope_point_add(lope_point_scale(f, cos(yaw)), lope_point_scale(left, sin(yaw)));
    return lope_point_add(lope_point_scale(level, cos(pitch)), lope_point_scale(u, sin(pitch)));
}

static void check_at(lope_point a, lope_point b, double tolerance)
{
    const double off = lope_point_length(lope_point_sub(a, b));
    if (!(off <= tolerance)) fail_msg("%.9g %.9g %.9g is %.3g from %.9g %.9g %.9g", a.x, a.y, a.z, off, b.x, b.y, b.z);
}

static lope_spring_arm_output frame(lope_spring_arm *arm, const lope_spring_arm_settings *s, const lope_spring_arm_input *in,
                                    double seconds)
{
    lope_spring_arm_output out;
    assert_int_equal(lope_spring_arm_update(arm, s, in, NULL, NULL, seconds, &out), LOPE_OK);
    return out;
}

static void arm_without_lag_is_pivot_behind_view(void **unused)
{
    (void)unused;
    for (size_t g = 0; g < UPS; g++)
        for (int i = 0; i < 50; i++) {
            const double yaw = -3 + 0.13 * i, pitch = -1.4 + 0.055 * i;
            lope_spring_arm arm = {.started = 0};
            lope_spring_arm_settings s = lope_spring_arm_unreal();
            s.no_collision_test = true;
            s.socket_offset = lope_vec3_make(0.5f, 0, 0);
            s.target_offset = lope_vec3_make(0.1f, 0.2f, 0.3f);
            const lope_spring_arm_input in = {.pivot = {7, 8, 9}, .view = {.pitch = pitch, .yaw = yaw}, .up = ups[g]};
            const lope_spring_arm_output out = frame(&arm, &s, &in, 1.0 / 60);
            const lope_point look = look_of(ups[g], yaw, pitch), u = lope_vec3_to_point(ups[g]);
            lope_point right = lope_point_cross(look, u);
            right = lope_point_scale(right, 1.0 / lope_point_length(right));
            const lope_point origin = lope_point_add(in.pivot, lope_vec3_to_point(s.target_offset));
            check_at(out.position, lope_point_mad(lope_point_mad(origin, look, -3), right, 0.5), TOLERANCE);
            check_at(lope_quat_rotate_point(out.rotation, lope_point_make(0, 0, -1)), look, 1e-6);
            assert_true(fabs(remainder(out.view.yaw - yaw, 2 * PI)) < 1e-6 && fabs(out.view.pitch - pitch) < 1e-6);
        }
}

// The offset after n slices.
static double offset_after(double e, double u, double a, int n)
{
    const double keeps = pow(1 - a, n);
    return e * keeps - u * (1 - a) * (1 - keeps) / a;
}

// One second toward a pivot that moves at 6 m/s, after a jump of 2 m, which is not told as a teleport.
static void location_lag_equals_closed_form(void **unused)
{
    (void)unused;
    for (size_t r = 0; r < RATES; r++)
        for (size_t g = 0; g < UPS; g++)
            for (int sub = 0; sub < 2; sub++) {
                lope_spring_arm arm = {.started = 0};
                lope_spring_arm_settings s = lope_spring_arm_unreal();
                s.no_collision_test = s.enable_location_lag = true;
                s.no_substeps = sub == 0;
                lope_spring_arm_input in = {.pivot = {0, 1, 0}, .up = ups[g]};
                const double dt = 1.0 / rates[r], v = 6;
                const lope_point way = lope_point_make(0.6, 0, 0.8);
                frame(&arm, &s, &in, dt);
                double offset = 0;
                for (int i = 1; i <= rates[r]; i++) {
                    in.pivot = lope_point_mad(lope_point_make(0, 1, 0), way, v * dt * i + (i > rates[r] / 2 ? 2 : 0));
                    const lope_spring_arm_output out = frame(&arm, &s, &in, dt);
                    const double moved = v * dt + (i == rates[r] / 2 + 1 ? 2 : 0);
                    // slices of 1/60 s, then the rest
                    const int whole = sub && dt > 1.0 / 60 ? (int)floor(dt * 60 + 1e-6) : 0;
                    const double rest = whole ? dt - whole / 60.0 : dt;
                    if (whole) offset = offset_after(offset, moved / dt / 60, 10 / 60.0, whole);
                    if (rest > 1e-8) offset = offset_after(offset, moved * rest / dt, 10 * rest < 1 ? 10 * rest : 1, 1);
                    const lope_point lagged = lope_point_mad(in.pivot, way, offset);
                    check_at(out.lagged, lagged, 1e-9);
                    check_at(out.position, lope_point_mad(lagged, forward_of(ups[g]), -3), TOLERANCE);
                }
            }
}

// Yaw that turns evenly. Unreal's slices begin at the lagged rotation of the last frame, so a frame of n
// slices multiplies its offset by the product of (1 - a) and what each slice has come.
static void rotation_lag_equals_closed_form(void **unused)
{
    (void)unused;
    for (size_t r = 0; r < RATES; r++)
        for (size_t g = 0; g < UPS; g++) {
            lope_spring_arm arm = {.started = 0};
            lope_spring_arm_settings s = lope_spring_arm_unreal();
            s.no_collision_test = s.enable_rotation_lag = true;
            s.rotation_lag = 8;
            lope_spring_arm_input in = {.pivot = {0, 1, 0}, .up = ups[g]};
            const double dt = 1.0 / rates[r], turn = 2.5;
            frame(&arm, &s, &in, dt);
            double lagged = 0;
            for (int i = 1; i <= rates[r]; i++) {
                in.view.yaw = turn * dt * i;
                const lope_spring_arm_output out = frame(&arm, &s, &in, dt);
                const double from = lagged, way = in.view.yaw - from;
                double left = dt;
                while (left > 1e-9) {
                    const double now = left < 1 / 60.0 || dt <= 1 / 60.0 ? left : 1 / 60.0;
                    left -= now;
                    lagged += (from + way * (1 - left / dt) - lagged) * (8 * now);
                }
                check_at(out.position, lope_point_mad(in.pivot, look_of(ups[g], lagged, 0), -3), TOLERANCE);
            }
        }
}

static void lag_never_exceeds_its_most_distance(void **unused)
{
    (void)unused;
    lope_spring_arm arm = {.started = 0};
    lope_spring_arm_settings s = lope_spring_arm_unreal();
    s.no_collision_test = s.enable_location_lag = true;
    s.lag_max_distance = 0.5f;
    lope_spring_arm_input in = {.pivot = {0, 0, 0}};
    frame(&arm, &s, &in, 1.0 / 60);
    in.pivot.x = 10;
    check_at(frame(&arm, &s, &in, 1.0 / 60).lagged, lope_point_make(9.5, 0, 0), 1e-12);
    lope_spring_arm_reset(&arm);
    check_at(frame(&arm, &s, &in, 1.0 / 60).lagged, in.pivot, 0);
}

static void angles_that_are_not_inherited_are_the_arms_own(void **unused)
{
    (void)unused;
    lope_spring_arm arm = {.started = 0};
    lope_spring_arm_settings s = lope_spring_arm_unreal();
    s.no_collision_test = s.no_inherit_pitch = s.no_inherit_roll = true;
    const lope_spring_arm_input in = {.view = {0.4, 1.1, 0.2}, .own = {-0.3, 2, 0}};
    const lope_spring_arm_output out = frame(&arm, &s, &in, 0.01);
    assert_true(fabs(out.view.pitch + 0.3) < 1e-12 && fabs(out.view.yaw - 1.1) < 1e-12 && fabs(out.view.roll) < 1e-12);
    s.use_control_rotation = false;
    assert_true(fabs(frame(&arm, &s, &in, 0.01).view.yaw - 2) < 1e-12);
}

// A wall across the arm: the probe stops its own radius in front of it, whatever the direction.
static void collision_stops_the_probe_at_a_wall(void **unused)
{
    (void)unused;
    for (size_t g = 0; g < UPS; g++) {
        lope_level *level = lope_level_create(&(lope_level_def){0});
        const lope_point back = lope_point_scale(forward_of(ups[g]), -1);
        lope_box_def box = {.size = {8, 8, 0.2f}};
        box.body.position = lope_point_scale(back, 2.1);
        box.body.rotation = lope_quat_to_up(ups[g]);
        assert_true(lope_level_valid(level, lope_level_add_box(level, &box)));
        const lope_surroundings around = lope_level_surroundings(level);
        lope_nearby *look = lope_nearby_create(NULL);
        lope_spring_arm arm = {.started = 0};
        const lope_spring_arm_settings s = lope_spring_arm_unreal();
        const lope_spring_arm_input in = {.up = ups[g]};
        lope_spring_arm_output out;
        assert_int_equal(lope_spring_arm_update(&arm, &s, &in, &around, look, 0.02, &out), LOPE_OK);
        assert_true(out.blocked && out.body != LOPE_BODY_NONE);
        assert_true(fabs(out.arm - (2.0 - 0.12)) < TOLERANCE);
        check_at(out.position, lope_point_scale(back, 1.88), TOLERANCE);
        check_at(out.unfixed, lope_point_scale(back, 3), TOLERANCE);
        lope_nearby_destroy(look);
        lope_level_destroy(level);
    }
}

static void bad_input_is_refused_by_name(void **unused)
{
    (void)unused;
    lope_error error = {0};
    lope_spring_arm arm = {.started = 0};
    lope_spring_arm_output out = {.arm = 42};
    lope_spring_arm_input in = {.pivot = {NAN, 0, 0}, .error = &error};
    assert_int_equal(lope_spring_arm_update(&arm, NULL, &in, NULL, NULL, 0.1, &out), LOPE_ERROR_NOT_FINITE);
    assert_string_equal(error.field, "pivot");
    assert_true(arm.started == 0 && out.arm == 42);
    in.pivot.x = 0;
    assert_int_equal(lope_spring_arm_update(&arm, NULL, &in, NULL, NULL, 2, &out), LOPE_ERROR_RANGE);
    assert_string_equal(error.field, "seconds");
    lope_spring_arm_settings s = {.lag_max_step = 0.7f};
    assert_int_equal(lope_spring_arm_settings_check(&s, &error), LOPE_ERROR_RANGE);
    assert_string_equal(error.field, "lag_max_step");
    s = lope_spring_arm_unreal();
    assert_int_equal(lope_spring_arm_settings_check(&s, &error), LOPE_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(arm_without_lag_is_pivot_behind_view),
                                       cmocka_unit_test(location_lag_equals_closed_form),
                                       cmocka_unit_test(rotation_lag_equals_closed_form),
                                       cmocka_unit_test(lag_never_exceeds_its_most_distance),
                                       cmocka_unit_test(angles_that_are_not_inherited_are_the_arms_own),
                                       cmocka_unit_test(collision_stops_the_probe_at_a_wall),
                                       cmocka_unit_test(bad_input_is_refused_by_name)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
