// base_change.h - the change from one base to another, or to none, within a tick.
//
// Read next: base_change.c for the rule, base_frame.h for the frames.
#ifndef LOPE_CHARACTER_BASE_BASE_CHANGE_H
#define LOPE_CHARACTER_BASE_BASE_CHANGE_H

#include "character/tick/tick.h"

// True when the floor found now belongs to another frame (base, or world) than the tick so far.
bool lope_base_changes_frame(const lope_tick *tick);

// Switches the base at tick->now: undoes the old base's carry for the rest of the tick and applies the new
// one's. Returns true when it has tried to: the caller must plan the rest of the tick anew. False: there is
// no change, or a gather has failed.
bool lope_base_cross(lope_tick *tick);

// Switches the base at the tick's end, when no mode has told of the change. Estimates the instant of the
// change from the tick's way and the speeds at its two ends.
void lope_base_cross_late(lope_tick *tick);

// Returns how far on the way from `from` (local) to the feet tick->floor begins, as a share, 0 to 1.
double lope_base_crossed_at(lope_tick *tick, lope_point from);

// Returns where in the world (local) the character is `now` seconds into the tick. `feet` (local): where
// its base will have brought it by the tick's end. Returns `feet` when no base carries the character.
lope_point lope_base_in_world(const lope_tick *tick, lope_point feet, double now);

// Takes the character off its base at once and for good, with the base's velocity. Does nothing when there
// is no base or no room: then the base keeps it until the tick ends.
LOPE_COLD void lope_base_step_off(lope_tick *tick);

// Makes the body of that id the base at tick->now, wherever it is. LOPE_BODY_NONE, and a body that carries
// nothing: no base. The character goes to where the new base brings its place by the tick's end, and its
// velocity is relative to that base from then on. Returns false, with nothing changed, when there is no such
// body, it is another character, or there is no room where it brings the character.
LOPE_COLD bool lope_base_set(lope_tick *tick, uint64_t id);

// Finds where lope_base_set would bring the feet (local), with nothing in the way, and the turn (rad about
// up) that it would give what is wanted. Changes nothing. Returns false when there is no such body, or it is
// another character.
LOPE_COLD bool lope_base_brings(lope_tick *tick, uint64_t id, lope_point *feet, double *turn);

// Returns the velocity (m/s) of what the contact touches, as far as the tuning lets a base impart it.
lope_point lope_base_under(const lope_tick *tick, const lope_contact *contact);

// Lands the character on what the contact touches: makes the velocity relative to it. Makes it the base if
// it carries, unless another base has carried the tick so far.
void lope_base_land(lope_tick *tick, const lope_contact *contact);

#endif
