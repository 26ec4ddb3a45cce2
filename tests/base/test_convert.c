// test_convert.c - axes, units, angles, rotations and windings of engines: by hand, there and back, and
// against rotating by hand.
#include "helpers.h"

#include <lope/convert.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#define SEED UINT64_C(20261122)

static const lope_axes_kind kinds[] = {LOPE_AXES_LOPE, LOPE_AXES_GODOT, LOPE_AXES_UNITY, LOPE_AXES_UNREAL};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static void near3(lope_vec3 got, float x, float y, float z)
{
    if (fabsf(got.x - x) > 1e-5f || fabsf(got.y - y) > 1e-5f || fabsf(got.z - z) > 1e-5f)
        fail_msg("%g %g %g, wanted %g %g %g", (double)got.x, (double)got.y, (double)got.z, (double)x, (double)y, (double)z);
}

// 1 m to the right, 2 m up, 3 m ahead.
static void by_hand(void **unused)
{
    (void)unused;
    lope_axes unreal = lope_axes_of(LOPE_AXES_UNREAL), unity = lope_axes_of(LOPE_AXES_UNITY),
              godot = lope_axes_of(LOPE_AXES_GODOT);
    lope_point own = {1, 2, -3}, there = lope_convert_point_to(&unreal, own);
    assert_true(there.x == 300 && there.y == 100 && there.z == 200);
    there = lope_convert_point_to(&unity, own);
    assert_true(there.x == 1 && there.y == 2 && there.z == 3);
    there = lope_convert_point_to(&godot, own);
    assert_true(there.x == 1 && there.y == 2 && there.z == -3);
    near3(lope_convert_direction_to(&unreal, lope_vec3_make(0, 0, -1)), 1, 0, 0);
    near3(lope_convert_vector_from(&unreal, lope_vec3_make(600, 0, -980)), 0, -9.8f, -6);
    assert_true(lope_convert_length_from(&unreal, 45) == 0.45 && lope_convert_length_to(&unreal, 2) == 200);
    lope_axes metres = lope_axes_with_unit(LOPE_AXES_UNREAL, 1);
    there = lope_convert_point_to(&metres, own);
    assert_true(there.x == 3 && there.y == 1 && there.z == 2);
}

// Looking 90 degrees to the left, and 30 up.
static void angles_by_hand(void **unused)
{
    (void)unused;
    lope_axes unreal = lope_axes_of(LOPE_AXES_UNREAL), unity = lope_axes_of(LOPE_AXES_UNITY),
              godot = lope_axes_of(LOPE_AXES_GODOT);
    const float left = LOPE_PI / 2, up = LOPE_PI / 6;
    assert_true(fabsf(lope_convert_yaw_to(&unreal, left) + 90) < 1e-4f && fabsf(lope_convert_pitch_to(&unreal, up) - 30) < 1e-4f);
    assert_true(fabsf(lope_convert_yaw_to(&unity, left) + 90) < 1e-4f && fabsf(lope_convert_pitch_to(&unity, up) + 30) < 1e-4f);
    assert_true(lope_convert_yaw_to(&godot, left) == left && lope_convert_pitch_to(&godot, up) == up);
    assert_true(fabsf(lope_convert_yaw_from(&unreal, 90) + left) < 1e-6f);
    assert_true(fabsf(lope_convert_pitch_from(&unreal, 30) - up) < 1e-6f);
    assert_true(fabsf(lope_convert_pitch_from(&unity, -30) - up) < 1e-6f && lope_convert_pitch_from(&godot, up) == up);
    // Unreal turns from its x to its y at +90: to the right. So does ours at -90, from -z to x.
    lope_quat right = lope_quat_from_axis(lope_vec3_make(0, 1, 0), lope_convert_yaw_from(&unreal, 90));
    near3(lope_convert_direction_to(&unreal, lope_quat_rotate(right, lope_vec3_make(0, 0, -1))), 0, 1, 0);
    // An Unreal quaternion about its z by +90 (left-handed: x to y) is (0, 0, sin 45, cos 45).
    lope_quat own = lope_convert_quat_from(&unreal, (lope_quat){0, 0, 0.70710678f, 0.70710678f});
    near3(lope_quat_rotate(own, lope_vec3_make(0, 0, -1)), 1, 0, 0); // ahead comes to the right
    near3(lope_convert_spin_from(&unreal, lope_vec3_make(0, 0, 90)), 0, -left, 0);
}

// The mathematical rotation formula has the same letters in any hand: v' = q v q^-1 with the frame's own
// components.
static void rotations_go_along(void **unused)
{
    (void)unused;
    uint64_t seed = SEED;
    printf("seed %llu\n", (unsigned long long)seed);
    for (int i = 0; i < 4000; i++) {
        lope_axes axes = lope_axes_of(kinds[i % KINDS]);
        lope_vec3 axis = {(float)random_in(&seed, -1, 1), (float)random_in(&seed, -1, 1), (float)random_in(&seed, -1, 1)};
        if (lope_vec3_length(axis) < 0.1f) continue;
        lope_quat q = lope_quat_from_axis(lope_vec3_scale(axis, 1 / lope_vec3_length(axis)), (float)random_in(&seed, -3, 3));
        lope_vec3 v = {(float)random_in(&seed, -5, 5), (float)random_in(&seed, -5, 5), (float)random_in(&seed, -5, 5)};
        lope_vec3 there = lope_quat_rotate(lope_convert_quat_to(&axes, q), lope_convert_vector_to(&axes, v));
        lope_vec3 own = lope_convert_vector_to(&axes, lope_quat_rotate(q, v));
        float size = (float)axes.unit * 5;
        assert_true(lope_vec3_length(lope_vec3_sub(there, own)) < 4e-6f * size);
        lope_quat back = lope_convert_quat_from(&axes, lope_convert_quat_to(&axes, q));
        assert_true(back.x == q.x && back.y == q.y && back.z == q.z && back.w == q.w);
        // Yaw: a turn about up by the engine's angle, in its own hand, is its quaternion.
        float yaw = (float)random_in(&seed, -3, 3);
        lope_vec3 ahead = lope_quat_rotate(lope_quat_from_axis(lope_vec3_make(0, 1, 0), yaw), lope_vec3_make(0, 0, -1));
        double angle = (double)lope_convert_yaw_to(&axes, yaw) * (axes.degrees ? 3.14159265358979 / 180 : 1);
        lope_vec3 forward = lope_convert_direction_to(&axes, lope_vec3_make(0, 0, -1));
        lope_vec3 right = lope_convert_direction_to(&axes, lope_vec3_make(1, 0, 0));
        double to_right = axes.yaw_sign < 0 ? angle : -angle; // where positive turns right
        lope_vec3 wanted =
            lope_vec3_add(lope_vec3_scale(forward, (float)cos(to_right)), lope_vec3_scale(right, (float)sin(to_right)));
        assert_true(lope_vec3_length(lope_vec3_sub(lope_convert_direction_to(&axes, ahead), wanted)) < 1e-5f);
    }
}

static void there_and_back(void **unused)
{
    (void)unused;
    uint64_t seed = SEED;
    for (int i = 0; i < 4000; i++) {
        lope_axes axes = lope_axes_of(kinds[i % KINDS]);
        lope_point p = {random_in(&seed, -1e4, 1e4), random_in(&seed, -1e4, 1e4), random_in(&seed, -1e4, 1e4)};
        lope_point back = lope_convert_point_from(&axes, lope_convert_point_to(&axes, p));
        assert_true(lope_point_length(lope_point_sub(p, back)) < 1e-11);
        lope_vec3 v = lope_point_to_vec3(p), again = lope_convert_direction_from(&axes, lope_convert_direction_to(&axes, v));
        assert_true(v.x == again.x && v.y == again.y && v.z == again.z);
        lope_vec3 spin = lope_convert_spin_from(&axes, lope_convert_spin_to(&axes, v));
        assert_true(lope_vec3_length(lope_vec3_sub(spin, v)) < 2e-7f * lope_vec3_length(v));
        float angle = (float)random_in(&seed, -3, 3);
        assert_true(fabsf(lope_convert_yaw_from(&axes, lope_convert_yaw_to(&axes, angle)) - angle) < 1e-6f);
        assert_true(fabsf(lope_convert_pitch_from(&axes, lope_convert_pitch_to(&axes, angle)) - angle) < 1e-6f);
        lope_bounds bounds = {p, lope_point_add(p, lope_point_make(1, 2, 3))};
        lope_bounds to = lope_convert_bounds_to(&axes, bounds), from = lope_convert_bounds_from(&axes, to);
        assert_true(to.lower.x < to.upper.x && to.lower.y < to.upper.y && to.lower.z < to.upper.z);
        assert_true(lope_point_length(lope_point_sub(from.lower, bounds.lower)) < 1e-11);
        assert_true(lope_point_length(lope_point_sub(from.upper, bounds.upper)) < 1e-11);
        lope_transform pose = {p, lope_quat_from_axis(lope_vec3_make(0, 1, 0), 0.3f)};
        lope_transform there = lope_convert_transform_to(&axes, &pose), round = lope_convert_transform_from(&axes, &there);
        assert_true(lope_point_length(lope_point_sub(round.position, p)) < 1e-11 && round.rotation.y == pose.rotation.y);
    }
}

static lope_vec3 normal_of(const float *points, const uint32_t *t)
{
    lope_vec3 v[3];
    for (int i = 0; i < 3; i++) v[i] = lope_vec3_make(points[3 * t[i]], points[3 * t[i] + 1], points[3 * t[i] + 2]);
    return lope_vec3_cross(lope_vec3_sub(v[1], v[0]), lope_vec3_sub(v[2], v[0]));
}

// A floor triangle whose front is up. The cross product of its edges has the same letters in any hand: in a
// left-handed frame it points away from where it is seen counter-clockwise.
static void meshes_keep_their_front(void **unused)
{
    (void)unused;
    for (int i = 0; i < KINDS; i++) {
        lope_axes axes = lope_axes_of(kinds[i]);
        float points[9] = {0, 0, 0, 0, 0, 2, 2, 0, 0};
        uint32_t indices[3] = {0, 1, 2};
        assert_true(normal_of(points, indices).y > 0);
        lope_convert_mesh_to(&axes, points, 3, indices, 1);
        lope_vec3 up = lope_convert_direction_to(&axes, lope_vec3_make(0, 1, 0));
        bool counter_clockwise = (lope_vec3_dot(normal_of(points, indices), up) > 0) != axes.left_handed;
        assert_true(counter_clockwise != axes.clockwise);
        lope_convert_mesh_from(&axes, points, 3, indices, 1);
        assert_true(points[5] == 2 && points[6] == 2 && indices[1] == 1);
        lope_convert_mesh_from(&axes, NULL, 3, indices, 0);
    }
    assert_true(lope_axes_of(LOPE_AXES_UNITY).clockwise && lope_axes_of(LOPE_AXES_GODOT).clockwise);
    assert_false(lope_axes_of(LOPE_AXES_UNREAL).clockwise); // as its own GenerateBoxMesh has them
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(by_hand),        cmocka_unit_test(angles_by_hand),          cmocka_unit_test(rotations_go_along),
        cmocka_unit_test(there_and_back), cmocka_unit_test(meshes_keep_their_front),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
