// ground_meets.c - tests a way over whole ground against what is not ground.
//
// Rule: one capsule around the whole way is tested against each other triangle. A wall that comes that near
// makes the walker sweep instead. Read next: ground_height.c.
#include "motion/floor/ground_meets.h"
#include "motion/query/sweep.h"
#include "shape/kernels.h"

// m, within which what is not ground counts as touched: a wall stops a walker from less than that
#define OTHERS_SPARE 1e-4

// The capsule is widened by half the way, times the bulge of what may lie between.
lope_near_query lope_ground_reach(const lope_space *space, lope_point feet, lope_point motion)
{
    lope_near_query query = {.a = lope_point_mad(lope_point_mad(feet, space->up, space->radius), motion, 0.5),
                             .core = lope_point_scale(space->up, space->height - 2 * space->radius),
                             .radius = space->radius + OTHERS_SPARE * space->unit +
                                       0.5 * lope_ground_bulge(space) * lope_point_length(motion)};
    return query;
}

// Returns true when the capsule of a query touches a triangle.
static bool reached(const lope_near_triangle *triangle, const lope_near_query *query)
{
    if (!lope_near_reached(&triangle->planes, query)) return false;
    lope_point on_core, on_face, b = lope_point_add(query->a, query->core);
    return lope_segment_triangle(query->a, b, &triangle->shape, &on_core, &on_face) <= query->radius * query->radius;
}

// Returns true when the capsule at `feet` may come up to a plane between it and another character.
static bool meets_fence(const lope_space *space, lope_point feet)
{
    const lope_nearby *nearby = space->nearby;
    lope_capsule capsule = lope_space_capsule(space, feet);
    for (uint32_t i = 0; i < nearby->fence_count; i++)
        if (lope_character_plane_room(&capsule, &nearby->fences[i]) < OTHERS_SPARE * space->unit) return true;
    return false;
}

bool lope_ground_meets_any(const lope_space *space, const lope_ground *ground, lope_point feet, lope_point motion)
{
    if (space->nearby->fence_count > 0 && meets_fence(space, lope_point_add(feet, motion))) return true;
    if (ground->other_count == 0) return false;
    lope_near_query query = lope_ground_reach(space, feet, motion);
    for (uint32_t i = 0; i < ground->other_count; i++)
        if (reached(&space->nearby->sets[0].triangles[ground->others[i]], &query)) return true;
    return false;
}
