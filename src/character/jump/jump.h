// jump.h - presses, the buffer, coyote time and the start of a jump. Read next: jump.c.
#ifndef LOPE_CHARACTER_JUMP_JUMP_H
#define LOPE_CHARACTER_JUMP_JUMP_H

#include "character/tick/tick.h"

// Puts a press of the jump button into the buffer, or ends the hold, at the tick's start. Refuses what is
// forbidden.
void lope_jump_take(lope_tick *tick);

// Calls lope_jump_take in the ticks with a press, a buffered press or a hold.
static inline void lope_jump_press(lope_tick *tick)
{
    bool asks = (tick->input->pressed | tick->input->held) & LOPE_BUTTON_JUMP;
    if (LOPE_UNLIKELY(asks || tick->state.jump_buffer_left > 0 || tick->state.flags & LOPE_STATE_HOLDING)) lope_jump_take(tick);
}

// Jumps when a buffered press may be used now: the mode becomes falling. Returns true when the character
// has jumped.
bool lope_jump_waiting(lope_tick *tick);

// Calls lope_jump_waiting in the ticks with a buffered press. Returns true when the character has jumped.
static inline bool lope_jump_try(lope_tick *tick) { return !(tick->state.jump_buffer_left <= 0) && lope_jump_waiting(tick); }

// Takes the tick's time off the buffer and coyote time, at the tick's end. Refuses a press that ran out.
void lope_jump_timers(lope_tick *tick);

// Calls lope_jump_timers while one of the timers runs.
static inline void lope_jump_pass(lope_tick *tick)
{
    if (LOPE_UNLIKELY(tick->state.jump_buffer_left > 0 || tick->state.coyote_left > 0)) lope_jump_timers(tick);
}

#endif
