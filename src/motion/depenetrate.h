// depenetrate.h - the way out of what the capsule overlaps, and out of the way of what moves into it.
#ifndef LOPE_MOTION_DEPENETRATE_H
#define LOPE_MOTION_DEPENETRATE_H

#include "motion/space.h"

typedef struct lope_escape {
    lope_point feet;    // where it got to
    double pushed;      // m, summed lengths of the pushes
    double depth;       // m, deepest overlap left; at most LOPE_SKIN when it is free
    bool stuck;         // the overlap is deeper than the skin and could not be left
    lope_contact worst; // when pushed or stuck: the deepest contact at the start
} lope_escape;

// Leaves every overlap deeper than the skin. Out of a solid by the nearest face; away from a sheet to the side where most of
// the capsule is. When it cannot come free, it stays where the overlap was least.
// pressed: a moving body has pressed it against something, so that being free is to be doubted.
lope_escape lope_depenetrate(lope_space *space, lope_point feet, bool pressed);

#endif
