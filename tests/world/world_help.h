// world_help.h - what the world's tests share: a seeded generator, a floor, an allocator that counts and can
// fail.
#ifndef LOPE_TESTS_WORLD_HELP_H
#define LOPE_TESTS_WORLD_HELP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <lope/lope.h>

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define TICK (1.0f / 60.0f)

// xorshift64*: the same numbers on every machine. The seed must not be 0.
static inline uint32_t random_next(uint64_t *seed)
{
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return (uint32_t)((*seed * UINT64_C(2685821657736338717)) >> 32);
}

static inline double random_between(uint64_t *seed, double low, double high)
{
    return low + (high - low) * ((double)random_next(seed) / 4294967296.0);
}

// A world with a floor of 80 x 80 m whose top is y = 0.
static inline lope_world *world_with_floor(const lope_world_def *def)
{
    lope_world *world = lope_world_create(def);
    assert_non_null(world);
    lope_error error = {0};
    lope_world_add_box(world, &(lope_box_def){.body = {.position = {0, -0.5, 0}, .error = &error}, .size = {80, 1, 80}});
    assert_int_equal(error.code, LOPE_OK);
    return world;
}

static inline void steps(lope_world *world, int count)
{
    for (int i = 0; i < count; i++) assert_int_equal(lope_world_step(world, TICK), LOPE_OK);
}

static inline uint32_t count_events(const lope_world *world, uint32_t kind)
{
    uint32_t count, found = 0;
    const lope_world_event *events = lope_world_events(world, &count);
    for (uint32_t i = 0; i < count; i++) found += events[i].event.kind == kind;
    return found;
}

// Counts what is asked for and what is still out; the allocation numbered `fail_at` (from 0) and, with
// fail_on, all after it return NULL. From any thread.
typedef struct counter {
    uint64_t asked, out, bytes_out;
    uint64_t fail_at; // UINT64_MAX: never
    bool fail_on, failed;
    atomic_flag busy;
} counter;

static inline void counter_lock(counter *c)
{
    while (atomic_flag_test_and_set(&c->busy)) {}
}

static inline void *counter_allocate(void *context, size_t size, size_t alignment)
{
    counter *c = context;
    counter_lock(c);
    const uint64_t number = c->asked++;
    const bool refuse = number == c->fail_at || (c->fail_on && number > c->fail_at);
    if (refuse) {
        c->failed = true;
    } else {
        c->out++;
        c->bytes_out += size;
    }
    atomic_flag_clear(&c->busy);
    if (refuse) return NULL;
    // the address that malloc gave stands just before the aligned memory
    const size_t room = alignment > sizeof(void *) ? alignment : sizeof(void *);
    char *raw = malloc(size + 2 * room);
    if (raw == NULL) abort();
    char *memory = raw + room;
    memory += (room - (uintptr_t)memory % room) % room;
    memcpy(memory - sizeof raw, &raw, sizeof raw);
    return memory;
}

static inline void counter_release(void *context, void *memory, size_t size)
{
    counter *c = context;
    char *raw;
    memcpy(&raw, (char *)memory - sizeof raw, sizeof raw);
    free(raw);
    counter_lock(c);
    c->out--;
    c->bytes_out -= size;
    atomic_flag_clear(&c->busy);
}

static inline lope_allocator counter_allocator(counter *c) { return (lope_allocator){counter_allocate, counter_release, c}; }

#endif
