// step_barrier.h - tells at a glance that no step up is possible: an upright face is in the way that is
// higher than the capsule is raised.
//
// Read next: step_barrier.c, step_up.c.
#ifndef LOPE_MOTION_STEP_STEP_BARRIER_H
#define LOPE_MOTION_STEP_STEP_BARRIER_H

#include "motion/query/capsule_query.h"

// Returns true when one upright face or its edge certainly stops the capsule. It stops within `way` (m)
// along a level unit direction. That holds for every height from 0 up to `raise` (m, >= 0) above feet, and
// whatever was gathered. False says nothing: it cannot be seen at a glance.
bool lope_step_barrier_stands(const lope_space *space, lope_point feet, lope_point direction, double raise, double way);

#endif
