// ground_meets.h - what else than the ground may be met.
#ifndef LOPE_MOTION_FLOOR_GROUND_MEETS_H
#define LOPE_MOTION_FLOOR_GROUND_MEETS_H

#include "motion/floor/ground_survey.h"
#include "motion/nearby/broadphase.h"

// Returns how many times as far from the middle of a way its highest point may be as its ends are, over whole ground: it
// may rise by the walkable limit and fall again.
double lope_ground_bulge(const lope_space *space);

// Returns the capsule halfway on its way along `motion` from `feet`, widened so that it holds all of that way over whole ground.
lope_near_query lope_ground_reach(const lope_space *space, lope_point feet, lope_point motion);

// True when anything but the ground, other characters included, may be met on a way along `motion` from `feet`.
bool lope_ground_meets_any(const lope_space *space, const lope_ground *ground, lope_point feet, lope_point motion);

// The same: mostly there is nothing else.
static inline bool lope_ground_meets(const lope_space *space, const lope_ground *ground, lope_point feet, lope_point motion)
{
    bool any = ground->other_count > 0 || space->nearby->fence_count > 0;
    return any && lope_ground_meets_any(space, ground, feet, motion);
}

#endif
