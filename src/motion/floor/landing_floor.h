// landing_floor.h - finds the floor on which a fall ends. Read next: landing_floor.c, find_floor.h.
#ifndef LOPE_MOTION_FLOOR_LANDING_FLOOR_H
#define LOPE_MOTION_FLOOR_LANDING_FLOOR_H

#include "motion/floor/find_floor.h"

#define LOPE_LAND_REACH 1e-4 // m, within which the character lands on a floor

// Finds the floor for a landing with the feet at `feet`, where the contact was met. The feet are lifted to
// the height of a rim only where the character touches that rim's face.
lope_floor_hit lope_landing_floor(lope_space *space, lope_point feet, const lope_contact *contact);

#endif
