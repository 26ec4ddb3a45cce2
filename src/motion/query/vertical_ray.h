// vertical_ray.h - lines straight up and down through what is near: the floor at an obstacle's foot, and whether a face lies open.
#ifndef LOPE_MOTION_QUERY_VERTICAL_RAY_H
#define LOPE_MOTION_QUERY_VERTICAL_RAY_H

#include "motion/query/capsule_query.h"

// The first that is met from `from` along up by `reach` (m; negative: down), from inside a solid too. The contact's normal is the
// surface's, against the line; its fraction that of the line.
bool lope_vertical_ray(lope_space *space, lope_point from, double reach, lope_contact *hit);

// Whether the face of a contact lies open beside its edge: nothing above it there within a radius. A face that goes on inside another
// solid (boxes put into one another) or under something low is no floor: nothing can stand upon it.
bool lope_lies_open(lope_space *space, lope_point feet, const lope_contact *contact);

#endif
