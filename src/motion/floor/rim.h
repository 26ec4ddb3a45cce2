// rim.h - finds the rim beside the capsule's axis that holds a character at its height.
//
// A rim is the free edge of a walkable face; find_floor.h says why it holds. Read next: rim.c.
#ifndef LOPE_MOTION_FLOOR_RIM_H
#define LOPE_MOTION_FLOOR_RIM_H

#include "motion/query/capsule_query.h"

// Rise of a normal, 58 degrees: a steeper face is a riser, over which an edge is a rim. A gentler one is a
// slope, down which the round bottom rolls from the edge, whether it may be stood on or not. Walkable limits
// in use are below; edges of steps that are bevelled are at 60 degrees and more.
#define LOPE_RISER 0.53
// The same, under the rise of a steep walkable limit. Where 59 degrees are walked, 61 are a slope beside.
#define LOPE_RISER_BELOW 0.1
#define LOPE_RISER_LEAST 0.2 // 78 degrees. By limits that would lead beyond, LOPE_RISER holds

// Returns the rise of a normal below which a face is a riser. limit: the least rise that may be stood on
// there, or 0 when it is not known.
static inline double lope_riser(double limit)
{
    const double below = limit - LOPE_RISER_BELOW;
    return below < LOPE_RISER_LEAST || below > LOPE_RISER ? LOPE_RISER : below;
}

// Finds the highest rim within the support radius, above `lowest` and up to `raise` (m along up from the
// feet). rest: the face that the round bottom rests on, or NULL. Its own plane has no rims above it. *best:
// the rim's contact. *height: m along up from the feet. Returns false when no rim is there, or when a
// gather fails.
bool lope_highest_rim(lope_space *space, lope_point feet, double lowest, double raise, const lope_contact *rest,
                      lope_contact *best, double *height);

// Returns true when a surface that is no riser goes on from `point` toward the axis. Then the contact there
// is on a ridge, and not on the rim of a step.
bool lope_rim_ground_goes_on(const lope_space *space, lope_point feet, lope_point point);

// The same for a surface other than the contact's own face. Along an edge that leads up or down, that face
// itself comes nearer to the axis than the contact does, and the edge is a rim all the same.
bool lope_rim_other_ground_goes_on(const lope_space *space, lope_point feet, const lope_contact *contact);

#endif
