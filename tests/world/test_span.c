// test_span.c - spans: where their blocks and what is behind them stand, and how a crowd takes them.
#include "world_help.h"

#include "world/span.h"

#include <lope/lope.h>

#define BLOCK 1000 // bytes: no whole number of cache lines
#define MORE 640   // bytes

static void blocks_and_what_is_behind_do_not_overlap(void **unused)
{
    (void)unused;
    counter c = {.fail_at = UINT64_MAX};
    const lope_allocator hooks = counter_allocator(&c);
    lope_span *span = lope_span_take(&hooks, 3, BLOCK, MORE);
    assert_non_null(span);
    assert_int_equal(c.asked, 1);
    char *blocks[3], *more = lope_span_more(span);
    for (int i = 0; i < 3; i++) {
        blocks[i] = lope_span_block(span);
        assert_non_null(blocks[i]);
        assert_int_equal((uintptr_t)blocks[i] % 64, 0);
        memset(blocks[i], i + 1, BLOCK);
    }
    assert_int_equal((uintptr_t)more % 64, 0);
    memset(more, 4, MORE);
    assert_true(more + MORE <= (char *)span + c.bytes_out);
    assert_null(lope_span_block(span));
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < BLOCK; k++) assert_int_equal(blocks[i][k], i + 1);
    lope_span_release(span);
    assert_int_equal(c.out, 0);
    assert_int_equal(c.bytes_out, 0);
}

static void what_is_too_much_is_refused(void **unused)
{
    (void)unused;
    counter c = {.fail_at = UINT64_MAX};
    const lope_allocator hooks = counter_allocator(&c);
    assert_null(lope_span_take(&hooks, 0, BLOCK, MORE));
    assert_null(lope_span_take(&hooks, 2, SIZE_MAX / 2, MORE));
    assert_null(lope_span_take(&hooks, 1, BLOCK, SIZE_MAX - 10));
    assert_int_equal(c.asked, 0);
}

// ---- in a world ---------------------------------------------------------------------------------

#define CROWD 1000

// The game's hooks over the library's own, which have no more than so much at once.
typedef struct limited {
    lope_allocator own;
    size_t most;
    uint64_t asked, refused;
} limited;

static void *limited_allocate(void *context, size_t size, size_t alignment)
{
    limited *l = context;
    l->asked++;
    if (size > l->most) l->refused++;
    return size > l->most ? NULL : l->own.allocate(l->own.context, size, alignment);
}

static void limited_release(void *context, void *memory, size_t size)
{
    const limited *l = context;
    l->own.release(l->own.context, memory, size);
}

static void populate(limited *l)
{
    lope_world *world = lope_world_create(&(lope_world_def){.allocator = {limited_allocate, limited_release, l}});
    assert_non_null(world);
    for (int i = 0; i < CROWD; i++) assert_non_null(lope_character_create(world, &(lope_character_def){.feet = {i * 2.0, 0, 0}}));
    steps(world, 2);
    lope_world_destroy(world);
}

static void a_crowd_takes_few_pieces(void **unused)
{
    (void)unused;
    limited plenty = {.own = lope_allocator_default(), .most = SIZE_MAX};
    populate(&plenty);
    print_message("%d characters: %d calls for memory\n", CROWD, (int)plenty.asked);
    assert_true(plenty.asked < CROWD / 2); // most of them by the first 16, who draw on no pool
}

// Where there is no large piece to be had smaller ones do.
static void small_pieces_do(void **unused)
{
    (void)unused;
    limited scarce = {.own = lope_allocator_default(), .most = 3000000};
    populate(&scarce);
    assert_true(scarce.refused > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_and_what_is_behind_do_not_overlap),
        cmocka_unit_test(what_is_too_much_is_refused),
        cmocka_unit_test(a_crowd_takes_few_pieces),
        cmocka_unit_test(small_pieces_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
