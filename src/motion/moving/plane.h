// plane.h - the geometry of a capsule that stays in a plane: Unreal's plane constraint.
//
// Read next: plane.c, motion/query/return_to_plane.h.
#ifndef LOPE_MOTION_MOVING_PLANE_H
#define LOPE_MOTION_MOVING_PLANE_H

#include "base/hot_cold.h"
#include "motion/moving/carry.h"

// Returns true when the capsule stays in a plane that is not upright.
static inline bool lope_plane_leans(const lope_space *space)
{
    double tilt = space->planar ? lope_rise(space, space->plane) : 0;
    return tilt * tilt > 1e-6; // 0.06 degrees
}

// Returns true when the capsule stays in a plane that is level: no jump leads along it.
LOPE_COLD bool lope_plane_locks_up(const lope_space *space);

// Restricts a base's rigid motion to the plane, in place: its turn to that about the plane's normal, its
// way to the plane. Returns where the point `from`, relative to the nearby's origin, is at the tick's end.
LOPE_COLD lope_point lope_plane_ride(const lope_space *space, lope_point from, lope_base_motion *carrier);

// Returns the level unit direction of the ways that stay in the plane, over ground of that normal. It may
// point either way. Zero: every level way stays in the plane.
LOPE_COLD lope_point lope_plane_way(const lope_space *space, lope_point ground);

#endif
