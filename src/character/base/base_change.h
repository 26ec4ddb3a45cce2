// base_change.h - from one base to another, or to none, within a tick.
#ifndef LOPE_CHARACTER_BASE_BASE_CHANGE_H
#define LOPE_CHARACTER_BASE_BASE_CHANGE_H

#include "character/tick/tick.h"

// True when the floor found now belongs to another frame (base, or world) than the one that has carried the tick so far.
bool lope_base_changes_frame(const lope_tick *tick);

// Switches the base at tick->now: takes the old base's carry back for the rest of the tick and applies the new one's.
// True: the caller must plan the rest of the tick anew.
bool lope_base_cross(lope_tick *tick);

// The same at the end of a tick, where no mode has told of the change: the whole tick counts for it.
void lope_base_cross_late(lope_tick *tick);

// Returns the share of the way from `from` to the feet after which the floor is the one that it is now.
double lope_base_crossed_at(lope_tick *tick, lope_point from);

// Returns where in the world (local) the character is `now` seconds into the tick, when its base will have brought it to
// `feet` by the tick's end.
lope_point lope_base_in_world(const lope_tick *tick, lope_point feet, double now);

// Takes the character off its base at once and for good, with the base's velocity.
LOPE_COLD void lope_base_step_off(lope_tick *tick);

// Returns the velocity (m/s) of what the character comes down upon, as far as a base imparts it.
lope_point lope_base_under(const lope_tick *tick, const lope_contact *contact);

// Lands there: from now on the velocity is relative to it.
void lope_base_land(lope_tick *tick, const lope_contact *contact);

#endif
