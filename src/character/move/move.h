// move.h - a step of a tick, for characters that run their ticks in steps. Read next: lock_step.h, move.c.
#ifndef LOPE_CHARACTER_MOVE_MOVE_H
#define LOPE_CHARACTER_MOVE_MOVE_H

#include "character/move/lock_step.h"

// Runs a step. state: as the tick or the step before has left it. Returns what lope_move returns.
lope_result lope_move_step_run(const lope_move_step *step, lope_state *state);

#endif
