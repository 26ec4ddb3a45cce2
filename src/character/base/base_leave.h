// base_leave.h - leaving a base: the velocity that it imparts.
#ifndef LOPE_CHARACTER_BASE_BASE_LEAVE_H
#define LOPE_CHARACTER_BASE_BASE_LEAVE_H

#include "character/tick/tick.h"

// Leaves the base: the character is no longer on the ground. What the base imparts is added at the tick's end.
void lope_base_leave(lope_tick *tick);

// Returns the base's velocity (m/s) where it carries the character, `time` seconds into the tick, as far as it is imparted.
lope_point lope_base_velocity(const lope_tick *tick, double time);

// Returns what of a base's velocity (m/s) the tuning imparts: its axes, y being up.
lope_point lope_base_masked(const lope_tick *tick, lope_point v);

// Adds what the base imparts, at the end of a tick in which the character has left it.
void lope_base_impart(lope_tick *tick);

// Decides, at the end of a tick in the air, whether the character stays on its base all the same.
void lope_base_in_air(lope_tick *tick);

// Launches the character off the head of another one that may not be stood upon.
LOPE_COLD void lope_base_jump_off(lope_tick *tick, const lope_contact *contact);

// Lets what is left of a former base's velocity fade: at the tick's start.
void lope_former_begin(lope_tick *tick);

// And at its end.
void lope_former_end(lope_tick *tick);

#endif
