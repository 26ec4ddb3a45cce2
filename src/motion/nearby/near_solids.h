// near_solids.h - the hulls among the round shapes of a look (look.h): their points and corners.
#ifndef LOPE_MOTION_NEARBY_NEAR_SOLIDS_H
#define LOPE_MOTION_NEARBY_NEAR_SOLIDS_H

#include "motion/nearby/near_set.h"

// Points and corners of the hulls of one set, one hull behind the other.
typedef struct lope_near_solids {
    lope_point *points;
    uint32_t *corners; // 3 for each triangle
    size_t point_count, corner_count, point_capacity, corner_capacity;
} lope_near_solids;

// Reserves memory for hulls of so many triangles in all. False: out of memory.
bool lope_near_solids_reserve(const lope_allocator *allocator, lope_near_solids *solids, size_t triangles);

// Releases the memory. The solids must not be used afterwards.
void lope_near_solids_free(const lope_allocator *allocator, lope_near_solids *solids);

// Returns the bytes that are reserved.
size_t lope_near_solids_bytes(const lope_near_solids *solids);

// Lets each hull of the set, in the order in which they were given, point at its points and corners.
void lope_near_solids_place(const lope_near_solids *solids, lope_near_set *set);

#endif
