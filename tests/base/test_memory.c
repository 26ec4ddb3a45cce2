// test_memory.c - the default hooks, the game's hooks, and arrays that grow, also when memory runs out at any
// call.
#include "helpers.h"

#include "base/memory.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>

#include <cmocka.h>

static void default_memory_is_aligned_and_writable(void **state)
{
    (void)state;
    lope_allocator allocator = lope_allocator_or_default(NULL);
    void *blocks[200];
    for (size_t i = 0; i < 200; ++i) {
        blocks[i] = lope_allocate(&allocator, i * i + 1);
        assert_non_null(blocks[i]);
        assert_int_equal((uintptr_t)blocks[i] % 64, 0);
        memset(blocks[i], (int)i, i * i + 1);
    }
    for (size_t i = 0; i < 200; ++i) {
        const unsigned char *bytes = blocks[i];
        for (size_t j = 0; j < i * i + 1; ++j) assert_int_equal(bytes[j], i); // blocks do not overlap
        lope_release(&allocator, blocks[i], i * i + 1);
    }
    lope_release(&allocator, NULL, 0);
}

// Where the system gives large pages for the asking they begin with one.
static void large_blocks_are_whole(void **state)
{
    (void)state;
    lope_allocator allocator = lope_allocator_default();
    const size_t page = (size_t)1 << 21, sizes[] = {page - 1, page, page + 1, 5 * page + 12345};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; ++i) {
        unsigned char *block = allocator.allocate(allocator.context, sizes[i], 64);
        assert_non_null(block);
#if defined(__linux__)
        if (sizes[i] >= page) assert_int_equal((uintptr_t)block % page, 0);
#endif
        assert_int_equal((uintptr_t)block % 64, 0);
        memset(block, 0xa5, sizes[i]);
        assert_int_equal(block[0], 0xa5);
        assert_int_equal(block[sizes[i] - 1], 0xa5);
        allocator.release(allocator.context, block, sizes[i]);
    }
}

static void nothing_and_too_much_give_null(void **state)
{
    (void)state;
    lope_allocator allocator = lope_allocator_or_default(NULL);
    assert_null(lope_allocate(&allocator, 0));
    assert_null(lope_allocate_zero(&allocator, 0));
    assert_null(lope_allocate(&allocator, SIZE_MAX));
    assert_null(lope_allocate(&allocator, SIZE_MAX - 70));
}

static void zeroed_memory_is_zero(void **state)
{
    (void)state;
    lope_allocator allocator = lope_allocator_or_default(NULL);
    unsigned char *bytes = lope_allocate_zero(&allocator, 1000);
    assert_non_null(bytes);
    for (int i = 0; i < 1000; ++i) assert_int_equal(bytes[i], 0);
    lope_release(&allocator, bytes, 1000);
}

static void half_an_allocator_is_none(void **state)
{
    (void)state;
    countdown count = {0, 0, 0, {NULL, NULL, NULL}};
    lope_allocator hooks = countdown_hooks(&count);
    assert_ptr_equal(lope_allocator_or_default(&hooks).context, &count);
    hooks.release = NULL;
    lope_allocator allocator = lope_allocator_or_default(&hooks);
    assert_true(allocator.allocate != NULL && allocator.allocate != countdown_allocate);
    assert_non_null(allocator.release);
}

// The array holds 0, 1, 2, ...; every growth must keep them.
static bool append(const lope_allocator *allocator, void **array, size_t *capacity, uint32_t value)
{
    if (!lope_grow(allocator, array, capacity, (size_t)value + 1, sizeof value)) return false;
    memcpy((char *)*array + value * sizeof value, &value, sizeof value);
    return true;
}

static void growing_keeps_the_content_and_is_rare(void **state)
{
    (void)state;
    countdown count = countdown_of(1000);
    lope_allocator allocator = countdown_hooks(&count);
    void *array = NULL;
    size_t capacity = 0;
    for (uint32_t i = 0; i < 100000; ++i) {
        size_t before = capacity;
        assert_true(append(&allocator, &array, &capacity, i));
        assert_true(capacity == before || capacity >= before + before / 2);
        assert_int_equal(count.bytes, capacity * sizeof(uint32_t));
    }
    const uint32_t *values = array;
    for (uint32_t i = 0; i < 100000; ++i) assert_int_equal(values[i], i);
    // Each time half as many again, from 8: log(100000 / 8) / log(1.5) is 23.3.
    assert_true(1000 - count.left <= 24);
    lope_release(&allocator, array, capacity * sizeof(uint32_t));
    assert_int_equal(count.blocks, 0);
    assert_int_equal(count.bytes, 0);
}

static void running_out_while_growing_changes_nothing(void **state)
{
    (void)state;
    for (uint32_t left = 0; left < 20; ++left) {
        countdown count = countdown_of(left);
        lope_allocator allocator = countdown_hooks(&count);
        void *array = NULL;
        size_t capacity = 0;
        uint32_t length = 0;
        while (append(&allocator, &array, &capacity, length)) ++length;
        assert_int_equal(length, capacity);
        assert_int_equal(count.left, 0);
        const uint32_t *values = array;
        for (uint32_t i = 0; i < length; ++i) assert_int_equal(values[i], i);
        lope_release(&allocator, array, capacity * sizeof(uint32_t));
        assert_int_equal(count.blocks, 0);
    }
}

static void growing_beyond_all_memory_is_refused(void **state)
{
    (void)state;
    countdown count = countdown_of(10);
    lope_allocator allocator = countdown_hooks(&count);
    void *array = NULL;
    size_t capacity = 0;
    assert_false(lope_grow(&allocator, &array, &capacity, SIZE_MAX / 8 + 1, 8)); // the bytes overflow
    assert_false(lope_grow(&allocator, &array, &capacity, SIZE_MAX, 1));
    assert_null(array);
    assert_int_equal(capacity, 0);
    assert_true(lope_grow(&allocator, &array, &capacity, 0, 8)); // nothing is needed
    assert_null(array);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(default_memory_is_aligned_and_writable),
        cmocka_unit_test(large_blocks_are_whole),
        cmocka_unit_test(nothing_and_too_much_give_null),
        cmocka_unit_test(zeroed_memory_is_zero),
        cmocka_unit_test(half_an_allocator_is_none),
        cmocka_unit_test(growing_keeps_the_content_and_is_rare),
        cmocka_unit_test(running_out_while_growing_changes_nothing),
        cmocka_unit_test(growing_beyond_all_memory_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
