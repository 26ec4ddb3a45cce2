// avoidance_edges.h - the edges of the floor around an agent, from the geometry near it.
// Read next: avoidance_edges.c.
#ifndef LOPE_CONTROL_AVOIDANCE_EDGES_H
#define LOPE_CONTROL_AVOIDANCE_EDGES_H

#include "control/avoidance_walls.h"

// Adds to the plan a limit for each edge of the floor over which `velocity` leads within the horizon. The
// look has gathered what is around. Returns whether there was any.
bool lope_edges_hold(lope_wall_look *look, lope_avoidance_plan *plan, lope_vec3 velocity);

#endif
