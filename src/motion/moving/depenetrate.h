// depenetrate.h - the way out of what the capsule overlaps, and out of the way of what moves into it.
#ifndef LOPE_MOTION_MOVING_DEPENETRATE_H
#define LOPE_MOTION_MOVING_DEPENETRATE_H

#include "motion/moving/core_passage.h"

typedef struct lope_depenetrated {
    lope_point feet;    // where it got to
    double pushed;      // m, summed lengths of the pushes
    double depth;       // m, deepest overlap left; at most LOPE_SKIN when it is free
    uint32_t firm;      // of one that has gone out of another character's way: one less than that
    bool stuck;         // the overlap is deeper than the skin and could not be left
    bool inside;        // stuck, and the core is in a solid or through a face
    lope_contact worst; // when pushed or stuck: the deepest contact at the start
} lope_depenetrated;

// What may hold the core unseen, because no face of it is near.
typedef enum lope_doubt {
    LOPE_DOUBT_NONE,
    LOPE_DOUBT_MOVING, // what moves
    LOPE_DOUBT_ALL
} lope_doubt;

// How the character came to where it is without a sweep.
typedef struct lope_depenetrate_from {
    lope_doubt doubt;
    bool pressed; // a moving body has pressed it against something
    bool known; // it was at feet from.before at the tick's start: what it was not in there it must not come to the other side of
    lope_origin from; // with the anchors of what has come over it in earlier ticks
} lope_depenetrate_from;

// Leaves every overlap deeper than the skin. Out of a solid by the nearest face; away from a sheet to the side where most of
// the capsule is. The rule by which a pose is taken for free stands at the head of depenetrate.c.
lope_depenetrated lope_depenetrate(lope_space *space, lope_point feet, const lope_depenetrate_from *leap);

#endif
