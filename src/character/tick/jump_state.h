// jump_state.h - jumps used, and the hold of the button, as the state keeps them.
#ifndef LOPE_CHARACTER_TICK_JUMP_STATE_H
#define LOPE_CHARACTER_TICK_JUMP_STATE_H

#include "character/tick/tick.h"

// Ends a jump that is under way, in every mode but falling: its hold, its rise, and coyote time. Jumps stay
// used.
void lope_jump_end(lope_tick *tick);

// Gives all jumps back, and ends the hold. Called on a change to a mode that restores jumps.
void lope_jump_reset(lope_tick *tick);

// True while the held button drives the jump.
bool lope_jump_held(const lope_tick *tick);

// Lets a press of the jump button wait in the buffer. at: s into the tick, when it was pressed.
void lope_jump_wait(lope_tick *tick, double at);

// Counts `time` seconds of holding the button, and ends the hold when its time is over.
void lope_jump_hold(lope_tick *tick, double time);

// Ends the hold: the button drives the jump no more.
void lope_jump_hold_ends(lope_tick *tick);

#endif
