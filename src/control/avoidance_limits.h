// avoidance_limits.h - walls and edges of the floor in an agent's plan. Read next: avoidance_limits.c.
#ifndef LOPE_CONTROL_AVOIDANCE_LIMITS_H
#define LOPE_CONTROL_AVOIDANCE_LIMITS_H

#include "control/avoidance_plan.h"

// Adds those of the walls that move, the nearest ones, after the neighbours.
void lope_avoidance_add_moving(lope_avoidance_plan *plan, const lope_avoidance_wall *walls, uint32_t count);

// Adds those of the walls that stand: the nearest ones, in any order.
void lope_avoidance_add_walls(lope_avoidance_plan *plan, const lope_avoidance_wall *walls, uint32_t count);

// Adds a limit: at most `most` m/s, not negative, along the level unit vector `toward`. Returns false when
// there is no room for it.
bool lope_avoidance_add_limit(lope_avoidance_plan *plan, lope_point toward, double most);

#endif
