// find_floor.h - finds what holds the character up.
//
// Rule: two things can hold it. The first is the capsule's round bottom at rest on a walkable face, or on a
// ridge: an edge or corner with a gentle contact normal (lope_contact_is_gentle), whatever faces meet there.
// The second is a rim, the edge of a walkable face over a riser or over nothing. A capsule with its axis
// beyond a rim would sink over that rim by its round bottom. lope keeps the feet at the rim's height
// instead, as if the face went on level. The rim holds until it is farther from the axis than the support
// radius. So the feet stand at a step's exact height as soon as the step holds them. Perch: a rim beyond
// the perch radius holds only with floor within perch_height below it. The perch radius is the capsule's
// less the tuning's perch_radius_threshold, which counts from the capsule's side, as in Unreal. An edge is
// a rim only where no slope goes on from it, walkable or not (LOPE_RISER). All that is near is asked, of
// whatever body.
// Read next: find_floor.c, rim.h, wedge.h.
#ifndef LOPE_MOTION_FLOOR_FIND_FLOOR_H
#define LOPE_MOTION_FLOOR_FIND_FLOOR_H

#include "motion/query/capsule_query.h"

// The floor under one place of the feet.
typedef struct lope_floor_hit {
    lope_floor_kind kind;
    bool over_rim;        // the capsule slides down a rim that does not hold it, to the floor in `contact`
    bool walkable;        // the floor holds a character
    double distance;      // m down from `feet` to the feet of a character that stands there; negative: above
    lope_contact contact; // what holds; its surface normal is the floor's, except in a wedge
    // of the plane to walk along: the face's normal; up on a rim; the seat's normal in a wedge
    lope_point normal;
    lope_point crease; // in a wedge: unit, the only direction along it; zero in a pit
} lope_floor_hit;

// Finds the floor. Looks from feet straight down by `reach` (m), and for rims up to `raise` (m) above the
// feet. Returns kind LOPE_FLOOR_NONE when nothing is there. A gather that fails is told by space->failed.
lope_floor_hit lope_find_floor(lope_space *space, lope_point feet, double reach, double raise);

// Returns true when the capsule meets something on its way from feet straight down by `reach` (m). Then there
// is a floor, of whatever kind. There may be one without: a rim above the feet.
bool lope_floor_is_met(lope_space *space, lope_point feet, double reach);

// Returns true when ground goes on from feet that no rim holds for certain (space->perch_radius). That is a
// floor within `deep` (m) below, straight down or at the foot of a too steep slope. The slope is followed
// along `out` (unit and level, or zero).
bool lope_floor_goes_on(lope_space *space, lope_point feet, lope_point out, double deep);

#endif
