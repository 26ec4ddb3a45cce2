// walking_underfoot.h - the planes underfoot, and the floor.
#ifndef LOPE_CHARACTER_MODES_WALKING_UNDERFOOT_H
#define LOPE_CHARACTER_MODES_WALKING_UNDERFOOT_H

#include "character/modes/walking_private.h"
#include "character/tick/tick.h"

// Returns how the ground under the feet rises (m) over a level way: by the steepest of the planes that it touches.
double lope_walk_rise(const lope_tick *tick, const lope_walk *walk, lope_point level);

// Adds a plane underfoot. When there are too many, the oldest one goes.
void lope_walk_add_plane(lope_walk *walk, lope_point normal);

// Takes the planes of a floor as those underfoot.
void lope_walk_stand_on(lope_walk *walk, const lope_floor_hit *floor);

// True when a walker just goes on along the contact, as along a ramp.
bool lope_walk_is_ramp(const lope_tick *tick, const lope_walk *walk, const lope_contact *contact);

// Returns the way (m) over the ground whose level part is `level`.
lope_point lope_walk_over_ground(const lope_tick *tick, const lope_walk *walk, lope_point level);

// Returns how far down (m) a walker is kept on the floor.
double lope_walk_snap_reach(const lope_tick *tick);

// Returns the level way of a character whose speed is that along the ground, where the ground rises by `rise` over `level`.
lope_point lope_walk_along(lope_point level, double rise);

// Puts the character down (or up, out of a rounding) on the floor. False: there is none to stand upon.
bool lope_walk_to_floor(lope_tick *tick);

// Records a floor that the ground itself has told, as the look down that it comes to.
void lope_walk_log_floor(lope_space *space, lope_point feet, const lope_floor_hit *floor);

#endif
