// forces.h - launches, impulses, forces and knock-back. Read next: forces.c.
#ifndef LOPE_CHARACTER_FORCES_FORCES_H
#define LOPE_CHARACTER_FORCES_FORCES_H

#include "character/tick/tick.h"

// Launches the character as the input asks. Refuses where a layer gives the velocity along up, too.
LOPE_COLD void lope_launch(lope_tick *tick);

// Applies the input's impulse and force: sets the tick's acceleration, changes the velocity, and starts a
// fall where they lift the character off the ground.
void lope_forces(lope_tick *tick);

// Sets the share of control that a knock-back leaves, at the tick's start.
static inline void lope_knockback_begin(lope_tick *tick)
{
    if (tick->state.knockback_left > 0) tick->control = (double)tick->tuning->knockback_control;
}

// Takes the tick's time off the knock-back, at the tick's end.
LOPE_COLD void lope_knockback_end(lope_tick *tick);

// Calls lope_knockback_end for a character that is knocked back.
static inline void lope_knockback_pass(lope_tick *tick)
{
    if (tick->state.knockback_left > 0) lope_knockback_end(tick);
}

// Returns how many of `left` seconds may run at once: control may come back within a tick, or there may be
// room to stand up.
LOPE_COLD double lope_tick_split(lope_tick *tick, double left);

// Calls lope_tick_split for a character that is knocked back or crouched. Returns all of `left` (s) for any
// other.
static inline double lope_tick_part(lope_tick *tick, double left)
{
    bool whole = tick->state.knockback_left <= 0 && !(tick->state.flags & LOPE_STATE_CROUCHED);
    return whole ? left : lope_tick_split(tick, left);
}

#endif
