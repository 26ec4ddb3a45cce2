// forces.h - launches, impulses, forces and knock-back.
#ifndef LOPE_CHARACTER_FORCES_FORCES_H
#define LOPE_CHARACTER_FORCES_FORCES_H

#include "character/tick/tick.h"

// Launches the character as the input asks.
LOPE_COLD void lope_launch(lope_tick *tick);

// Applies the input's impulse and force.
void lope_forces(lope_tick *tick);

// Reads what share of control a knock-back leaves, at the tick's start.
static inline void lope_knockback_begin(lope_tick *tick)
{
    if (tick->state.knockback_left > 0) tick->control = (double)tick->tuning->knockback_control;
}

// Counts the knock-back's time, at the tick's end.
LOPE_COLD void lope_knockback_end(lope_tick *tick);

// The same, for a character that is knocked back.
static inline void lope_knockback_pass(lope_tick *tick)
{
    if (tick->state.knockback_left > 0) lope_knockback_end(tick);
}

// Returns how much of `left` seconds may run at once: control may come back within a tick, or there may be room to stand up.
LOPE_COLD double lope_tick_split(lope_tick *tick, double left);

// The same: most ticks run whole.
static inline double lope_tick_part(lope_tick *tick, double left)
{
    bool whole = tick->state.knockback_left <= 0 && !(tick->state.flags & LOPE_STATE_CROUCHED);
    return whole ? left : lope_tick_split(tick, left);
}

#endif
