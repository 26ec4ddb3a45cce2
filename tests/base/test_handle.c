// test_handle.c - handles fit one life of one thing only, whatever order things come and go in.
#include "helpers.h"

#include "base/handle.h"
#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

static const lope_handle nobody = {0, 0};

static void zero_is_nobody(void **state)
{
    (void)state;
    lope_allocator allocator = lope_allocator_or_default(NULL);
    lope_handle_pool pool = {0};
    assert_false(lope_handle_pool_valid(&pool, nobody));
    assert_false(lope_handle_pool_release(&pool, nobody));
    lope_handle first;
    assert_true(lope_handle_pool_acquire(&pool, &allocator, &first));
    assert_int_equal(first.index, 0);
    assert_true(first.generation != 0);
    assert_false(lope_handle_pool_valid(&pool, nobody)); // the same index, another generation
    assert_true(lope_handle_pool_release(&pool, first));
    assert_false(lope_handle_pool_valid(&pool, nobody)); // a free slot
    lope_handle_pool_free(&pool, &allocator);
    assert_false(lope_handle_pool_valid(&pool, first));
}

static void released_handle_is_stale_for_good(void **state)
{
    (void)state;
    lope_allocator allocator = lope_allocator_or_default(NULL);
    lope_handle_pool pool = {0};
    lope_handle old[50];
    for (int i = 0; i < 50; ++i) {
        assert_true(lope_handle_pool_acquire(&pool, &allocator, &old[i]));
        assert_int_equal(old[i].index, 0); // the one place is used again and again
        for (int j = 0; j < i; ++j) assert_false(lope_handle_pool_valid(&pool, old[j]));
        assert_true(lope_handle_pool_valid(&pool, old[i]));
        assert_true(lope_handle_pool_release(&pool, old[i]));
        assert_false(lope_handle_pool_release(&pool, old[i])); // not twice
    }
    assert_int_equal(pool.slot_count, 1);
    assert_int_equal(pool.live_count, 0);
    lope_handle_pool_free(&pool, &allocator);
}

static void last_released_is_first_used_again(void **state)
{
    (void)state;
    lope_allocator allocator = lope_allocator_or_default(NULL);
    lope_handle_pool pool = {0};
    lope_handle handles[4], again;
    for (uint32_t i = 0; i < 4; ++i) {
        assert_int_equal(lope_handle_pool_next(&pool), i);
        assert_true(lope_handle_pool_acquire(&pool, &allocator, &handles[i]));
    }
    assert_true(lope_handle_pool_release(&pool, handles[1]));
    assert_true(lope_handle_pool_release(&pool, handles[3]));
    const uint32_t expected[] = {3, 1, 4};
    for (int i = 0; i < 3; ++i) {
        assert_int_equal(lope_handle_pool_next(&pool), expected[i]);
        assert_true(lope_handle_pool_acquire(&pool, &allocator, &again));
        assert_int_equal(again.index, expected[i]);
    }
    lope_handle_pool_free(&pool, &allocator);
}

static void foreign_handles_are_refused(void **state)
{
    (void)state;
    lope_allocator allocator = lope_allocator_or_default(NULL);
    lope_handle_pool pool = {0};
    lope_handle handle;
    assert_true(lope_handle_pool_acquire(&pool, &allocator, &handle));
    const lope_handle foreign[] = {{1, 1}, {UINT32_MAX, 1}, {0, 3}, {0, UINT32_MAX}, {0, handle.generation + 1}};
    for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; ++i) {
        assert_false(lope_handle_pool_valid(&pool, foreign[i]));
        assert_false(lope_handle_pool_release(&pool, foreign[i]));
    }
    assert_true(lope_handle_pool_valid(&pool, handle));
    lope_handle_pool_free(&pool, &allocator);
}

// A slot at the end of its generations is left out instead of beginning again.
static void used_up_slot_is_left_out(void **state)
{
    (void)state;
    lope_allocator allocator = lope_allocator_or_default(NULL);
    lope_handle_pool pool = {0};
    lope_handle first, last, next;
    assert_true(lope_handle_pool_acquire(&pool, &allocator, &first));
    assert_true(lope_handle_pool_release(&pool, first));
    pool.slots[0].generation = UINT32_MAX - 1; // as after 2^31 - 1 lives
    assert_true(lope_handle_pool_acquire(&pool, &allocator, &last));
    assert_int_equal(last.generation, UINT32_MAX);
    assert_true(lope_handle_pool_valid(&pool, last));
    assert_true(lope_handle_pool_release(&pool, last));
    assert_false(lope_handle_pool_valid(&pool, last));
    assert_true(lope_handle_pool_acquire(&pool, &allocator, &next));
    assert_int_equal(next.index, 1);
    assert_false(lope_handle_pool_live(&pool, 0));
    lope_handle_pool_free(&pool, &allocator);
}

// Against the plainest of models: a list of the handles that are out.
static void random_comings_and_goings(void **state)
{
    (void)state;
    enum { most = 300 };
    uint64_t seed = 77, random = seed;
    printf("seed %llu\n", (unsigned long long)seed);
    lope_allocator allocator = lope_allocator_or_default(NULL);
    lope_handle_pool pool = {0};
    lope_handle out[most], stale = nobody;
    uint32_t count = 0, highest = 0;
    for (int i = 0; i < 50000; ++i) {
        uint64_t dice = random_bits(&random);
        if (count < most && (count == 0 || dice % 2 == 0)) {
            assert_true(lope_handle_pool_acquire(&pool, &allocator, &out[count]));
            for (uint32_t j = 0; j < count; ++j) assert_true(out[j].index != out[count].index);
            count += 1;
            highest = count > highest ? count : highest;
        } else {
            uint32_t which = (uint32_t)((dice >> 8) % count);
            stale = out[which];
            assert_true(lope_handle_pool_release(&pool, stale));
            out[which] = out[--count];
        }
        assert_false(lope_handle_pool_valid(&pool, stale)); // also once its place is somebody else's
        assert_int_equal(pool.live_count, count);
        if (count != 0) assert_true(lope_handle_pool_valid(&pool, out[(dice >> 20) % count]));
    }
    assert_int_equal(pool.slot_count, highest); // a new place only when none was free
    uint32_t live = 0;
    for (uint32_t i = 0; i < pool.slot_count; ++i) {
        lope_handle at = lope_handle_pool_at(&pool, i);
        assert_int_equal(lope_handle_pool_live(&pool, i), lope_handle_pool_valid(&pool, at));
        live += lope_handle_pool_live(&pool, i) ? 1 : 0;
    }
    assert_int_equal(live, count);
    assert_int_equal(lope_handle_pool_at(&pool, pool.slot_count).generation, 0);
    lope_handle_pool_free(&pool, &allocator);
}

static void running_out_of_memory_changes_nothing(void **state)
{
    (void)state;
    for (uint32_t left = 0; left < 8; ++left) {
        countdown count = countdown_of(left);
        lope_allocator allocator = countdown_hooks(&count);
        lope_handle_pool pool = {0};
        lope_handle handle = nobody, refused = {9, 9};
        while (lope_handle_pool_acquire(&pool, &allocator, &refused)) handle = refused;
        assert_int_equal(pool.live_count, pool.slot_count);
        assert_int_equal(pool.slot_count, pool.capacity);
        assert_int_equal(lope_handle_pool_valid(&pool, handle), left > 0);
        if (left > 0) { // a place that comes free needs no memory
            assert_true(lope_handle_pool_release(&pool, handle));
            assert_true(lope_handle_pool_acquire(&pool, &allocator, &refused));
        } else {
            assert_int_equal(refused.index, 9);
        }
        lope_handle_pool_free(&pool, &allocator);
        assert_int_equal(count.blocks, 0);
        assert_int_equal(count.bytes, 0);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(zero_is_nobody),
        cmocka_unit_test(released_handle_is_stale_for_good),
        cmocka_unit_test(last_released_is_first_used_again),
        cmocka_unit_test(foreign_handles_are_refused),
        cmocka_unit_test(used_up_slot_is_left_out),
        cmocka_unit_test(random_comings_and_goings),
        cmocka_unit_test(running_out_of_memory_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
