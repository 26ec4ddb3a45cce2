// test_simd.c - vectors and their plain twin give equal bits, and both give what the operations are defined
// as, lane by lane.
#include "helpers.h"
#include "simd_cases.h"

#include <float.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

// All NaNs count as one: which of two goes on, and its sign, is the processor's affair, and lope keeps none.
static void assert_same(const float *a, const float *b)
{
    for (int i = 0; i < 8; ++i) {
        if (isnan(a[i]) && isnan(b[i])) continue;
        assert_int_equal(bits_of_float(a[i]), bits_of_float(b[i]));
    }
}

static void assert_same_doubles(const double *a, const double *b)
{
    for (int i = 0; i < 4; ++i)
        if (!isnan(a[i]) || !isnan(b[i])) assert_memory_equal(&a[i], &b[i], sizeof a[i]);
}

static void assert_same_results(const simd_results *a, const simd_results *b)
{
    assert_same(a->splat, b->splat);
    assert_same(a->add, b->add);
    assert_same(a->sub, b->sub);
    assert_same(a->mul, b->mul);
    assert_same(a->div, b->div);
    assert_same(a->min, b->min);
    assert_same(a->max, b->max);
    assert_same(a->select, b->select);
    assert_same(a->halves, b->halves);
    assert_int_equal(a->less, b->less);
    assert_int_equal(a->less_equal, b->less_equal);
    assert_int_equal(a->both, b->both);
    assert_int_equal(a->either, b->either);
    assert_int_equal(a->neither, b->neither);
    assert_int_equal(a->any_less, b->any_less);
    assert_int_equal(a->any_both, b->any_both);
    assert_same_doubles(a->splat4, b->splat4);
    assert_same_doubles(a->add4, b->add4);
    assert_same_doubles(a->sub4, b->sub4);
    assert_same_doubles(a->mul4, b->mul4);
    assert_same_doubles(a->div4, b->div4);
    assert_same_doubles(a->min4, b->min4);
    assert_same_doubles(a->max4, b->max4);
    assert_same_doubles(a->root4, b->root4);
    assert_same_doubles(a->made4, b->made4);
    assert_same_doubles(a->with4, b->with4);
    assert_same_doubles(a->wide4, b->wide4);
    assert_memory_equal(a->shorts, b->shorts, sizeof a->shorts);
    assert_int_equal(a->greater4, b->greater4);
    assert_int_equal(a->greater8, b->greater8);
    assert_int_equal(a->greater_or_before8, b->greater_or_before8);
    assert_int_equal(a->same8, b->same8);
    assert_memory_equal(a->most8, b->most8, sizeof a->most8);
    assert_memory_equal(a->apart8, b->apart8, sizeof a->apart8);
    assert_same(a->floats8, b->floats8);
}

// What simd.h promises, one lane at a time.
static simd_results by_definition(const float *a, const float *b)
{
    simd_results r;
    memset(&r, 0, sizeof r);
    for (uint32_t i = 0; i < 8; ++i) {
        bool less = a[i] < b[i], less_equal = b[i] <= a[i];
        r.splat[i] = a[3];
        r.add[i] = a[i] + b[i];
        r.sub[i] = a[i] - b[i];
        r.mul[i] = a[i] * b[i];
        r.div[i] = a[i] / b[i];
        r.min[i] = less ? a[i] : b[i];
        r.max[i] = a[i] > b[i] ? a[i] : b[i];
        r.select[i] = less ? a[i] : b[i];
        r.halves[i] = i < 4 ? b[i] : a[i];
        r.less |= (uint32_t)less << i;
        r.less_equal |= (uint32_t)less_equal << i;
        r.both |= (uint32_t)(less && less_equal) << i;
        r.either |= (uint32_t)(less || less_equal) << i;
        r.neither |= (uint32_t) !(less || less_equal) << i;
    }
    for (uint32_t i = 0; i < 4; ++i) {
        double x = (double)a[i], y = (double)b[i];
        r.splat4[i] = (double)a[3];
        r.add4[i] = x + y;
        r.sub4[i] = x - y;
        r.mul4[i] = x * y;
        r.div4[i] = x / y;
        r.min4[i] = x < y ? x : y;
        r.max4[i] = x > y ? x : y;
        r.root4[i] = sqrt(x);
        r.made4[i] = (double)(i % 2 ? a : b)[i == 0 ? 2 : i == 1 ? 0 : i == 2 ? 3 : 1];
        r.wide4[i] = (double)b[3 + i];
        r.with4[i] = i == 0 ? (double)b[3] : x;
        r.shorts[i] = (int16_t)(x > -32768.0 ? (x < 32767.0 ? x : 32767.0) : -32768.0);
        double cut = y < 32767.0 ? y : 32767.0;
        r.shorts[4 + i] = (int16_t)(cut > -32768.0 ? cut : -32768.0);
        r.greater4 |= (uint32_t)(x > y) << i;
    }
    for (uint32_t i = 0; i < 8; ++i) {
        int16_t x, y, second, fifth;
        memcpy(&x, &a[i], sizeof x);
        memcpy(&y, &b[i], sizeof y);
        memcpy(&second, &a[2], sizeof second);
        memcpy(&fifth, &b[5], sizeof fifth);
        r.greater8 |= (uint32_t)(x > y) << i;
        r.greater_or_before8 |= (uint32_t)(x > y || fifth > x) << i;
        r.same8 |= (uint32_t)(x > y || second == x) << i;
        r.most8[i] = x > y ? x : y;
        r.apart8[i] = (int16_t)(floor(x / 2.0) - floor(y / 2.0));
        r.floats8[i] = (float)x;
    }
    r.any_less = r.less != 0;
    r.any_both = r.both != 0;
    return r;
}

static void compare_on(const float *a, const float *b)
{
    simd_results vector = simd_vector_kind().compute(a, b);
    simd_results twin = simd_twin_kind().compute(a, b);
    simd_results defined = by_definition(a, b);
    assert_same_results(&vector, &twin);
    assert_same_results(&twin, &defined);
}

static void kinds_are_what_they_should_be(void **state)
{
    (void)state;
    printf("vectors: %d, lanes in one: %d\n", simd_vector_kind().vectors, simd_vector_kind().width);
    assert_int_equal(simd_twin_kind().vectors, 0);
#if defined(__GNUC__)
    assert_int_equal(simd_vector_kind().vectors, 1);
#endif
}

static void equal_bits_on_random_numbers(void **state)
{
    (void)state;
    uint64_t seed = 99, random = seed;
    printf("seed %llu\n", (unsigned long long)seed);
    for (int i = 0; i < 50000; ++i) {
        float memory[32], *a = memory + i % 5, *b = memory + 16 + i % 3; // of any alignment
        for (int lane = 0; lane < 8; ++lane) {
            a[lane] = i % 2 != 0 ? random_float(&random) : (float)random_in(&random, -4.0, 4.0);
            b[lane] = i % 2 != 0 ? random_float(&random) : (float)random_in(&random, -4.0, 4.0);
            if (random_bits(&random) % 8 == 0) b[lane] = a[lane];
        }
        compare_on(a, b);
    }
}

// Every pair of the numbers that make trouble, in every lane.
static void equal_bits_on_special_numbers(void **state)
{
    (void)state;
    const float special[] = {0.0f,        -0.0f,   1.0f,     -1.0f,    0x1p-149f, -0x1p-149f, FLT_MIN,
                             0x1.8p-127f, FLT_MAX, -FLT_MAX, INFINITY, -INFINITY, NAN};
    const uint32_t count = sizeof special / sizeof special[0];
    for (uint32_t i = 0; i < count * count; ++i) {
        float a[8], b[8];
        for (uint32_t lane = 0; lane < 8; ++lane) {
            a[lane] = special[(i / count + lane) % count];
            b[lane] = special[(i + lane * lane) % count];
        }
        compare_on(a, b);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_are_what_they_should_be),
        cmocka_unit_test(equal_bits_on_random_numbers),
        cmocka_unit_test(equal_bits_on_special_numbers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
