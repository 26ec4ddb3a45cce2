// ground_meets.h - whether a walker on whole ground may meet anything but the ground: walls, ceilings,
// other characters.
//
// Read next: ground_meets.c, ground_height.h.
#ifndef LOPE_MOTION_FLOOR_GROUND_MEETS_H
#define LOPE_MOTION_FLOOR_GROUND_MEETS_H

#include "motion/floor/ground_survey.h"
#include "motion/nearby/broadphase.h"

#include <math.h>

// Returns the bulge of a way over whole ground, which may rise by the walkable limit and fall again. It is
// the distance of the way's farthest point from its middle, over that of its ends, at most. Up to 45
// degrees a walker stays within the ball over the way's ends: 1. Beyond, the way bulges by the tangent of
// the limit.
static inline double lope_ground_bulge(const lope_space *space)
{
    double cosine = space->walkable_cosine;
    if (cosine * cosine >= 0.5) return 1.0;
    return sqrt(1.0 - cosine * cosine) / (cosine > 1e-3 ? cosine : 1e-3);
}

// Returns the capsule halfway along `motion` (m) from `feet`, widened so that it holds the whole way over
// whole ground.
lope_near_query lope_ground_reach(const lope_space *space, lope_point feet, lope_point motion);

// Returns true when anything but the ground may be met on a way along `motion` (m) from `feet`. Other
// characters count too.
bool lope_ground_meets_any(const lope_space *space, const lope_ground *ground, lope_point feet, lope_point motion);

// Returns the same as lope_ground_meets_any, and spares its call when there is nothing else near.
static inline bool lope_ground_meets(const lope_space *space, const lope_ground *ground, lope_point feet, lope_point motion)
{
    bool any = ground->other_count > 0 || space->nearby->fence_count > 0;
    return any && lope_ground_meets_any(space, ground, feet, motion);
}

#endif
