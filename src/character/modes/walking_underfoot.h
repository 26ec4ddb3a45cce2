// walking_underfoot.h - the planes underfoot, and the floor.
#ifndef LOPE_CHARACTER_MODES_WALKING_UNDERFOOT_H
#define LOPE_CHARACTER_MODES_WALKING_UNDERFOOT_H

#include "character/modes/walking_private.h"
#include "character/tick/tick.h"
#include "motion/step/step_up.h"

// Returns the rise (m) of the ground under the feet over a level way (m): that of the steepest plane
// underfoot.
double lope_walk_rise(const lope_tick *tick, const lope_walk *walk, lope_point level);

// Adds a plane underfoot by its unit normal. When there are too many, the oldest one goes.
void lope_walk_add_plane(lope_walk *walk, lope_point normal);

// Makes the planes of the tick's floor, with the feet on it, the planes underfoot.
void lope_walk_stand_on(lope_tick *tick, lope_walk *walk);

// True when the character just goes on along the contact, as along a ramp.
bool lope_walk_is_ramp(const lope_tick *tick, const lope_walk *walk, const lope_contact *contact);

// True when the round bottom rolls over a contact onto which no step leads: it may be stood on, and is no
// higher than a step. ground: the plane underfoot.
bool lope_walk_rolls_over(lope_tick *tick, const lope_step_ground *ground, const lope_contact *contact);

// Returns the way (m) over the ground that has `level` (m) as its level part.
lope_point lope_walk_over_ground(const lope_tick *tick, const lope_walk *walk, lope_point level);

// Returns how far down (m) a walking character is kept on the floor: snap_distance, or the step height.
double lope_walk_snap_reach(const lope_tick *tick);

// Returns `level` made shorter, so that its length along the ground is that of `level`. rise: m over `level`.
lope_point lope_walk_along(lope_point level, double rise);

// Moves the character down, or up out of a rounding, onto the floor. False: there is none in reach to stand
// on. A failed query counts as true; the tick ends by space.failed.
bool lope_walk_to_floor(lope_tick *tick);

// True when a floor holds a walking character with its feet there, or just below. *feet: in and out, put on
// that floor. *floor: what was found, whether it holds the character or not.
bool lope_walk_holds_at(lope_tick *tick, lope_point *feet, lope_floor_hit *floor);

// True when a floor holds a walking character with its feet there, or just below.
bool lope_walk_holds(lope_tick *tick, lope_point feet);

// Records a floor that the ground survey has told, as the look down that it stands for.
void lope_walk_log_floor(lope_space *space, lope_point feet, const lope_floor_hit *floor);

#endif
