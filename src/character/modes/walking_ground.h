// walking_ground.h - walking where nothing but ground is near.
#ifndef LOPE_CHARACTER_MODES_WALKING_GROUND_H
#define LOPE_CHARACTER_MODES_WALKING_GROUND_H

#include "character/modes/walking_private.h"
#include "character/tick/tick.h"

// Walks by the law over ground that the survey found whole, as far as that goes. Returns the seconds left for
// walking.c's slices.
double lope_walk_over_patch(lope_tick *tick, const lope_law *drive, double time);

#endif
