// straight_exit.h - how far the capsule has to go along one direction until it is free. Read next:
// straight_exit.c, way_out.h.
#ifndef LOPE_MOTION_MOVING_STRAIGHT_EXIT_H
#define LOPE_MOTION_MOVING_STRAIGHT_EXIT_H

#include "motion/query/capsule_query.h"

// A capsule that overlaps something, among all that was gathered around it.
typedef struct lope_exit_start {
    const lope_space *space;   // the capsule's size, up and unit
    const lope_nearby *nearby; // a look (motion/nearby/look.h): its boxes and hulls are solids
    lope_point feet;           // relative to that look's origin
    double reach;              // m, within which all is gathered
    int32_t depth;             // in how many closed meshes the middle of the core is
    bool has_closed;           // one-sided triangles, which make up closed meshes, are within the reach
} lope_exit_start;

#define LOPE_NO_EXIT (-1.0)

// Returns how far (m) the capsule must go along a unit direction to be free; LOPE_NO_EXIT when that is not
// less than `most`. Free means: it overlaps nothing by more than the skin, and is in no closed mesh. On
// the way the core goes through nothing that it does not begin in.
double lope_straight_exit(const lope_exit_start *start, lope_point direction, double most);

#endif
