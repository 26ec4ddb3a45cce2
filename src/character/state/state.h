// state.h - what the library asks of state.c beyond lope/move.h.
#ifndef LOPE_CHARACTER_STATE_STATE_H
#define LOPE_CHARACTER_STATE_STATE_H

#include <lope/move.h>

// Returns the level unit direction along which yaw 0 looks. up: unit. ahead: need not be level; when it is
// along up or zero, another direction is taken.
lope_vec3 lope_level_forward(lope_point up, lope_point ahead);

#endif
