// vertical_ray.h - rays straight up and down: the floor at an obstacle's foot, and whether a face is open
// above.
//
// Read next: vertical_ray.c, motion/floor/rim.c.
#ifndef LOPE_MOTION_QUERY_VERTICAL_RAY_H
#define LOPE_MOTION_QUERY_VERTICAL_RAY_H

#include "motion/query/capsule_query.h"

// Casts a ray from `from` along up by `reach` (m; negative: down), from inside a solid too. Returns true
// when it meets something, and the first in *hit. hit->normal is the surface's, against the ray;
// hit->fraction is that of the ray. Returns false too when a gather fails.
bool lope_vertical_ray(lope_space *space, lope_point from, double reach, lope_contact *hit);

// Returns true when the face of a contact is open beside its edge: nothing is above it there within a
// radius. A face that goes on inside another solid, or under something low, is no floor: nothing can stand
// on it.
bool lope_lies_open(lope_space *space, lope_point feet, const lope_contact *contact);

#endif
