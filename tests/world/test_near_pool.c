// test_near_pool.c - the pool of nearbys: parts never overlap, are joined again, and all of it goes back.
#include "world_help.h"

#include "world/near_pool.h"

#define PARTS 300
#define ROUNDS 60000
#define GIVEN (1 << 20) // bytes

// A part that is taken, filled with one byte.
typedef struct held {
    unsigned char *memory;
    size_t size;
    unsigned char mark;
} held;

static void check(const held *part)
{
    for (size_t i = 0; i < part->size; i++)
        if (part->memory[i] != part->mark) fail_msg("byte %zu of a part of %zu was overwritten", i, part->size);
}

// Mostly small sizes, now and then one above any list.
static size_t any_size(uint64_t *seed)
{
    const uint32_t kind = random_next(seed) % 100;
    return 1 + random_next(seed) % (kind < 50 ? 600 : kind < 99 ? 12000 : 90000);
}

static void parts_never_overlap_and_are_joined_again(void **unused)
{
    (void)unused;
    uint64_t seed = 20261128;
    counter c = {.fail_at = UINT64_MAX};
    const lope_allocator game = counter_allocator(&c);
    static held parts[PARTS];
    memset(parts, 0, sizeof parts);
    printf("  seed %u\n", (unsigned)seed);
    void *given = game.allocate(game.context, GIVEN, 64);
    lope_near_pool *pool = lope_near_pool_create(&game);
    lope_near_pool_give(pool, given, GIVEN);
    const lope_allocator hooks = lope_near_pool_hooks(pool);
    for (uint32_t round = 0; round < ROUNDS; round++) {
        held *part = &parts[random_next(&seed) % PARTS];
        if (part->memory != NULL) {
            check(part);
            hooks.release(hooks.context, part->memory, part->size);
            part->memory = NULL;
            continue;
        }
        part->size = any_size(&seed);
        part->mark = (unsigned char)round;
        part->memory = hooks.allocate(hooks.context, part->size, 64);
        assert_non_null(part->memory);
        assert_int_equal((uintptr_t)part->memory % 64, 0);
        memset(part->memory, part->mark, part->size);
    }
    for (uint32_t i = 0; i < PARTS; i++) {
        if (parts[i].memory == NULL) continue;
        check(&parts[i]);
        hooks.release(hooks.context, parts[i].memory, parts[i].size);
    }
    // all of what was given is one part again, less its head and its bits
    const uint64_t asked = c.asked;
    const size_t most = GIVEN - GIVEN / 256;
    void *all = hooks.allocate(hooks.context, most, 64);
    assert_ptr_equal((char *)all > (char *)given && (char *)all < (char *)given + GIVEN / 256 ? given : NULL, given);
    assert_int_equal(c.asked, asked);
    hooks.release(hooks.context, all, most);
    lope_near_pool_destroy(pool);
    assert_int_equal(c.out, 1); // what was given is not released
    game.release(game.context, given, GIVEN);
    assert_int_equal(c.bytes_out, 0);
}

static void without_memory_nothing_is_lost(void **unused)
{
    (void)unused;
    counter c = {.fail_at = 1, .fail_on = true};
    const lope_allocator game = counter_allocator(&c);
    lope_near_pool *pool = lope_near_pool_create(&game);
    const lope_allocator hooks = lope_near_pool_hooks(pool);
    assert_null(hooks.allocate(hooks.context, 100, 64));
    assert_null(lope_near_pool_nearby(pool, &game, 0));
    assert_int_equal(lope_near_pool_share(&game, 0), 0);
    lope_near_pool_destroy(pool);
    assert_int_equal(c.out, 0);
    assert_int_equal(c.bytes_out, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_never_overlap_and_are_joined_again),
        cmocka_unit_test(without_memory_nothing_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
