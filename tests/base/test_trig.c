// test_trig.c - how far sine to logarithm are from the exact values, over all finite floats, against long
// double.
//
// Bounds: half an ulp is the rounding to float at the end; the rest, 2^-12 of an ulp by the sizes of the series' first left out
// terms, is rounded up to 0.001. Where long double is no wider than double its own error is still below 2^-28
// of a float's ulp.
#include "helpers.h"

#include "base/hash.h"
#include <lope/vec.h>

#include <fenv.h>
#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

#define SEED UINT64_C(20240517)
#define FLOAT_BOUND 0.501
#ifdef LOPE_QUICK
#define TRIES 100000
#else
#define TRIES 1000000
#endif

static const long double pi = 3.14159265358979323846264338327950288L;

// The worst case so far of one function.
typedef struct worst {
    const char *name;
    double error, at, second;
} worst;

static void note(worst *worst, double error, double at, double second)
{
    if (!(error <= worst->error)) { // NaN too
        worst->error = error;
        worst->at = at;
        worst->second = second;
    }
}

static void report(const worst *worst, double bound, const char *unit)
{
    printf("seed %llu: %s is at worst %.9g %s off, at %a, %a\n", (unsigned long long)SEED, worst->name, worst->error, unit,
           worst->at, worst->second);
    assert_true(worst->error <= bound);
}

typedef struct circle_worst {
    worst sine, cosine, tangent;
} circle_worst;

static void try_angle(circle_worst *worst, float x)
{
    note(&worst->sine, ulps_off(lope_sin(x), sinl((long double)x)), (double)x, 0);
    note(&worst->cosine, ulps_off(lope_cos(x), cosl((long double)x)), (double)x, 0);
    note(&worst->tangent, ulps_off(lope_tan(x), tanl((long double)x)), (double)x, 0);
}

static void sine_cosine_and_tangent_of_all_sizes(void **state)
{
    (void)state;
    circle_worst worst = {{"sin", 0, 0, 0}, {"cos", 0, 0, 0}, {"tan", 0, 0, 0}};
    uint64_t random = SEED;
    for (int i = 0; i < TRIES; ++i) try_angle(&worst, random_float(&random));
    for (int i = 0; i < TRIES; ++i) try_angle(&worst, (float)random_in(&random, -20.0, 20.0));
    // The ends, both sides of where the way of reducing changes, and the float that lies nearest to a
    // multiple of pi / 2.
    const float special[] = {0.0f,    FLT_MIN,        FLT_MAX,         -FLT_MAX, 0x1p-149f, 0x1.921fb6p-1f,
                             0x1p19f, 0x1.fffffep18f, 0x1.f37c8ap+95f, 1e9f,     -1e9f,     16367173.0f * 0x1p72f};
    for (size_t i = 0; i < sizeof special / sizeof special[0]; ++i) try_angle(&worst, special[i]);
    report(&worst.sine, FLOAT_BOUND, "ulp");
    report(&worst.cosine, FLOAT_BOUND, "ulp");
    report(&worst.tangent, FLOAT_BOUND, "ulp");
}

// Where one of them is next to nothing and every digit of the reduction counts.
static void sine_cosine_and_tangent_near_quarter_turns(void **state)
{
    (void)state;
    circle_worst worst = {{"sin near quarters", 0, 0, 0}, {"cos near quarters", 0, 0, 0}, {"tan near quarters", 0, 0, 0}};
    uint64_t random = SEED + 1;
    for (int i = 0; i < TRIES / 8; ++i) {
        // The first quarters one by one, then any below 2^24, where floats are still denser than quarters.
        uint64_t quarter = i < 4096 ? (uint64_t)i : random_bits(&random) >> 40;
        float near = (float)((long double)quarter * (pi / 2));
        for (int32_t step = -2; step <= 2; ++step) {
            if (near > 0.0f) try_angle(&worst, float_of_bits(bits_of_float(near) + (uint32_t)step));
        }
    }
    report(&worst.sine, FLOAT_BOUND, "ulp");
    report(&worst.cosine, FLOAT_BOUND, "ulp");
    report(&worst.tangent, FLOAT_BOUND, "ulp");
}

static void arc_tangent_all_round(void **state)
{
    (void)state;
    worst worst = {"atan2", 0, 0, 0};
    uint64_t random = SEED + 2;
    for (int i = 0; i < TRIES; ++i) {
        float y = random_float(&random), x = random_float(&random);
        if (i % 2 != 0) { // of like sizes, where the answer is not near an axis
            x = (float)random_in(&random, -1.0, 1.0);
            y = (float)random_in(&random, -1.0, 1.0);
        }
        note(&worst, ulps_off(lope_atan2(y, x), atan2l((long double)y, (long double)x)), (double)y, (double)x);
    }
    report(&worst, FLOAT_BOUND, "ulp");
    assert_true(lope_atan2(0.0f, 0.0f) == 0.0f);
    assert_true(lope_atan2(-0.0f, -0.0f) == 0.0f);
    assert_true(lope_atan2(0.0f, -1.0f) == LOPE_PI);
    assert_true(lope_atan2(-0x1p-149f, -FLT_MAX) == -LOPE_PI);
    assert_true(lope_atan2(-1.0f, 0.0f) == -0.5f * LOPE_PI);
}

static void arc_cosine(void **state)
{
    (void)state;
    worst worst = {"acos", 0, 0, 0};
    uint64_t random = SEED + 3;
    for (int i = 0; i < TRIES; ++i) {
        float x = (float)random_in(&random, -1.0, 1.0);
        if (i % 4 == 0) x = float_of_bits(0x3f800000u - (uint32_t)(random_bits(&random) >> 50)); // just below 1
        if (i % 4 == 1) x = -float_of_bits((uint32_t)random_bits(&random) % 0x3f800001u);        // of any size, to -1
        note(&worst, ulps_off(lope_acos(x), acosl((long double)x)), (double)x, 0);
    }
    report(&worst, FLOAT_BOUND, "ulp");
    assert_true(lope_acos(1.0f) == 0.0f);
    assert_true(lope_acos(2.0f) == 0.0f);
    assert_true(lope_acos(-1.0f) == LOPE_PI);
    assert_true(lope_acos(-FLT_MAX) == LOPE_PI);
}

static void exponential_of_floats(void **state)
{
    (void)state;
    worst worst = {"exp", 0, 0, 0};
    uint64_t random = SEED + 4;
    for (int i = 0; i < TRIES; ++i) {
        float x = i % 4 == 0 ? random_float(&random) : (float)random_in(&random, -105.0, 88.7228);
        if (x > 88.7228f) continue;
        note(&worst, ulps_off(lope_exp(x), expl((long double)x)), (double)x, 0);
    }
    report(&worst, FLOAT_BOUND, "ulp");
    assert_true(lope_exp(0.0f) == 1.0f);
    assert_true(lope_exp(88.73f) == FLT_MAX);
    assert_true(lope_exp(FLT_MAX) == FLT_MAX);
    assert_true(lope_exp(-103.9f) == 0x1p-149f);
    assert_true(lope_exp(-104.0f) == 0.0f);
    assert_true(lope_exp(-FLT_MAX) == 0.0f);
}

// Both promise 1e-15 of the result, about nine halves of a double's rounding unit: the roundings of a few
// operations.
static void exponential_and_logarithm_of_doubles(void **state)
{
    (void)state;
    worst exponential = {"exp_double", 0, 0, 0}, logarithm = {"log_double", 0, 0, 0};
    uint64_t random = SEED + 5;
    for (int i = 0; i < TRIES; ++i) {
        double x = random_in(&random, -708.0, 709.78);
        if (i % 2 != 0) x = random_in(&random, -2.0, 2.0);
        long double exact = expl((long double)x);
        note(&exponential, (double)(fabsl((long double)lope_exp_double(x) - exact) / exact), x, 0);
        uint64_t bits = random_bits(&random) % UINT64_C(0x7ff0000000000000); // of all sizes, subnormal ones too
        memcpy(&x, &bits, sizeof x);
        if (i % 2 != 0) x = random_in(&random, 0.5, 2.0);
        if (i % 4 == 2) x = 1.0 + random_in(&random, -1e-6, 1e-6);
        if (x <= 0.0 || x == 1.0) continue;
        exact = logl((long double)x);
        note(&logarithm, (double)fabsl(((long double)lope_log_double(x) - exact) / exact), x, 0);
    }
    report(&exponential, 1e-15, "of the result");
    report(&logarithm, 1e-15, "of the result");
    assert_true(lope_exp_double(0.0) == 1.0);
    assert_true(lope_exp_double(709.79) == DBL_MAX);
    assert_true(lope_exp_double(-746.5) == 0.0);
    assert_true(lope_exp_double(-744.0) == 0x1p-1074 * 2.0); // e^-744 is 2.02 smallest numbers
    assert_true(lope_log_double(1.0) == 0.0);
    assert_true(lope_log_double(0.0) == -1e300);
    assert_true(lope_log_double(-3.0) == -1e300);
}

static void results_stay_in_their_ranges(void **state)
{
    (void)state;
    uint64_t random = SEED + 6;
    for (int i = 0; i < TRIES; ++i) {
        float x = random_float(&random), y = random_float(&random);
        assert_true(fabsf(lope_sin(x)) <= 1.0f && fabsf(lope_cos(x)) <= 1.0f);
        assert_true(lope_sin(-x) == -lope_sin(x) && lope_cos(-x) == lope_cos(x));
        assert_true(fabsf(lope_atan2(y, x)) <= LOPE_PI);
        assert_true(lope_acos(x) >= 0.0f && lope_acos(x) <= LOPE_PI);
        assert_true(lope_exp(x) >= 0.0f && lope_exp(x) <= FLT_MAX);
    }
}

static void nan_and_infinity_give_nan_without_a_trap(void **state)
{
    (void)state;
    const float bad[] = {NAN, -NAN, INFINITY, -INFINITY};
    feclearexcept(FE_ALL_EXCEPT);
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; ++i) {
        float x = bad[i];
        const float results[] = {lope_sin(x),         lope_cos(x),  lope_tan(x), lope_atan2(x, 1.0f),
                                 lope_atan2(1.0f, x), lope_acos(x), lope_exp(x)};
        for (size_t j = 0; j < sizeof results / sizeof results[0]; ++j) assert_true(isnan(results[j]));
        assert_true(isnan(lope_exp_double((double)x)));
        assert_true(isnan(lope_log_double((double)x)));
    }
    // A trap comes of an invalid operation or a division by zero.
    assert_int_equal(fetestexcept(FE_INVALID | FE_DIVBYZERO), 0);
}

// The same number on every machine, compiler and optimisation: the point of having these functions at all.
// Worked out once on x86-64; it changes only when the functions are meant to change.
static void bits_are_the_same_everywhere(void **state)
{
    (void)state;
    uint64_t random = SEED + 7, hash = LOPE_HASH_START;
    for (int i = 0; i < 20000; ++i) {
        float x = random_float(&random), y = random_float(&random);
        float near = (float)random_in(&random, -10.0, 10.0);
        hash = lope_hash_float(lope_hash_float(hash, lope_sin(x)), lope_sin(near));
        hash = lope_hash_float(lope_hash_float(hash, lope_cos(x)), lope_cos(near));
        hash = lope_hash_float(lope_hash_float(hash, lope_tan(x)), lope_tan(near));
        hash = lope_hash_float(lope_hash_float(hash, lope_atan2(x, y)), lope_atan2(near, 3.0f));
        hash = lope_hash_float(lope_hash_float(hash, lope_acos(near * 0.1f)), lope_exp(near));
        hash = lope_hash_double(hash, lope_exp_double((double)near * 70.0));
        hash = lope_hash_double(hash, lope_log_double(fabs((double)x)));
    }
    printf("hash of 240000 results: %016llx\n", (unsigned long long)hash);
    assert_true(hash == UINT64_C(0xaec4f395c9bbb928));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sine_cosine_and_tangent_of_all_sizes),
        cmocka_unit_test(sine_cosine_and_tangent_near_quarter_turns),
        cmocka_unit_test(arc_tangent_all_round),
        cmocka_unit_test(arc_cosine),
        cmocka_unit_test(exponential_of_floats),
        cmocka_unit_test(exponential_and_logarithm_of_doubles),
        cmocka_unit_test(results_stay_in_their_ranges),
        cmocka_unit_test(nan_and_infinity_give_nan_without_a_trap),
        cmocka_unit_test(bits_are_the_same_everywhere),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
