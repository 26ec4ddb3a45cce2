// query.c - what rays, sweeps and overlaps share. Read next: cast.c, overlap.c.
#include "level/query.h"

#include "base/error.h"

void lope_hit_fill(lope_level_hit *hit, const lope_level *level, uint32_t index, const lope_found *found)
{
    const lope_level_body *b = &level->bodies[index];
    lope_handle handle = lope_handle_pool_at(&level->pool, index);
    hit->body = (lope_body){handle.index, handle.generation};
    hit->id = b->id;
    hit->triangle = found->triangle;
    hit->fraction = found->fraction;
    hit->point = lope_frame_to_world(&b->frame, found->point);
    hit->normal = lope_point_to_vec3(lope_frame_turn(&b->frame, found->normal));
    hit->surface_normal = lope_point_to_vec3(lope_frame_turn(&b->frame, found->surface_normal));
    hit->depth = found->depth;
}

// Beyond this (m) squares of coordinates have no room in a double.
#define QUERY_FARTHEST 1e30

// Returns whether a coordinate is small enough for a query; false for NaN.
static bool within(double x) { return x > -QUERY_FARTHEST && x < QUERY_FARTHEST; }

bool lope_query_point_valid(lope_point p) { return within(p.x) && within(p.y) && within(p.z); }

bool lope_query_capsule_valid(const lope_capsule *c)
{
    return c && lope_query_point_valid(c->a) && lope_query_point_valid(c->b) && lope_finite_double(c->radius) && c->radius >= 0;
}

lope_bounds lope_query_capsule_bounds(const lope_capsule *c)
{
    return lope_bounds_grow(lope_bounds_add(lope_bounds_add(lope_bounds_none(), c->a), c->b), c->radius);
}

lope_capsule lope_query_capsule_in(const lope_frame *frame, const lope_capsule *c)
{
    lope_capsule local = {lope_frame_to_body(frame, c->a), lope_frame_to_body(frame, c->b), c->radius};
    return local;
}
