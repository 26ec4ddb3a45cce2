// avoidance_meet.h - the neighbours of an agent: how they stand to it, and the half-planes that they ask for.
// Read next: avoidance_meet.c, avoidance_plan.h.
#ifndef LOPE_CONTROL_AVOIDANCE_MEET_H
#define LOPE_CONTROL_AVOIDANCE_MEET_H

#include "control/avoidance_plan.h"

// Meets all neighbours of a plan, once: those that come toward it are noted, and their half-planes are added.
// count: at most LOPE_AVOIDANCE_NEIGHBOURS. base: m/s, of what carries the agent: velocities are seen from
// there.
void lope_avoidance_meet(lope_avoidance_plan *plan, const lope_avoidance_agent *const *others, uint32_t count, lope_vec3 base);

#endif
