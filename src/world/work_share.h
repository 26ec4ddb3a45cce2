// work_share.h - work in many like items, shared among several threads that end together.
//
// Share s of n begins with the items s, s + n, s + 2 n ...: the same in every round, so that what a core has
// in its caches serves it again, and some of every part of the list, for neighbours often cost alike. A
// thread that is through with its own share goes on with what the others have left. So all end within one
// item of each other, and a thread that is held up, comes late or not at all holds up no other. Where the
// compiler knows no atomics no thread takes from the others, and every share has to be worked. Read next:
// threads.c.
#ifndef LOPE_WORLD_WORK_SHARE_H
#define LOPE_WORLD_WORK_SHARE_H

#include <stdint.h>

#define LOPE_SHARES_MOST 64

#ifdef __STDC_NO_ATOMICS__
#define LOPE_WORK_TAKEN_OVER 0 // items can be taken from other shares
typedef uint32_t lope_work_counter;
static inline uint32_t lope_work_take(lope_work_counter *taken) { return (*taken)++; }
static inline void lope_work_reset(lope_work_counter *taken) { *taken = 0; }
#else
#include <stdatomic.h>
#define LOPE_WORK_TAKEN_OVER 1
typedef _Atomic uint32_t lope_work_counter;
// Relaxed: that an item is taken once is all that is asked for. What the work reads and writes is ordered by
// how the threads are sent out and waited for.
static inline uint32_t lope_work_take(lope_work_counter *taken)
{
    return atomic_fetch_add_explicit(taken, 1, memory_order_relaxed);
}
static inline void lope_work_reset(lope_work_counter *taken) { atomic_store_explicit(taken, 0, memory_order_relaxed); }
#endif

// A work that is shared, while it lasts.
typedef struct lope_work_share {
    void (*work)(void *context, uint32_t item);
    void *context;
    uint32_t items, shares;
    lope_work_counter taken[LOPE_SHARES_MOST]; // of each share
} lope_work_share;

// Begins a work of `items` items: work(context, item) is called once for each. No thread may be at the last
// one still.
static inline void lope_work_share_begin(lope_work_share *shared, uint32_t shares, uint32_t items,
                                         void (*work)(void *context, uint32_t item), void *context)
{
    shared->work = work;
    shared->context = context;
    shared->items = items;
    shared->shares = shares;
    for (uint32_t i = 0; i < shares; i++) lope_work_reset(&shared->taken[i]);
}

// Works the items of a share, then those that other shares have left. Returns when there is nothing left to
// take; others may still be at what they took.
static inline void lope_work_share_run(lope_work_share *shared, uint32_t share)
{
    const uint32_t reach = LOPE_WORK_TAKEN_OVER ? shared->shares : 1;
    for (uint32_t k = 0; k < reach; k++) {
        const uint32_t from = (share + k) % shared->shares;
        for (;;) {
            const uint64_t item = from + (uint64_t)lope_work_take(&shared->taken[from]) * shared->shares;
            if (item >= shared->items) break;
            shared->work(shared->context, (uint32_t)item);
        }
    }
}

#endif
