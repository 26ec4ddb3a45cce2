// walking_walls.h - contacts as walls of the level plane.
#ifndef LOPE_CHARACTER_MODES_WALKING_WALLS_H
#define LOPE_CHARACTER_MODES_WALKING_WALLS_H

#include "character/modes/walking_private.h"
#include "character/tick/tick.h"

// A wall that the capsule touches.
typedef struct lope_touch {
    lope_point normal; // level, unit
    double gap;        // m along it; negative: overlap
    lope_wall_kind kind;
} lope_touch;

// Adds a contact as a wall of the level plane, by its normal. level: the way that met it. Walls that the
// character leaves along the new one are dropped. False: there is no room for it, or no way on.
bool lope_wall_add(const lope_tick *tick, lope_walk *walk, lope_point level, lope_point normal, lope_wall_kind kind);

// Drops the wall at `index`.
void lope_wall_drop(lope_walk *walk, uint32_t index);

// Returns what kind of wall a contact is.
lope_wall_kind lope_wall_kind_of(const lope_contact *contact);

// True when the capsule at `feet` touches a wall of about that normal, within `reach` m: *touch is the
// nearest one.
bool lope_wall_touched(lope_tick *tick, const lope_walk *walk, lope_point feet, lope_point normal, double reach,
                       lope_touch *touch);

// Returns how fast (m/s) a contact's body goes away from the character, level and along the normal, as seen
// from the character's base. 0: it stands.
LOPE_COLD double lope_contact_recedes(const lope_tick *tick, const lope_contact *contact);

// The same of the wall that lope_wall_touched finds, in *speed. False: no wall is touched.
LOPE_COLD bool lope_wall_recedes(lope_tick *tick, const lope_walk *walk, lope_point feet, lope_point normal, double reach,
                                 double *speed);

// True when the input presses against a wall of that normal. Under a drift: the drift presses against it, and
// the input does not lead away from it.
bool lope_wall_pressed(const lope_walk *walk, lope_point normal);

// True when there is exactly one solid wall, and the input or a drift presses against it.
bool lope_wall_holds(const lope_walk *walk);

// Takes `touch` as the wall that holds the character: moves up to it, and turns the velocity along it.
void lope_wall_follow(lope_tick *tick, lope_walk *walk, const lope_touch *touch);

#endif
