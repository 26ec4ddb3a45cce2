// test_curve.c - curves against what they are drawn through, and their areas against sums of thousands of
// slices.
#include <lope/curve.h>

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#define SEED 20260704u
#define CURVES 400
#define SLICES 4096

static uint32_t state = SEED;
static double draw(double low, double high)
{
    state = state * 1664525u + 1013904223u;
    return low + (high - low) * (double)(state >> 8) / 16777216.0;
}

static lope_curve random_curve(uint32_t kind)
{
    lope_curve curve = {.kind = kind, .count = 1 + (uint32_t)draw(0, LOPE_CURVE_POINTS - 0.001)};
    double x = draw(-2, 2);
    for (uint32_t i = 0; i < curve.count; i++) {
        curve.x[i] = (float)x;
        curve.y[i] = (float)draw(-3, 3);
        x += draw(0.05, 1);
    }
    return curve;
}

// Simpson's rule over slices that end at the curve's points: exact for cubics up to rounding.
static double summed(const lope_curve *curve, double a, double b)
{
    double sum = 0, cuts[LOPE_CURVE_POINTS + 2] = {a};
    int count = 1;
    for (uint32_t i = 0; i < curve->count; i++)
        if ((double)curve->x[i] > a && (double)curve->x[i] < b) cuts[count++] = (double)curve->x[i];
    cuts[count] = b;
    for (int i = 0; i < count; i++) {
        double h = (cuts[i + 1] - cuts[i]) / SLICES;
        for (int k = 0; k < SLICES; k++) { // inside by a hair: steps change at the points themselves
            double x = cuts[i] + h * k, hair = 1e-9 * h;
            sum += h / 6 *
                   (lope_curve_at(curve, x + hair) + 4 * lope_curve_at(curve, x + 0.5 * h) + lope_curve_at(curve, x + h - hair));
        }
    }
    return sum;
}

static void areas_are_what_slices_sum_to(void **unused)
{
    (void)unused;
    printf("  seed %u, %d curves of each kind\n", SEED, CURVES);
    for (uint32_t kind = LOPE_CURVE_LINEAR; kind <= LOPE_CURVE_STEPS; kind++) {
        double worst = 0;
        for (int i = 0; i < CURVES / 8; i++) {
            lope_curve curve = random_curve(kind);
            double a = draw(-4, 6), b = a + draw(0, 8);
            double off = fabs(lope_curve_area(&curve, a, b) - summed(&curve, a, b));
            if (off > worst) worst = off;
            double turned = lope_curve_area(&curve, b, a) + lope_curve_area(&curve, a, b);
            assert_true(fabs(turned) < 1e-12 * 100);
        }
        printf("  kind %u: worst difference %.2g\n", (unsigned)kind, worst);
        assert_true(worst < 1e-8); // hairs of 1e-9 of a slice, and the rounding of 50,000 sums of up to 30
    }
}

static void goes_through_its_points_and_never_beyond(void **unused)
{
    (void)unused;
    for (int i = 0; i < CURVES; i++) {
        lope_curve curve = random_curve((uint32_t)i % 3);
        for (uint32_t k = 0; k < curve.count; k++)
            assert_true(fabs(lope_curve_at(&curve, (double)curve.x[k]) - (double)curve.y[k]) < 1e-12);
        for (uint32_t k = 0; k + 1 < curve.count; k++)
            for (int s = 0; s <= 64; s++) {
                double x = (double)curve.x[k] + ((double)curve.x[k + 1] - (double)curve.x[k]) * s / 64.0;
                double low = fmin((double)curve.y[k], (double)curve.y[k + 1]),
                       high = fmax((double)curve.y[k], (double)curve.y[k + 1]);
                double y = lope_curve_at(&curve, x);
                assert_true(y >= low - 1e-12 && y <= high + 1e-12);
            }
        assert_true(lope_curve_at(&curve, -100) == (double)curve.y[0]);
        assert_true(lope_curve_at(&curve, 100) == (double)curve.y[curve.count - 1]);
    }
}

// The slope of a smooth one has no jumps: one-sided differences on both sides of a point agree.
static void smooth_ones_have_no_kinks(void **unused)
{
    (void)unused;
    const double d = 1e-5;
    for (int i = 0; i < CURVES; i++) {
        lope_curve curve = random_curve(LOPE_CURVE_SMOOTH);
        for (uint32_t k = 1; k + 1 < curve.count; k++) {
            double x = (double)curve.x[k], y = lope_curve_at(&curve, x);
            double before = (y - lope_curve_at(&curve, x - d)) / d, after = (lope_curve_at(&curve, x + d) - y) / d;
            // d times the second derivative, which is at most 6 (rise 6) / (0.05 s)^2 = 14,400 on each side
            assert_true(fabs(before - after) < d * 2 * 14400);
        }
    }
}

static void an_empty_one_is_one(void **unused)
{
    (void)unused;
    lope_curve none = {0};
    assert_true(lope_curve_at(&none, 3) == 1);
    assert_true(lope_curve_area(&none, 2, 5) == 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(areas_are_what_slices_sum_to),
        cmocka_unit_test(goes_through_its_points_and_never_beyond),
        cmocka_unit_test(smooth_ones_have_no_kinks),
        cmocka_unit_test(an_empty_one_is_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
