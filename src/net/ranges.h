// ranges.h - which ticks of the last LOPE_NET_RING were replaced: a bit each, in bits as ranges.
//
// Single bits run out in a silence; ranges do not.
#ifndef LOPE_NET_RANGES_H
#define LOPE_NET_RANGES_H

#include "net/bits.h"
#include <lope/net.h>

typedef struct lope_ranges {
    uint64_t words[LOPE_NET_RING / 64];
} lope_ranges;

static inline bool lope_ranges_has(const lope_ranges *ranges, uint32_t tick)
{
    return ranges->words[tick % LOPE_NET_RING / 64] >> tick % 64 & 1u;
}

static inline void lope_ranges_set(lope_ranges *ranges, uint32_t tick, bool value)
{
    uint64_t *word = &ranges->words[tick % LOPE_NET_RING / 64];
    const uint64_t bit = UINT64_C(1) << tick % 64;
    *word = value ? *word | bit : *word & ~bit;
}

// Passes the bits of `count` ticks up to `last`, newest first. Reading: the bits of older ticks are cleared.
void lope_ranges_pass(lope_bits *bits, lope_ranges *ranges, uint32_t last, uint32_t count);

#endif
