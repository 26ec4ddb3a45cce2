// wedge.h - lets a character stand between surfaces that are each too steep: in a wedge, a funnel or a pit.
//
// Read next: wedge.c.
#ifndef LOPE_MOTION_FLOOR_WEDGE_H
#define LOPE_MOTION_FLOOR_WEDGE_H

#include "motion/floor/find_floor.h"

// Makes *floor a walkable wedge when the unwalkable surfaces at floor->distance below feet hold the capsule
// between them. They do when no way leads down along them more steeply than a walkable slope. Returns true
// when it did; floor->normal is then the seat's, and floor->crease its crease.
bool lope_wedge_seat(lope_space *space, lope_point feet, lope_floor_hit *floor);

#endif
