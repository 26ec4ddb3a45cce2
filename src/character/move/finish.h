// finish.h - what stands after a tick.
#ifndef LOPE_CHARACTER_MOVE_FINISH_H
#define LOPE_CHARACTER_MOVE_FINISH_H

#include "character/tick/tick.h"

// Writes what the character stands on into the state.
void lope_finish_floor(lope_tick *tick);

// Writes feet, velocity, hits and counters into the state and the report.
void lope_finish(lope_tick *tick, const lope_state *before);

// Copies the tick's state over the caller's; its rare part only while it is or was in use.
void lope_hand_over(lope_state *from, lope_state *to);

#endif
