// passing.h - how far bodies that pass the capsule go in a tick.
//
// Read next: passing.c, character/move/parts.h, which cuts the tick by it.
#ifndef LOPE_MOTION_MOVING_PASSING_H
#define LOPE_MOTION_MOVING_PASSING_H

#include "base/hot_cold.h"
#include "motion/query/capsule_query.h"

// Returns by how far (m) a body moves at the capsule in the tick: the farthest of those that come within
// `reach` (m) of it and move by more than `least` (m) there; 0: none does. base: the body that carries the
// character, seen from which the others move; LOPE_BODY_NONE or 0: none. Everything within `reach` of the
// capsule must have been gathered. What was gathered beyond it does not matter. A body that was put elsewhere
// by the game counts as one that does not pass.
LOPE_COLD double lope_passing_way(lope_space *space, lope_point feet, double reach, double least, uint64_t base);

#endif
