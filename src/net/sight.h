// sight.h - the other characters as a player's tick meets them: where its client believed them to be, or
// where they truly were when that is off by more than the rules' bound.
//
// A command names the newest snapshot that the client had. Both ends run what it tells of each other
// character ahead to the tick's start, in whole numbers, for at most a quarter of a second; what is older
// than LOPE_BELIEF_MOST ticks is no belief. Where the server takes a place nearer to the truth instead it
// tells it (real.h), and the client runs from that tick again with it. So contact, too, is corrected by
// inputs. Read next: sight.c.
#ifndef LOPE_NET_SIGHT_H
#define LOPE_NET_SIGHT_H

#include "character/move/others.h"
#include "net/plan.h"
#include "net/real.h"

#define LOPE_KNOWN_MOST 60u  // ticks after which what a snapshot tells of a character is as good as nothing
#define LOPE_SIGHT_MOST 24u  // others that a tick meets, the nearest ones
#define LOPE_SIGHT_REACH 6.0 // m of the feet, within which others are met
// The push priority with which a character is told that has run its tick and gives way to the player all the
// same: that one will run its tick again.
#define LOPE_SIGHT_YIELDS 17u

// The others of one tick. Plain data but for what the surroundings point to.
typedef struct lope_sights {
    lope_others_around around;
    lope_other others[LOPE_SIGHT_MOST];
    double squares[LOPE_SIGHT_MOST]; // m2, of the distance; ascending
    uint32_t count;
} lope_sights;

// A character as it is met in a tick.
typedef struct lope_met {
    lope_proxy at; // at the tick's start
    bool ended;    // its tick has been run: `at` is where it ended, and it is met as one that rests
} lope_met;

// Finds where a client believes a body to be in `tick`: by `told`, what a snapshot tells of it
// as of the end of `known` (NULL: it tells nothing of it, and is of `known` itself), or by a place that was
// told since. Returns false when both are too old.
bool lope_sight_believe(const lope_reals *reals, uint64_t body, uint32_t tick, const lope_proxy *told, uint32_t known,
                        const lope_net_rules *rules, lope_met *met);

// Returns the tick as of which a player knows the others in `tick`: that of the snapshot which its command
// names. Without one a told place counts in the tick alone for which it was told.
static inline uint32_t lope_sight_known(bool has_seen, uint32_t seen, uint32_t tick) { return has_seen ? seen : tick - 2; }

// Adds a character to those of a tick, in order of distance; the farthest ones find no room. state: of the
// player, at the tick's start.
void lope_sights_add(lope_sights *sights, const lope_state *state, uint64_t body, const lope_met *met, uint32_t tick,
                     const lope_plans *plans, const lope_net_rules *rules);

// Returns the bodies and the others as surroundings.
lope_surroundings lope_sights_surroundings(lope_sights *sights, const lope_surroundings *bodies);

// True when the rules have characters meet each other.
static inline bool lope_rules_meet(const lope_net_rules *rules) { return rules->contact_bound != LOPE_NET_PASS; }

#endif
