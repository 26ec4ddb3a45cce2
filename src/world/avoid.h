// avoid.h - the avoidance of a world's characters: before a tick moves them, and after its start is noted.
// Read next: avoid.c, avoid_settings.h, lope/avoidance.h.
#ifndef LOPE_WORLD_AVOID_H
#define LOPE_WORLD_AVOID_H

#include "world/world_private.h"

// Chooses the velocities of all characters that avoid, for the coming tick of `seconds`, and writes the
// inputs that their tick sees.
void lope_avoid_run(lope_world *world, double seconds);
// Returns the input that the tick of a lane sees.
static inline const lope_input *lope_lane_input(const lope_block *block, uint32_t lane)
{
    return (block->avoids >> lane & 1u) == 0 ? &block->inputs[lane] : &block->avoiders[lane].input;
}

// Returns why a lane's avoidance could not look around in this tick: its character is then not moved.
static inline lope_result lope_avoid_result(const lope_block *block, uint32_t lane)
{
    return (block->avoids >> lane & 1u) == 0 ? LOPE_OK : block->avoiders[lane].result;
}

#endif
