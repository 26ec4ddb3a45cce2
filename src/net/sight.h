// sight.h - the other characters as a player's tick meets them: where its client believed them to be, or
// where they truly were when that is off by more than the rules' bound.
//
// A command names the newest snapshot that the client had. Both ends run what it tells of each other
// character ahead to the tick's start, in whole numbers, for at most a quarter of a second; what is older
// than LOPE_BELIEF_MOST ticks is no belief. Where the server takes the true place instead it says so, and the
// client runs the tick again with that. So contact, too, is corrected by inputs. Read next: sight.c.
#ifndef LOPE_NET_SIGHT_H
#define LOPE_NET_SIGHT_H

#include "character/move/others.h"
#include "net/plan.h"

#define LOPE_BELIEF_MOST 48u // ticks
#define LOPE_SIGHT_MOST 24u  // others that a tick meets, the nearest ones
#define LOPE_SIGHT_REACH 6.0 // m of the feet, within which others are met

// A true place that was told: of a body at the start of a tick.
typedef struct lope_real {
    uint32_t tick;
    bool here;
    uint32_t player; // at the server
    uint64_t body;
    lope_proxy at;
} lope_real;

#define LOPE_REALS 64u // that are kept

// Passes a true place. newest: the packet's tick. sight: what both ends know of that character; NULL:
// nothing.
void lope_real_pass(lope_bits *bits, lope_real *real, uint32_t newest, const lope_proxy *known, uint32_t known_tick,
                    const lope_net_rules *rules);

// The others of one tick. Plain data but for what the surroundings point to.
typedef struct lope_sights {
    lope_others_around around;
    lope_other others[LOPE_SIGHT_MOST];
    double squares[LOPE_SIGHT_MOST]; // m2, of the distance; ascending
    uint32_t count;
} lope_sights;

// Runs what is known of tick `known` ahead to the start of `tick`. Returns false when it is too old.
bool lope_sight_believe(const lope_proxy *proxy, uint32_t known, uint32_t tick, const lope_net_rules *rules, lope_proxy *at);

// Adds a character to those of a tick, in order of distance; the farthest ones find no room. feet: of the
// player, at the tick's start.
void lope_sights_add(lope_sights *sights, lope_point feet, uint64_t body, const lope_proxy *at, uint32_t tick,
                     const lope_plans *plans, const lope_net_rules *rules);

// Returns the bodies and the others as surroundings.
lope_surroundings lope_sights_surroundings(lope_sights *sights, const lope_surroundings *bodies);

// True when the rules have characters meet each other.
static inline bool lope_rules_meet(const lope_net_rules *rules) { return rules->contact_bound != LOPE_NET_PASS; }

#endif
