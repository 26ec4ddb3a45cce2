// query.h - what rays, sweeps and overlaps share: one cast or capsule in a body's frame, and hits brought back to the world.
// Read next: cast.c, overlap.c.
#ifndef LOPE_LEVEL_QUERY_H
#define LOPE_LEVEL_QUERY_H

#include "level/body.h"

// What was found, in the body's frame.
typedef struct lope_found {
    uint32_t triangle;
    double fraction, depth;
    lope_point point, normal, surface_normal;
} lope_found;

void lope_hit_fill(lope_level_hit *hit, const lope_level *level, uint32_t index, const lope_found *found);

static inline lope_triangle lope_triangle_from(const lope_vec3 v[3])
{
    lope_triangle t = {{lope_vec3_to_point(v[0]), lope_vec3_to_point(v[1]), lope_vec3_to_point(v[2])}};
    return t;
}

// The normal of a solid's surface at a point of it, given the contact normal there: of an edge's faces the one that faces it more.
lope_point lope_solid_surface_normal(const lope_shape *shape, lope_point point, lope_point normal);

// A triangle's surface normal on the side of a contact: its front's or its back's, and the contact normal itself where a sliver has no
// front that could be relied on (lope_triangle_normal gives zero).
static inline lope_point lope_triangle_surface_normal(lope_point front, bool behind, lope_point contact_normal)
{
    if (lope_point_dot(front, front) < 0.5) return contact_normal;
    return behind ? lope_point_scale(front, -1) : front;
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
