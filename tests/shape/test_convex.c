// test_convex.c - boxes and cylinders that are cast, judged by proofs that need no other algorithm.
//
// At the fraction that is told the normal is a plane with one shape on each side, in touch: so nothing was
// met before, and something is met there. A depth is long enough along its normal, and no direction of many
// is shorter. The same pair elsewhere gives the same fraction. Read next: test_sweep.c.
#include "cmocka_all.h"
#include "judge.h"

#include "shape/convex_sweep.h"

enum { PAIRS = 30000, DIRECTIONS = 300 };

static lope_shape any_shape(rng *r, int kind)
{
    lope_shape s;
    const lope_point c = {rng_range(r, -1, 1), rng_range(r, -1, 1), rng_range(r, -1, 1)}, x = rng_direction(r);
    const lope_point y = oracle_unit(lope_point_cross(x, rng_direction(r))), z = lope_point_cross(x, y);
    s.kind = kind == 0 ? LOPE_SHAPE_TRIANGLE : kind == 1 ? LOPE_SHAPE_BOX : LOPE_SHAPE_CYLINDER;
    if (kind == 0)
        for (int i = 0; i < 3; i++)
            s.as.triangle.v[i] = lope_point_add(c, lope_point_scale(rng_direction(r), rng_range(r, 0.1, 1)));
    if (kind == 1)
        s.as.box = (lope_box){c, {x, y, z}, {rng_range(r, 0.05, 0.8), rng_range(r, 0.05, 0.8), rng_range(r, 0.05, 0.8)}};
    if (kind == 2) s.as.cylinder = (lope_cylinder){c, x, rng_range(r, 0.05, 0.6), rng_range(r, 0.05, 0.8)};
    return s;
}

// How far a stands off b along a unit normal; negative: the way along it that parts them.
static double gap_along(const lope_convex *a, const lope_convex *b, lope_point normal)
{
    const lope_point on_a = lope_convex_support(a, lope_point_scale(normal, -1)), on_b = lope_convex_support(b, normal);
    return lope_point_dot(normal, lope_point_sub(on_a, on_b));
}

static void check_depth(rng *r, const lope_convex *a, const lope_convex *b, const lope_sweep_hit *hit)
{
    assert_true(fabs(gap_along(a, b, hit->normal) + hit->depth) < 1e-9);
    for (int i = 0; i < DIRECTIONS; i++) assert_true(-gap_along(a, b, rng_direction(r)) > hit->depth - 1e-8);
}

static void convex_sweep_touches_without_overlap(void **state)
{
    (void)state;
    rng r = rng_make(CASE_SEED);
    uint32_t hits = 0, inside = 0;
    for (int i = 0; i < PAIRS; i++) {
        const lope_shape moving = any_shape(&r, 1 + rng_pick(&r, 2)), still = any_shape(&r, rng_pick(&r, 3));
        lope_convex a = lope_convex_of(&moving), b = lope_convex_of(&still);
        a.at = lope_point_scale(rng_direction(&r), rng_range(&r, 0, 4));
        lope_point motion = lope_point_mad(lope_point_scale(a.at, -1), rng_direction(&r), rng_range(&r, 0, 1.5));
        motion = lope_point_scale(motion, rng_range(&r, 0.5, 2));
        lope_sweep_hit hit, again;
        const bool met = lope_convex_sweep(&a, motion, &b, 1, &hit);
        const lope_convex from = a;
        const lope_point by = lope_point_scale(rng_direction(&r), 8);
        a.at = lope_point_add(a.at, by);
        b.at = lope_point_add(b.at, by);
        assert_int_equal(met, lope_convex_sweep(&a, motion, &b, 1, &again));
        if (!met) continue;
        hits++;
        inside += hit.depth > 0;
        assert_true(fabs(hit.fraction - again.fraction) * lope_point_length(motion) < 1e-9);
        a = from;
        b.at = (lope_point){0, 0, 0};
        if (hit.depth > 0) check_depth(&r, &a, &b, &hit);
        if (!(hit.fraction > 0)) continue;
        a.at = lope_point_mad(a.at, motion, hit.fraction);
        assert_true(fabs(gap_along(&a, &b, hit.normal)) < 1e-9);
    }
    printf("seed %d: %u of %d met, %u of them overlapped\n", CASE_SEED, hits, PAIRS, inside);
    assert_true(hits > PAIRS / 5 && inside > PAIRS / 50);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(convex_sweep_touches_without_overlap)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
