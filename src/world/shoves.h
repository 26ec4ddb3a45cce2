// shoves.h - where the bodies that move will have shoved characters by the end of a step, row by row.
// Read next: shoves.c.
#ifndef LOPE_WORLD_SHOVES_H
#define LOPE_WORLD_SHOVES_H

#include "world/world_private.h"

// Moves the entries of the grid on to where bodies that move shove them in the step, and where these shove
// the next. seconds: of the step. Call it when the grid is built.
void lope_shoves_note(lope_world *world, double seconds);

#endif
