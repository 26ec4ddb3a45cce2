// step.h - one tick of a world. Read next: step.c.
#ifndef LOPE_WORLD_STEP_H
#define LOPE_WORLD_STEP_H

#include "world/world_private.h"

// Runs one tick of `seconds` world time (above 0) for everybody, the game's callbacks included. Returns the
// first refusal of a character's tick.
lope_result lope_world_tick(lope_world *world, double seconds);

#endif
