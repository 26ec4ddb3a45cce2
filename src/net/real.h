// real.h - where others truly were, as the server told it: what takes the place of a belief that is too far
// off.
//
// Told places are numbered. A place that was told of a body for a tick goes on as the belief of it, run
// ahead like a snapshot, until a command names a snapshot that is newer. Both ends look it up in the same
// way. Read next: real.c.
#ifndef LOPE_NET_REAL_H
#define LOPE_NET_REAL_H

#include "net/proxy_wire.h"

#define LOPE_BELIEF_MOST 48u // ticks after which what is known of a character is no belief any more
#define LOPE_REALS 256u      // told places that are kept; a power of two
#define LOPE_REALS_TOLD 128u // of them in a packet, at most
#define LOPE_REALS_BITS 15u  // of a number, in packets

// A place that was told: of a body at the start of a tick, or at its end.
typedef struct lope_real {
    uint64_t body;
    lope_proxy at;
    uint32_t tick;
    bool ended; // that body's tick was run before: it is met where it ended
} lope_real;

// Returns the tick at the end of which a told place was so.
static inline uint32_t lope_real_known(const lope_real *real) { return real->ended ? real->tick : real->tick - 1; }

// The newest told places, in the order of their ticks. Zero: none.
typedef struct lope_reals {
    uint32_t newest; // number of the newest one, from 1
    uint32_t oldest; // those up to this number are forgotten
    lope_real kept[LOPE_REALS];
} lope_reals;

// Adds a place as the one of the next number.
void lope_reals_add(lope_reals *reals, const lope_real *real);

// Adds a place, or puts it in the place of what was told of the same body for the same tick, which no packet
// has told yet: a player that runs its tick again meets others elsewhere.
void lope_reals_tell(lope_reals *reals, const lope_real *real);

// Returns the place of a number; NULL: it is not kept.
const lope_real *lope_reals_get(const lope_reals *reals, uint32_t number);

// Returns the newest place of a body before a number, and its number; NULL: there is none of the last
// LOPE_BELIEF_MOST ticks before `tick`.
const lope_real *lope_reals_before(const lope_reals *reals, uint64_t body, uint32_t tick, uint32_t *number);

// Returns the place of a body that counts in a tick: the newest one that was told for it or for a tick
// before, and is newer than what a snapshot tells as of the end of `known`. NULL: there is none.
const lope_real *lope_reals_find(const lope_reals *reals, uint64_t body, uint32_t tick, uint32_t known);

// Returns the low bits of a number, which packets tell.
static inline uint32_t lope_reals_low(uint32_t number) { return number & ((1u << LOPE_REALS_BITS) - 1u); }
// Returns the number with these low bits that is nearest to the newest one.
uint32_t lope_reals_number(const lope_reals *reals, uint32_t low);

// Forgets all; numbers go on.
void lope_reals_forget(lope_reals *reals);

// Passes a place. newest: the packet's tick. known: what both ends know of that character, as of
// `known_tick`; NULL: nothing.
void lope_real_pass(lope_bits *bits, lope_real *real, uint32_t newest, const lope_proxy *known, uint32_t known_tick,
                    const lope_net_rules *rules);

#endif
