// test_vec.c - vectors, quaternions and transforms against rotation matrices in long double and against each
// other's inverses.
#include "helpers.h"

#include <lope/vec.h>

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#define SEED UINT64_C(4711)
#define TRIES 20000

static const long double pi = 3.14159265358979323846264338327950288L;

static lope_vec3 random_direction(uint64_t *random)
{
    for (;;) {
        lope_point p = lope_point_make(random_in(random, -1, 1), random_in(random, -1, 1), random_in(random, -1, 1));
        double length = lope_point_length(p);
        if (length > 0.1 && length < 1.0) return lope_point_to_vec3(lope_point_scale(p, 1.0 / length));
    }
}

static lope_quat random_rotation(uint64_t *random)
{
    return lope_quat_from_axis(random_direction(random), (float)random_in(random, -7.0, 7.0));
}

static lope_point random_point(uint64_t *random, double size)
{
    return lope_point_make(random_in(random, -size, size), random_in(random, -size, size), random_in(random, -size, size));
}

static double distance(lope_point a, lope_point b) { return lope_point_length(lope_point_sub(a, b)); }

static double quat_length(lope_quat q)
{
    return sqrt((double)q.x * (double)q.x + (double)q.y * (double)q.y + (double)q.z * (double)q.z + (double)q.w * (double)q.w);
}

// Turning v about a unit axis: the part along the axis stays, the rest turns in its plane.
static lope_point turned(lope_vec3 axis, long double angle, lope_point v)
{
    lope_point a = lope_vec3_to_point(axis);
    a = lope_point_scale(a, 1.0 / lope_point_length(a));
    lope_point along = lope_point_scale(a, lope_point_dot(a, v));
    lope_point across = lope_point_sub(v, along);
    lope_point aside = lope_point_cross(a, across);
    lope_point sum = lope_point_mad(along, across, (double)cosl(angle));
    return lope_point_mad(sum, aside, (double)sinl(angle));
}

static void vectors_do_what_they_say(void **state)
{
    (void)state;
    lope_vec3 a = lope_vec3_make(1, 2, 3), b = lope_vec3_make(-4, 5, 0.5f);
    assert_true(lope_vec3_dot(a, b) == 7.5f);
    lope_vec3 c = lope_vec3_cross(a, b);
    assert_true(c.x == -14.0f && c.y == -12.5f && c.z == 13.0f);
    assert_true(lope_vec3_length(lope_vec3_make(2, 3, 6)) == 7.0f);
    lope_vec3 d = lope_vec3_sub(lope_vec3_add(a, lope_vec3_scale(b, 2)), a);
    assert_true(d.x == -8.0f && d.y == 10.0f && d.z == 1.0f);
    lope_point p = lope_vec3_to_point(a), q = lope_vec3_to_point(b);
    assert_true(lope_point_dot(p, q) == 7.5);
    assert_true(distance(lope_point_cross(p, q), lope_vec3_to_point(c)) == 0.0);
    assert_true(distance(lope_point_mad(p, q, 2.0), lope_point_add(p, lope_point_scale(q, 2.0))) == 0.0);
    // Right-handed, y up.
    lope_vec3 up = lope_vec3_cross(lope_vec3_make(0, 0, 1), lope_vec3_make(1, 0, 0));
    assert_true(up.x == 0.0f && up.y == 1.0f && up.z == 0.0f);
}

// A quarter turn about y takes +x to -z: counter-clockwise seen from above.
static void turning_is_right_handed(void **state)
{
    (void)state;
    lope_quat q = lope_quat_from_axis(lope_vec3_make(0, 1, 0), 0.5f * LOPE_PI);
    lope_vec3 v = lope_quat_rotate(q, lope_vec3_make(1, 0, 0));
    // Two roundings of numbers up to 1.
    assert_true(fabsf(v.x) < 2e-7f && v.y == 0.0f && fabsf(v.z + 1.0f) < 2e-7f);
}

static void rotating_agrees_with_the_definition(void **state)
{
    (void)state;
    uint64_t random = SEED;
    double worst = 0, worst_point = 0;
    for (int i = 0; i < TRIES; ++i) {
        lope_vec3 axis = random_direction(&random);
        float angle = (float)random_in(&random, -10.0, 10.0);
        lope_quat q = lope_quat_from_axis(axis, angle);
        lope_vec3 v = random_direction(&random);
        lope_point expected = turned(axis, (long double)angle, lope_vec3_to_point(v));
        double error = distance(lope_vec3_to_point(lope_quat_rotate(q, v)), expected);
        double error_point = distance(lope_quat_rotate_point(q, lope_vec3_to_point(v)), expected);
        worst = error > worst ? error : worst;
        worst_point = error_point > worst_point ? error_point : worst_point;
    }
    printf("seed %llu: unit vectors are turned wrong by at most %g in floats, %g in doubles\n", (unsigned long long)SEED, worst,
           worst_point);
    // Floats round by 6e-8 each; the quaternion's four components with the halved angle's sine and cosine,
    // then a dozen operations on numbers up to 2.
    assert_true(worst < 1e-6);
    assert_true(worst_point < 4e-7); // the quaternion's own roundings only
}

// By the shortest turn: its axis is level.
static void y_turns_to_up(void **state)
{
    (void)state;
    uint64_t random = SEED;
    double worst = 0;
    for (int i = 0; i < TRIES; ++i) {
        lope_vec3 up = random_direction(&random);
        if (up.y < -0.9f) continue; // nearly upside down the turn's own floats lose digits
        lope_quat q = lope_quat_to_up(up);
        assert_true(q.y == 0.0f && q.w > 0.0f);
        lope_point turned_y = lope_vec3_to_point(lope_quat_rotate(q, lope_vec3_make(0, 1, 0)));
        double error = distance(turned_y, lope_vec3_to_point(up));
        worst = error > worst ? error : worst;
    }
    printf("seed %llu: y misses up by at most %g\n", (unsigned long long)SEED, worst);
    assert_true(worst < 1e-6); // as above
    lope_vec3 down = lope_quat_rotate(lope_quat_to_up(lope_vec3_make(0, -1, 0)), lope_vec3_make(0, 1, 0));
    assert_true(down.x == 0.0f && down.y == -1.0f && down.z == 0.0f);
}

static void points_keep_their_length_and_come_back(void **state)
{
    (void)state;
    uint64_t random = SEED + 1;
    for (int i = 0; i < TRIES; ++i) {
        lope_transform t = {random_point(&random, 1e4), random_rotation(&random)};
        lope_point p = random_point(&random, 1e3);
        lope_point turned_point = lope_quat_rotate_point(t.rotation, p);
        // Doubles up to 2e3 round by 1.2e-13, up to 2e4 by 1.8e-12, about ten times a component; on the way
        // back by the quaternion's squared length too, a part in 1e15 of up to 2e4.
        assert_true(fabs(lope_point_length(turned_point) - lope_point_length(p)) < 4e-12);
        assert_true(distance(lope_transform_unapply(&t, lope_transform_apply(&t, p)), p) < 4e-11);
        assert_true(distance(lope_transform_apply(&t, lope_transform_unapply(&t, p)), p) < 4e-11);
        lope_point expected = lope_point_add(t.position, turned_point);
        assert_true(distance(lope_transform_apply(&t, p), expected) == 0.0);
    }
}

static void product_turns_by_the_second_first(void **state)
{
    (void)state;
    uint64_t random = SEED + 2;
    for (int i = 0; i < TRIES; ++i) {
        lope_quat a = random_rotation(&random), b = random_rotation(&random);
        lope_point p = lope_vec3_to_point(random_direction(&random));
        lope_point once = lope_quat_rotate_point(lope_quat_multiply(a, b), p);
        lope_point twice = lope_quat_rotate_point(a, lope_quat_rotate_point(b, p));
        // The product's four components are sums of four floats up to 1: 2e-7 each, and an angle is twice
        // that.
        assert_true(distance(once, twice) < 8e-7);
        lope_quat none = lope_quat_multiply(a, lope_quat_conjugate(a));
        assert_true(fabsf(none.x) < 4e-7f && fabsf(none.y) < 4e-7f && fabsf(none.z) < 4e-7f && fabsf(none.w - 1.0f) < 4e-7f);
    }
}

static void normalizing_makes_unit_from_any_size(void **state)
{
    (void)state;
    const float sizes[] = {0x1p-140f, 1e-30f, 0.5f, 1.0f, 1e20f, 3e38f};
    uint64_t random = SEED + 3;
    for (int i = 0; i < TRIES; ++i) {
        float size = sizes[i % 6];
        lope_quat q = {(float)random_in(&random, -1, 1) * size, (float)random_in(&random, -1, 1) * size,
                       (float)random_in(&random, -1, 1) * size, size};
        lope_quat unit = lope_quat_normalize(q);
        assert_true(fabs(quat_length(unit) - 1.0) < 1.2e-7); // four components rounded to half of 6e-8 or 1.2e-7
        assert_true(unit.w > 0.0f && (unit.x > 0.0f) == (q.x > 0.0f));
    }
}

static void what_has_no_direction_is_no_rotation(void **state)
{
    (void)state;
    const lope_quat odd[] = {{0, 0, 0, 0}, {NAN, 0, 0, 1}, {0, INFINITY, 0, 1}, {0, 0, -INFINITY, 0}, {0, 0, 0, NAN}};
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; ++i) {
        lope_quat q = lope_quat_normalize(odd[i]);
        assert_true(q.x == 0.0f && q.y == 0.0f && q.z == 0.0f && q.w == 1.0f);
    }
    lope_vec3 v = lope_quat_rotate(odd[0], lope_vec3_make(1, 2, 3));
    assert_true(v.x == 1.0f && v.y == 2.0f && v.z == 3.0f);
    lope_point p = lope_quat_rotate_point(odd[0], lope_point_make(1, 2, 3));
    assert_true(p.x == 1.0 && p.y == 2.0 && p.z == 3.0);
}

static void whole_turns_are_none(void **state)
{
    (void)state;
    for (int turns = -3; turns <= 3; ++turns) {
        lope_quat q = lope_quat_from_axis(lope_vec3_make(0, 0, 1), (float)((long double)turns * 2 * pi));
        lope_vec3 v = lope_quat_rotate(q, lope_vec3_make(1, 0, 0));
        // The angle of three turns is a float near 19, rounded by 1e-6.
        assert_true(fabsf(v.x - 1.0f) < 1e-6f && fabsf(v.y) < 2e-6f && v.z == 0.0f);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_do_what_they_say),
        cmocka_unit_test(turning_is_right_handed),
        cmocka_unit_test(rotating_agrees_with_the_definition),
        cmocka_unit_test(y_turns_to_up),
        cmocka_unit_test(points_keep_their_length_and_come_back),
        cmocka_unit_test(product_turns_by_the_second_first),
        cmocka_unit_test(normalizing_makes_unit_from_any_size),
        cmocka_unit_test(what_has_no_direction_is_no_rotation),
        cmocka_unit_test(whole_turns_are_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
