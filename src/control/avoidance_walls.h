// avoidance_walls.h - the walls around an agent, from the geometry near it.
// Read next: avoidance_look.h, avoidance_walls.c.
#ifndef LOPE_CONTROL_AVOIDANCE_WALLS_H
#define LOPE_CONTROL_AVOIDANCE_WALLS_H

#include "control/avoidance_look.h"

// Finds the walls of bodies that move, as lope_walls_find does those that stand; one of a body at rest is in
// the list as one that stands.
uint32_t lope_walls_find_moving(lope_wall_look *look, lope_avoidance_wall *walls);

// Finds the walls that an agent of this height and step height meets, the nearest ones. Writes at most
// LOPE_AVOIDANCE_WALLS of them. Returns how many.
uint32_t lope_walls_find(lope_wall_look *look, lope_avoidance_wall *walls);

#endif
