// state.h - what the library asks of state.c beyond lope/move.h.
#ifndef LOPE_CHARACTER_STATE_STATE_H
#define LOPE_CHARACTER_STATE_STATE_H

#include <lope/move.h>

// Returns the level direction, unit, that yaw 0 looks along for an up (unit), from `ahead`, which need not be level.
lope_vec3 lope_level_forward(lope_point up, lope_point ahead);

#endif
