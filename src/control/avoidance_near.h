// avoidance_near.h - the triangles near an agent that looks for walls and edges, as it sees them.
//
// A walk over the triangles in some bounds reads their boxes, eight at a time (near_boxes.h). The boxes only
// leave out what cannot matter. Inline, because each choice asks for hundreds of triangles.
// Read next: avoidance_walls.c, avoidance_edges.c.
#ifndef LOPE_CONTROL_AVOIDANCE_NEAR_H
#define LOPE_CONTROL_AVOIDANCE_NEAR_H

#include "control/avoidance_look.h"
#include "motion/nearby/broadphase.h"

#include <math.h>

#define LOPE_EDGE_BEYOND 0.04 // m past an edge, where floor is looked for

// Returns the height (m) of a step.
static inline double lope_agent_step(const lope_wall_look *look) { return (double)look->tuning->max_step_height; }

// The agent as the geometry sees it: relative to the nearby's origin.
typedef struct lope_agent_frame {
    lope_point feet, up;
    double limit; // the least rise of a normal that is walked on
} lope_agent_frame;

// Returns the agent of a look as the geometry sees it.
static inline lope_agent_frame lope_agent_frame_of(const lope_wall_look *look)
{
    return (lope_agent_frame){
        .feet = lope_point_sub(look->state->feet, look->origin), .up = lope_vec3_to_point(look->state->up), .limit = look->limit};
}

// Notes that a look has read a triangle of a set, so that the next one has it prefetched.
static inline void lope_agent_has_read(lope_wall_look *look, const lope_near_set *set, const lope_near_triangle *triangle)
{
    const uint64_t which = (uint64_t)(triangle - set->triangles);
    if (set == look->still && which < 64) look->used |= UINT64_C(1) << which;
}

// Returns a triangle's rise, seen from the side that is met.
static inline double lope_agent_rise(const lope_agent_frame *frame, const lope_near_triangle *triangle)
{
    const double rise = lope_point_dot(lope_near_normal(triangle), frame->up);
    return triangle->two_sided ? fabs(rise) : rise;
}

// Returns whether a triangle is floor that the agent walks on.
static inline bool lope_agent_floor(const lope_agent_frame *frame, const lope_near_set *set, const lope_near_triangle *triangle)
{
    const double rise = lope_agent_rise(frame, triangle);
    return rise > LOPE_FLOOR_RISE && rise >= lope_floor_limit(&set->bodies[triangle->body].surface, frame->limit);
}

// Returns the height (m) of a point over the agent's feet.
static inline double lope_agent_height(const lope_agent_frame *frame, lope_point p)
{
    return lope_point_dot(lope_point_sub(p, frame->feet), frame->up);
}

// Returns the level part of a vector.
static inline lope_point lope_agent_level(const lope_agent_frame *frame, lope_point v)
{
    return lope_point_mad(v, frame->up, -lope_point_dot(v, frame->up));
}

// A walk over the triangles of a set that have boxes which touch some bounds, in the set's order.
typedef struct lope_triangle_walk {
    const lope_near_set *set;
    lope_near_window window;
    const uint64_t *floor; // bit i: triangle i is floor; NULL: not known
    uint64_t leaves_out;   // all bits: floor; none: what is none
    uint32_t block, mask;  // the block that comes next; what is left of the one before it
} lope_triangle_walk;

// Begins a walk. bounds: relative to the origin of what was gathered. floor: bit i: triangle i is floor;
// NULL: not known. With it the walk is over what is floor or over what is not, as `wants_floor` says.
static inline lope_triangle_walk lope_triangles_in(const lope_near_set *set, const lope_bounds *bounds, const uint64_t *floor,
                                                   bool wants_floor)
{
    return (lope_triangle_walk){
        .set = set, .window = lope_near_window_of(set, bounds), .floor = floor, .leaves_out = wants_floor ? 0 : UINT64_MAX};
}

// Returns the next triangle, NULL at the end.
static inline const lope_near_triangle *lope_triangles_next(lope_triangle_walk *walk)
{
    while (walk->mask == 0) {
        const uint32_t first = walk->block * LOPE_BLOCK;
        if (first >= walk->set->triangle_count) return NULL;
        walk->mask = lope_near_block_touches(&walk->set->triangle_blocks[walk->block++], &walk->window);
        if (walk->floor != NULL) walk->mask &= (uint32_t)((walk->floor[first / 64] ^ walk->leaves_out) >> first % 64);
    }
    const uint32_t which = (walk->block - 1) * LOPE_BLOCK + lope_lowest_bit(walk->mask);
    walk->mask &= walk->mask - 1;
    return &walk->set->triangles[which];
}

#endif
