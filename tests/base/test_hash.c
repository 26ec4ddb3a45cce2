// test_hash.c - the hash: equal everywhere, one for both zeros and for all NaNs, and different where values
// or their order differ.
#include "helpers.h"

#include "base/hash.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

static void bits_are_the_same_everywhere(void **state)
{
    (void)state;
    // Worked out once on x86-64; recordings made elsewhere must agree.
    uint64_t hash = LOPE_HASH_START;
    hash = lope_hash_u32(hash, 7);
    hash = lope_hash_u64(hash, UINT64_C(0x0123456789abcdef));
    hash = lope_hash_float(hash, 1.5f);
    hash = lope_hash_double(hash, -2.25);
    hash = lope_hash_bytes(hash, "thirteen text", 13);
    hash = lope_hash_vec3(hash, lope_vec3_make(1, 2, 3));
    hash = lope_hash_point(hash, lope_point_make(4, 5, 6));
    printf("%016llx\n", (unsigned long long)hash);
    assert_true(hash == UINT64_C(0xd1a71b849bdec9cc));
}

static void both_zeros_are_one_and_all_nans_are_one(void **state)
{
    (void)state;
    uint64_t h = LOPE_HASH_START;
    assert_true(lope_hash_float(h, -0.0f) == lope_hash_float(h, 0.0f));
    assert_true(lope_hash_double(h, -0.0) == lope_hash_double(h, 0.0));
    const uint32_t nans[] = {0x7fc00000u, 0xffc00000u, 0x7f800001u, 0xffffffffu};
    for (size_t i = 0; i < sizeof nans / sizeof nans[0]; ++i) {
        assert_true(lope_hash_float(h, float_of_bits(nans[i])) == lope_hash_float(h, NAN));
        uint64_t wide = (uint64_t)nans[i] << 32 | 1u;
        double x;
        memcpy(&x, &wide, sizeof x);
        if (isnan(x)) assert_true(lope_hash_double(h, x) == lope_hash_double(h, (double)NAN));
    }
    assert_true(lope_hash_float(h, INFINITY) != lope_hash_float(h, NAN));
    assert_true(lope_hash_float(h, INFINITY) != lope_hash_float(h, -INFINITY));
    assert_true(lope_hash_double(h, (double)INFINITY) != lope_hash_double(h, (double)NAN));
}

static void zeros_count(void **state)
{
    (void)state;
    uint64_t h = LOPE_HASH_START;
    assert_true(lope_hash_u32(h, 0) != h);
    assert_true(lope_hash_u64(lope_hash_u64(0, 0), 0) != lope_hash_u64(0, 0));
    const char zeros[24] = {0};
    for (size_t i = 1; i <= sizeof zeros; ++i) assert_true(lope_hash_bytes(h, zeros, i) != lope_hash_bytes(h, zeros, i - 1));
}

static void order_and_every_byte_count(void **state)
{
    (void)state;
    uint64_t h = LOPE_HASH_START;
    assert_true(lope_hash_u32(lope_hash_u32(h, 1), 2) != lope_hash_u32(lope_hash_u32(h, 2), 1));
    char text[] = "any number of bytes, aligned or not";
    for (size_t i = 0; i + 1 < sizeof text; ++i) {
        uint64_t before = lope_hash_bytes(h, text, sizeof text - 1);
        text[i] ^= 0x10;
        assert_true(lope_hash_bytes(h, text, sizeof text - 1) != before);
        text[i] ^= 0x10;
    }
    char moved[64];
    memcpy(moved + 3, text, sizeof text);
    assert_true(lope_hash_bytes(h, text, sizeof text) == lope_hash_bytes(h, moved + 3, sizeof text));
}

static int compare(const void *a, const void *b)
{
    uint64_t x, y;
    memcpy(&x, a, sizeof x);
    memcpy(&y, b, sizeof y);
    return (x > y) - (x < y);
}

// Numbers that differ in few bits, as floats of one scene do, must not meet: a good 64-bit hash of 2^16
// values has two alike with a probability of 2^-33.
static void near_values_do_not_collide(void **state)
{
    (void)state;
    enum { count = 65536 };
    uint64_t *hashes = malloc(count * sizeof *hashes);
    assert_non_null(hashes);
    for (uint32_t i = 0; i < count; ++i) {
        float x = (float)(i % 256) * 0.25f, z = (float)(i / 256) * 0.25f;
        hashes[i] = lope_hash_vec3(LOPE_HASH_START, lope_vec3_make(x, 0.0f, z));
    }
    qsort(hashes, count, sizeof *hashes, compare);
    for (uint32_t i = 1; i < count; ++i) assert_true(hashes[i] != hashes[i - 1]);
    free(hashes);
}

// One flipped bit of a value flips half of the hash's bits on average. Over 64 values of 64 bits the mean's
// standard deviation is 4 / 64, so 31 to 33 is sixteen of them.
static void one_bit_changes_half_of_the_hash(void **state)
{
    (void)state;
    uint64_t seed = 5, random = seed, flipped = 0;
    printf("seed %llu\n", (unsigned long long)seed);
    for (int i = 0; i < 64; ++i) {
        uint64_t value = random_bits(&random);
        for (int bit = 0; bit < 64; ++bit) {
            uint64_t differ = lope_hash_u64(LOPE_HASH_START, value) ^ lope_hash_u64(LOPE_HASH_START, value ^ UINT64_C(1) << bit);
            for (; differ != 0; differ &= differ - 1) ++flipped;
        }
    }
    double mean = (double)flipped / 4096.0;
    printf("mean of %g bits\n", mean);
    assert_true(mean > 31.0 && mean < 33.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bits_are_the_same_everywhere),
        cmocka_unit_test(both_zeros_are_one_and_all_nans_are_one),
        cmocka_unit_test(zeros_count),
        cmocka_unit_test(order_and_every_byte_count),
        cmocka_unit_test(near_values_do_not_collide),
        cmocka_unit_test(one_bit_changes_half_of_the_hash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
