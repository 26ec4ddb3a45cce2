// base_leave.h - leaving a base: the velocity that it imparts, and how that fades. Read next: base_leave.c.
#ifndef LOPE_CHARACTER_BASE_BASE_LEAVE_H
#define LOPE_CHARACTER_BASE_BASE_LEAVE_H

#include "character/tick/tick.h"

// Leaves the base, because the character is no longer on the ground. What the base imparts is added at the
// tick's end. It is added at once when the base has not carried the character in this tick. Does nothing
// where the tuning keeps the base in the air.
void lope_base_leave(lope_tick *tick);

// Returns the base's velocity (m/s) at the character, `time` seconds into the tick, as far as the tuning
// imparts it.
lope_point lope_base_velocity(const lope_tick *tick, double time);

// Returns how fast (m/s) the base takes the character up, `time` seconds into the tick, whatever the tuning
// imparts. The character must have a base page.
double lope_base_rise(const lope_tick *tick, double time);

// Returns `v` (m/s) without the axes that the tuning does not impart; the axis y is the character's up.
lope_point lope_base_masked(const lope_tick *tick, lope_point v);

// Adds what the base imparts, at the end of a tick in which the character has left it. A character that has
// come back to the base gets nothing.
void lope_base_impart(lope_tick *tick);

// Decides, at the end of a tick in the air, whether the character stays on its base (the tuning's
// stay_based_in_air). Else imparts the base's velocity.
void lope_base_in_air(lope_tick *tick);

// Launches the character off the head of another one that may not be a base. `contact`: the touching of
// that head. The speeds are those of Unreal's JumpOff. The direction is away from the other one's position,
// or the way that the character faces when it is right above.
LOPE_COLD void lope_base_jump_off(lope_tick *tick, const lope_contact *contact);

// Begins to fade a former base's velocity, at the tick's start: the velocity becomes its mean over the
// tick.
void lope_former_begin(lope_tick *tick);

// Ends that fading, at the tick's end: the velocity becomes the one that is left then.
void lope_former_end(lope_tick *tick);

#endif
