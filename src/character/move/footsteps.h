// footsteps.h - tells a footstep for every so many metres walked. Read next: footsteps.c.
#ifndef LOPE_CHARACTER_MOVE_FOOTSTEPS_H
#define LOPE_CHARACTER_MOVE_FOOTSTEPS_H

#include "character/tick/tick.h"

// Makes the tick's LOPE_EVENT_FOOTSTEP events. before: the state at the tick's start. Called after
// lope_finish_floor, and only where the tuning's footstep_distance is above 0.
LOPE_COLD void lope_footsteps_tell(lope_tick *tick, const lope_state *before);

#endif
