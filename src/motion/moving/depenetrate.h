// depenetrate.h - moves the capsule out of what it overlaps: Unreal's ResolvePenetration.
//
// Read next: depenetrate.c, which states the rule; core_passage.h.
#ifndef LOPE_MOTION_MOVING_DEPENETRATE_H
#define LOPE_MOTION_MOVING_DEPENETRATE_H

#include "base/hot_cold.h"
#include "motion/moving/core_passage.h"

// What a depenetration has led to.
typedef struct lope_depenetrated {
    lope_point feet;        // where the capsule is now
    double pushed;          // m, the pushes' lengths summed up
    double depth;           // m, the deepest overlap that is left; at most LOPE_SKIN when it is free
    uint32_t push_priority; // after a push by another character: one less than that one's
    bool stuck;             // an overlap deeper than the skin could not be left
    bool inside;            // stuck, and the core is in a solid or through a face
    bool began_inside;      // the core was in a solid or through a face at the start
    lope_contact worst;     // when pushed or stuck: the deepest contact at the start
} lope_depenetrated;

// Which solids may hold the core unseen, because none of their faces is near.
typedef enum lope_doubt {
    LOPE_DOUBT_NONE,
    LOPE_DOUBT_MOVING, // only solids that move
    LOPE_DOUBT_ALL
} lope_doubt;

// m, within which a way out is searched for. A longer way is a jump, on which the game should decide: the
// character is told stuck, with the depth.
#define LOPE_SEARCH_REACH 8.0

// How the character came to its place without a sweep.
typedef struct lope_depenetrate_from {
    lope_doubt doubt;
    bool pressed; // a moving body has pressed the capsule against something
    // The feet were at from.before at the tick's start. The result must not be on the other side of anything
    // that the core was not in there. False after a birth or a teleport.
    bool known;
    // m, within which a way out is searched for: after a birth or a teleport where the pushes lead too far,
    // else only when stuck. 0: none is
    double search_reach;
    lope_origin from; // with anchors for what has come over the core in earlier ticks
} lope_depenetrate_from;

// Leaves every overlap deeper than the skin, starting at feet. A solid is left by its nearest face, a sheet
// to the side with the capsule's middle. Returns stuck when there is no way out. Stops early when a gather
// fails (space->failed).
lope_depenetrated lope_depenetrate(lope_space *space, lope_point feet, const lope_depenetrate_from *leap);

// Takes a capsule that was stuck, and has got free by pushes, back toward `start` as far as it is free.
// Between two bodies the pushes go to and fro, and where they end is up to the last bit of where they began.
// The nearest free place is not. free: where they have ended.
LOPE_COLD lope_point lope_depenetrate_back(lope_space *space, lope_point start, lope_point free);

#endif
