// work_share.h - work in many like items, dealt out to several threads that end together.
//
// Share s of n begins with the items s, s + n, s + 2 n ...: the same in every round, so that what a core has in its caches serves it
// again, and some of every part of the list, for neighbours often cost alike. Who is through with its own goes on with what the others
// have left. So all end within one item of each other, and who is held up, comes late or not at all holds nobody up.
// Where the compiler knows no atomics nobody takes from the others, and every share has to be played. Read next: threads.c.
#ifndef LOPE_WORLD_WORK_SHARE_H
#define LOPE_WORLD_WORK_SHARE_H

#include <stdint.h>

#define LOPE_SHARES_MOST 64

#ifdef __STDC_NO_ATOMICS__
#define LOPE_DEAL_SHARED 0 // items can be taken from other shares
typedef uint32_t lope_deal_counter;
static inline uint32_t lope_deal_take(lope_deal_counter *taken) { return (*taken)++; }
static inline void lope_deal_reset(lope_deal_counter *taken) { *taken = 0; }
#else
#include <stdatomic.h>
#define LOPE_DEAL_SHARED 1
typedef _Atomic uint32_t lope_deal_counter;
// Relaxed: that an item is taken once is all that is asked for. What the work reads and writes is ordered by how the threads are sent
// out and waited for.
static inline uint32_t lope_deal_take(lope_deal_counter *taken)
{
    return atomic_fetch_add_explicit(taken, 1, memory_order_relaxed);
}
static inline void lope_deal_reset(lope_deal_counter *taken) { atomic_store_explicit(taken, 0, memory_order_relaxed); }
#endif

typedef struct lope_deal {
    void (*work)(void *context, uint32_t item);
    void *context;
    uint32_t items, shares;
    lope_deal_counter taken[LOPE_SHARES_MOST]; // of each share
} lope_deal;

// While nobody plays.
static inline void lope_deal_begin(lope_deal *deal, uint32_t shares, uint32_t items, void (*work)(void *context, uint32_t item),
                                   void *context)
{
    deal->work = work;
    deal->context = context;
    deal->items = items;
    deal->shares = shares;
    for (uint32_t i = 0; i < shares; i++) lope_deal_reset(&deal->taken[i]);
}

// Returns when there is nothing left to take; others may still be at what they took.
static inline void lope_deal_play(lope_deal *deal, uint32_t share)
{
    const uint32_t hands = LOPE_DEAL_SHARED ? deal->shares : 1;
    for (uint32_t k = 0; k < hands; k++) {
        const uint32_t from = (share + k) % deal->shares;
        for (;;) {
            const uint64_t item = from + (uint64_t)lope_deal_take(&deal->taken[from]) * deal->shares;
            if (item >= deal->items) break;
            deal->work(deal->context, (uint32_t)item);
        }
    }
}

#endif
