// wedge.h - standing between surfaces that are each too steep: in a wedge, a funnel, a pit.
#ifndef LOPE_MOTION_FLOOR_WEDGE_H
#define LOPE_MOTION_FLOOR_WEDGE_H

#include "motion/floor/find_floor.h"

// When the unwalkable surfaces that the capsule would touch at floor->distance below feet hold it between them (no way leads down
// along them more steeply than a walkable slope), makes *floor a walkable wedge with the seat's normal. True when it did.
bool lope_wedge_seat(lope_space *space, lope_point feet, lope_floor_hit *floor);

#endif
