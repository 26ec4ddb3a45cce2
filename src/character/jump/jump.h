// jump.h - presses, the buffer, coyote time and the start of a jump.
#ifndef LOPE_CHARACTER_JUMP_JUMP_H
#define LOPE_CHARACTER_JUMP_JUMP_H

#include "character/tick/tick.h"

// Takes a press of the jump button into the buffer, or ends the hold, at the tick's start.
void lope_jump_take(lope_tick *tick);

// The same, for the ticks that have to do with it.
static inline void lope_jump_press(lope_tick *tick)
{
    bool asks = (tick->input->pressed | tick->input->held) & LOPE_BUTTON_JUMP;
    if (LOPE_UNLIKELY(asks || tick->state.jump_buffer_left > 0 || tick->state.flags & LOPE_STATE_HOLDING)) lope_jump_take(tick);
}

// Jumps when a buffered press may be used now. True: the character has jumped.
bool lope_jump_waiting(lope_tick *tick);

// The same, for the ticks that have a press.
static inline bool lope_jump_try(lope_tick *tick) { return !(tick->state.jump_buffer_left <= 0) && lope_jump_waiting(tick); }

// Takes the tick's time off the buffer and coyote time, at the tick's end.
void lope_jump_timers(lope_tick *tick);

// The same, where one of them runs.
static inline void lope_jump_pass(lope_tick *tick)
{
    if (LOPE_UNLIKELY(tick->state.jump_buffer_left > 0 || tick->state.coyote_left > 0)) lope_jump_timers(tick);
}

#endif
