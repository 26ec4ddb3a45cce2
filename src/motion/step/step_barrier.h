// step_barrier.h - what stands in a step's way at whatever height: an upright face beside the character, higher than it is raised.
#ifndef LOPE_MOTION_STEP_STEP_BARRIER_H
#define LOPE_MOTION_STEP_STEP_BARRIER_H

#include "motion/query/capsule_query.h"

// Whether the capsule, raised from feet by any way up to `raise` (m, >= 0), is stopped by one and the same upright face, or an edge of it,
// before it has gone `way` (m) along a level unit direction, however it was gathered. False says nothing: it is not seen at a glance.
bool lope_step_barrier_stands(const lope_space *space, lope_point feet, lope_point direction, double raise, double way);

#endif
