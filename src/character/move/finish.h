// finish.h - what stands after a tick.
#ifndef LOPE_CHARACTER_MOVE_FINISH_H
#define LOPE_CHARACTER_MOVE_FINISH_H

#include "character/tick/tick.h"

// Writes what the character stands on into the state's floor, and tells a change of base.
void lope_finish_floor(lope_tick *tick);

// Writes feet, velocity, hits and counters into the state and the report. before: the state at the tick's
// start.
void lope_finish(lope_tick *tick, const lope_state *before);

// Copies the tick's state over the caller's; pages only where they are or were in use.
static inline void lope_hand_over(lope_state *from, lope_state *to)
{
    if (LOPE_UNLIKELY(from->pages)) lope_pages_settle(from);
    lope_state_copy(to, from);
}

#endif
