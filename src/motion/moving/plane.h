// plane.h - the geometry of a capsule that stays in a plane.
#ifndef LOPE_MOTION_MOVING_PLANE_H
#define LOPE_MOTION_MOVING_PLANE_H

#include "base/hot_cold.h"
#include "motion/moving/carry.h"

// True when the capsule stays in a plane that is not upright.
static inline bool lope_plane_leans(const lope_space *space)
{
    double tilt = space->planar ? lope_rise(space, space->plane) : 0;
    return tilt * tilt > 1e-6; // 0.06 degrees
}

// True when nothing rises in that plane.
LOPE_COLD bool lope_plane_locks_up(const lope_space *space);

// Restricts a base's rigid motion to the plane, in place: rotation about the plane's normal, translation in the plane.
// Returns where `from` (local) then ends.
LOPE_COLD lope_point lope_plane_ride(const lope_space *space, lope_point from, lope_base_motion *carrier);

// Returns the level direction, unit, of the ways over ground of that normal that stay in the plane, either way.
// Zero: every level way does.
LOPE_COLD lope_point lope_plane_way(const lope_space *space, lope_point ground);

#endif
