// recorded_step.h - records a character that runs its tick in steps with others. Read next:
// character/move/lock_step.h.
#ifndef LOPE_RECORD_RECORDED_STEP_H
#define LOPE_RECORD_RECORDED_STEP_H

#include "character/move/lock_step.h"
#include <lope/record.h>

// As lope_move_step_run, and records the tick when its last step is done. recorder NULL: does not.
lope_result lope_move_step_recorded(lope_recorder *recorder, const lope_move_step *step, lope_state *state);

#endif
