// input.h - what a character's next tick will see, and what is left of it when that tick has seen it. Read
// next: input.c.
#ifndef LOPE_WORLD_INPUT_H
#define LOPE_WORLD_INPUT_H

#include "world/world_private.h"

// Clears what counts in one tick alone: presses, what is asked for, impulses, root motion.
void lope_input_consume(lope_block *block, uint32_t lane);

// Returns the requests that a character's next tick will see, for changing them; zero where there were none.
// The first call for any character of a block asks for memory. NULL: there is none.
lope_requests *lope_lane_requests(lope_block *block, uint32_t lane);

#endif
