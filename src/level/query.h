// query.h - what rays, sweeps and overlaps share: one cast or capsule in a body's frame, and hits brought
// back to the world.
// Read next: cast.c, overlap.c.
#ifndef LOPE_LEVEL_QUERY_H
#define LOPE_LEVEL_QUERY_H

#include "level/body.h"
#include "shape/pair.h"

// `found` is told in the frame of the body with that index.
void lope_hit_fill(lope_level_hit *hit, const lope_level *level, uint32_t index, const lope_found *found);

static inline lope_triangle lope_triangle_from(const lope_vec3 v[3])
{
    lope_triangle t = {{lope_vec3_to_point(v[0]), lope_vec3_to_point(v[1]), lope_vec3_to_point(v[2])}};
    return t;
}

// By (id, triangle).
static inline bool lope_hit_before(uint64_t id_a, uint32_t triangle_a, uint64_t id_b, uint32_t triangle_b)
{
    return id_a < id_b || (id_a == id_b && triangle_a < triangle_b);
}

bool lope_query_capsule_valid(const lope_capsule *capsule);
bool lope_query_point_valid(lope_point p);
lope_bounds lope_query_capsule_bounds(const lope_capsule *capsule);
lope_capsule lope_query_capsule_in(const lope_frame *frame, const lope_capsule *capsule);

#endif
