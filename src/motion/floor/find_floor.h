// find_floor.h - what holds the character up.
//
// Two things can: the capsule's round bottom resting on a face (or a ridge between walkable faces), and the lip of a rim. A
// capsule whose axis has passed the rim of a walkable face would sink over it by its round bottom; lope keeps it at the rim's
// height instead, as if the face went on level, until the rim is farther from the axis than the support radius. So stairs,
// kerbs and ledges are exact: the feet stand at a step's height as soon as the step holds them.
// A rim is a rim only where no other walkable surface goes on from it: judged among all that is near, whatever body it belongs to.
#ifndef LOPE_MOTION_FLOOR_FIND_FLOOR_H
#define LOPE_MOTION_FLOOR_FIND_FLOOR_H

#include "motion/query/capsule_query.h"

typedef struct lope_floor_hit {
    lope_floor_kind kind;
    bool over_rim;        // it rests on a rim that does not hold it, on its way down to the floor in contact
    bool walkable;        // holds a character
    double distance;      // m down from the feet to where they would stand; negative: above them
    lope_contact contact; // what holds; its surface normal is the floor's, except in a wedge
    lope_point normal;    // of the plane to walk along: the face's; up on a lip; the seat's in a wedge
    lope_point crease;    // in a wedge: unit, the only way along it; zero in a pit
} lope_floor_hit;

// Looks from feet straight down as far as `reach` (m), and for rims up to `raise` (m) above the feet. kind NONE: nothing there.
lope_floor_hit lope_find_floor(lope_space *space, lope_point feet, double reach, double raise);

// Whether ground goes on from feet that no rim holds for certain (space->perch_radius): a floor within `deep` (m) below, straight down or
// at the foot of a slope that is too steep, farther `out` (unit, level; or zero).
bool lope_floor_goes_on(lope_space *space, lope_point feet, lope_point out, double deep);

#endif
