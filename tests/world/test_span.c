// test_span.c - spans: where their blocks and rooms stand, what a nearby takes from its room, and what comes from the game and goes back.
#include "world_help.h"

#include "world/span.h"

#include <lope/lope.h>

#define TRIANGLES 40
#define ROOMS 4
#define BLOCK 1000 // bytes: no whole number of cache lines

static void blocks_and_rooms_do_not_overlap(void **unused)
{
    (void)unused;
    counter c = {.fail_at = UINT64_MAX};
    const lope_allocator hooks = counter_allocator(&c);
    const size_t room = lope_span_room(&hooks, TRIANGLES);
    assert_true(room > 0 && room % 64 == 0);
    assert_int_equal(c.out, 0);
    lope_span *span = lope_span_take(&hooks, 3, BLOCK, ROOMS, room);
    assert_non_null(span);
    const uint64_t asked = c.asked;
    char *blocks[3];
    lope_nearby *nearbys[3][ROOMS];
    for (int i = 0; i < 3; i++) {
        blocks[i] = lope_span_block(span);
        assert_non_null(blocks[i]);
        assert_int_equal((uintptr_t)blocks[i] % 64, 0);
        memset(blocks[i], i + 1, BLOCK);
        for (uint32_t k = 0; k < ROOMS; k++) {
            nearbys[i][k] = lope_span_nearby(span, blocks[i], k, TRIANGLES);
            assert_non_null(nearbys[i][k]);
            assert_true((char *)nearbys[i][k] >= blocks[i] + BLOCK);
            assert_true((char *)nearbys[i][k] < blocks[i] + BLOCK + 64 + ROOMS * room);
        }
    }
    assert_null(lope_span_block(span));
    assert_int_equal(c.asked, asked); // all of that had its room
    for (int i = 0; i < 3; i++) {
        for (int k = 0; k < BLOCK; k++) assert_int_equal(blocks[i][k], i + 1);
        for (uint32_t k = 0; k < ROOMS; k++) lope_nearby_destroy(nearbys[i][k]);
    }
    lope_span_release(span);
    assert_int_equal(c.out, 0);
    assert_int_equal(c.bytes_out, 0);
}

static void without_rooms_all_comes_from_the_game(void **unused)
{
    (void)unused;
    counter c = {.fail_at = UINT64_MAX};
    const lope_allocator hooks = counter_allocator(&c);
    lope_span *span = lope_span_take(&hooks, 1, BLOCK, 0, lope_span_room(&hooks, TRIANGLES));
    void *block = lope_span_block(span);
    assert_int_equal(c.bytes_out, (BLOCK + 63) / 64 * 64 + ((char *)block - (char *)span));
    lope_nearby *nearby = lope_span_nearby(span, block, 3, TRIANGLES);
    assert_non_null(nearby);
    assert_true(c.out > 1);
    lope_nearby_destroy(nearby);
    assert_int_equal(c.out, 1);
    lope_span_release(span);
    assert_int_equal(c.out, 0);
}

// The second time it is the same room; what needs more comes from the game, and goes back there.
static void a_room_is_used_again_and_outgrown(void **unused)
{
    (void)unused;
    counter c = {.fail_at = UINT64_MAX};
    const lope_allocator hooks = counter_allocator(&c);
    lope_span *span = lope_span_take(&hooks, 1, BLOCK, ROOMS, lope_span_room(&hooks, TRIANGLES));
    void *block = lope_span_block(span);
    lope_nearby *first = lope_span_nearby(span, block, 2, TRIANGLES);
    const size_t bytes = lope_nearby_bytes(first);
    lope_nearby_destroy(first);
    const uint64_t asked = c.asked;
    lope_nearby *again = lope_span_nearby(span, block, 2, TRIANGLES);
    assert_ptr_equal(again, first);
    assert_int_equal(lope_nearby_bytes(again), bytes);
    assert_int_equal(c.asked, asked);
    assert_int_equal(lope_nearby_reserve(again, 10 * TRIANGLES), LOPE_OK);
    assert_true(c.asked > asked && c.out > 1);
    lope_nearby *too_large = lope_span_nearby(span, block, 1, 10 * TRIANGLES);
    assert_non_null(too_large);
    lope_nearby_destroy(too_large);
    lope_nearby_destroy(again);
    assert_int_equal(c.out, 1); // the span
    lope_span_release(span);
    assert_int_equal(c.out, 0);
    assert_int_equal(c.bytes_out, 0);
}

static void what_is_too_much_is_refused(void **unused)
{
    (void)unused;
    counter c = {.fail_at = UINT64_MAX};
    const lope_allocator hooks = counter_allocator(&c);
    assert_null(lope_span_take(&hooks, 0, BLOCK, 1, 64));
    assert_null(lope_span_take(&hooks, 2, BLOCK, 1, SIZE_MAX / 2));
    assert_null(lope_span_take(&hooks, 1, BLOCK, UINT32_MAX, SIZE_MAX / 1000));
    assert_int_equal(c.asked, 0);
    c.fail_at = 0;
    assert_int_equal(lope_span_room(&hooks, TRIANGLES), 0);
    assert_int_equal(c.out, 0);
}

// ---- in a world ----------------------------------------------------------------------------------------------------------

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
    assert_true(plenty.asked < CROWD / 2); // most of them by the first 16, who have no rooms
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
        cmocka_unit_test(blocks_and_rooms_do_not_overlap),   cmocka_unit_test(without_rooms_all_comes_from_the_game),
        cmocka_unit_test(a_room_is_used_again_and_outgrown), cmocka_unit_test(what_is_too_much_is_refused),
        cmocka_unit_test(a_crowd_takes_few_pieces),          cmocka_unit_test(small_pieces_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
