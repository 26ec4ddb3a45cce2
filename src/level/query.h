// query.h - what rays, sweeps and overlaps share: one cast or capsule in a body's frame, and hits brought
// back to the world.
// Read next: cast.c, overlap.c.
#ifndef LOPE_LEVEL_QUERY_H
#define LOPE_LEVEL_QUERY_H

#include "level/body.h"
#include "level/query_filter.h"
#include "shape/pair.h"

// Fills in a hit from `found`, which is in the frame of the body at `index`. The hit is in the world.
void lope_hit_fill(lope_level_hit *hit, const lope_level *level, uint32_t index, const lope_found *found);

// Returns a triangle of floats in doubles.
static inline lope_triangle lope_triangle_from(const lope_vec3 v[3])
{
    lope_triangle t = {{lope_vec3_to_point(v[0]), lope_vec3_to_point(v[1]), lope_vec3_to_point(v[2])}};
    return t;
}

// Returns whether hit a comes before hit b: by body id, then by triangle.
static inline bool lope_hit_before(uint64_t id_a, uint32_t triangle_a, uint64_t id_b, uint32_t triangle_b)
{
    return id_a < id_b || (id_a == id_b && triangle_a < triangle_b);
}

// Returns whether a capsule can be asked about: not NULL, its ends as lope_query_point_valid asks, its radius
// not negative.
bool lope_query_capsule_valid(const lope_capsule *capsule);
// Returns whether all coordinates are under 1e30 m, and so their squares fit a double. False for NaN.
bool lope_query_point_valid(lope_point p);
// Returns the bounds of a capsule.
lope_bounds lope_query_capsule_bounds(const lope_capsule *capsule);
// Returns a capsule of the world in a body's frame.
lope_capsule lope_query_capsule_in(const lope_frame *frame, const lope_capsule *capsule);

#endif
