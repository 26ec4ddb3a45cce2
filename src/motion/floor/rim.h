// rim.h - the rims of walkable surfaces beside the capsule's axis, which hold a character at their height (see find_floor.h).
#ifndef LOPE_MOTION_FLOOR_RIM_H
#define LOPE_MOTION_FLOOR_RIM_H

#include "motion/query/capsule_query.h"

// The highest rim within the support radius that is above `lowest` (m along up from the feet) and at most `raise` above them. Fills
// in what it belongs to and its height. rest: the face that the round bottom rests on, whose own plane has no rims above it; or NULL.
bool lope_highest_rim(lope_space *space, lope_point feet, double lowest, double raise, const lope_contact *rest,
                      lope_contact *best, double *height);

// Whether a walkable surface goes on from `point` toward the axis: then what is met there is a ridge, not the rim of a step.
bool lope_rim_ground_goes_on(const lope_space *space, lope_point feet, lope_point point);

#endif
