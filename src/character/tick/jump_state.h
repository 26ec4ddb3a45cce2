// jump_state.h - jumps used, and the hold of the button, as the state keeps them.
#ifndef LOPE_CHARACTER_TICK_JUMP_STATE_H
#define LOPE_CHARACTER_TICK_JUMP_STATE_H

#include "character/tick/tick.h"

// Gives all jumps back and ends the hold: in every mode but falling.
void lope_jump_reset(lope_tick *tick);

// True while the held button goes on driving the jump.
bool lope_jump_held(const lope_tick *tick);

// Counts `time` seconds of holding.
void lope_jump_hold(lope_tick *tick, double time);

// Ends the hold.
void lope_jump_hold_ends(lope_tick *tick);

#endif
