// test_threads.c - how a step's work is dealt out: every item once, and who is held up holds up nothing but
// the item it is at.
#define _POSIX_C_SOURCE 199309L // nanosleep

#include "world_help.h"

#include "base/memory.h"
#include "world/threads.h"

#include <time.h>

#define ITEMS_MOST 1000
#define ROUNDS 50
#define PATIENCE 20000 // ms, until what should happen is taken not to

typedef struct job {
    _Atomic uint32_t done, times[ITEMS_MOST];
    uint32_t items;
    uint32_t held; // a character that is at this item stays there until all others are done
    bool in_vain;
} job;

static lope_threads *open_threads(uint32_t count)
{
    const lope_allocator none = {0}, allocator = lope_allocator_or_default(&none);
    lope_threads *threads = lope_threads_create(&allocator, count, &(lope_tasks){0});
    assert_non_null(threads);
    return threads;
}

static void work(void *context, uint32_t item)
{
    job *j = context;
    const struct timespec moment = {.tv_nsec = 1000000};
    for (int i = 0; item == j->held && j->done < j->items - 1 && !j->in_vain; i++) {
        nanosleep(&moment, NULL);
        j->in_vain = i >= PATIENCE;
    }
    j->times[item]++;
    j->done++;
}

static void run(lope_threads *threads, uint32_t items, uint32_t held)
{
    job j = {.items = items, .held = held};
    lope_threads_run(threads, items, work, &j);
    for (uint32_t i = 0; i < items; i++) assert_int_equal(j.times[i], 1);
    assert_false(j.in_vain);
}

static void every_item_is_done_once(void **unused)
{
    (void)unused;
    static const uint32_t threads[] = {1, 2, 3, 8, LOPE_THREADS_MOST}, items[] = {0, 1, 2, 3, 7, 63, 64, ITEMS_MOST};
    run(NULL, 7, UINT32_MAX);
    for (size_t i = 0; i < sizeof threads / sizeof threads[0]; i++) {
        lope_threads *several = open_threads(threads[i]);
        for (int round = 0; round < ROUNDS; round++)
            for (size_t k = 0; k < sizeof items / sizeof items[0]; k++) run(several, items[k], UINT32_MAX);
        lope_threads_destroy(several);
    }
}

// On two threads: whichever of them is held up, the other does the rest of both shares.
static void who_is_held_up_holds_up_nobody(void **unused)
{
    (void)unused;
    lope_threads *two = open_threads(2);
    for (uint32_t held = 0; held < 20; held++) run(two, 20, held);
    lope_threads_destroy(two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_item_is_done_once),
        cmocka_unit_test(who_is_held_up_holds_up_nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
