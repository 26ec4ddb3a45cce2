// avoidance_boundary.h - leaves of the geometry near an agent what may bound its way.
//
// In the open most of what is gathered is floor that goes on to all sides. A look for walls and edges would
// read all of it, in memory that no cache holds for thousands of agents. So an agent keeps only what may
// count, and a thread has the memory to gather all. It never changes a result. Detour calls what is kept the
// local boundary.
// Read next: avoidance_boundary.c, avoidance_near.h.
#ifndef LOPE_CONTROL_AVOIDANCE_BOUNDARY_H
#define LOPE_CONTROL_AVOIDANCE_BOUNDARY_H

#include "motion/nearby/nearby.h"

#define LOPE_FLOOR_RISE 1e-3 // of a normal: what rises less is no floor, whatever its body says

#define LOPE_BOUNDARY_KINDS 256 // triangles, of which it is known whether they are floor

// What was left out depends on this. All zero: nothing was.
typedef struct lope_boundary {
    lope_point up;  // unit
    double limit;   // the least rise of a normal that is walked on
    double step;    // m, the height of a step
    double beyond;  // m past an edge, where floor is looked for
    bool has_kinds; // `floor` is known: the set is not too large
    // bit i: triangle i of the set is floor to an agent with this very up
    uint64_t floor[LOPE_BOUNDARY_KINDS / 64];
} lope_boundary;

// Returns the least rise of a normal with which a body's triangles are walked on; more than 1: none are.
// limit: where the slope's angle decides.
static inline double lope_floor_limit(const lope_surface *surface, double limit)
{
    if (surface->walkable == LOPE_WALKABLE_NEVER) return 2;
    if (surface->walkable == LOPE_WALKABLE_ALWAYS) return LOPE_FLOOR_RISE;
    const double least = surface->walkable == LOPE_WALKABLE_OWN_ANGLE ? (double)lope_cos(surface->walkable_angle) : limit;
    return least > LOPE_FLOOR_RISE ? least : LOPE_FLOOR_RISE;
}

// Returns whether what was left out for one boundary may be left out for another: the up has hardly turned,
// and the rest is the same.
bool lope_boundary_holds(const lope_boundary *made, const lope_boundary *wanted);

// Returns whether what is floor to a boundary is floor to an agent with `up`.
static inline bool lope_boundary_tells_floor(const lope_boundary *boundary, lope_point up)
{
    const lope_point off = lope_point_sub(up, boundary->up);
    return boundary->has_kinds && !(off.x != 0) && !(off.y != 0) && !(off.z != 0);
}

// The agents that a boundary is for: where their feet are, relative to the scout's origin, and how far walls
// count.
typedef struct lope_boundary_agents {
    lope_bounds feet;
    double around, tall; // m, level, and over the feet
} lope_boundary_agents;

// Copies what stands as a scout has gathered it, in any order, and puts it in order, without the triangles
// that are sure not to count: floor with no edge near it that may be one of the floor, and walls that none of
// the agents may meet or sees from their front; agents NULL: all walls count. In the copy `joined` has the
// edges that are sure to be none. An edge outside of the scout's bounds does not count. The scout keeps all
// but its triangles' `joined`. Writes what the boundary knows of floor in the copy. Returns false when out of
// memory.
bool lope_boundary_copy(lope_boundary *boundary, lope_nearby *scout, const lope_boundary_agents *agents,
                        const lope_allocator *allocator, lope_near_set *to);

// Returns whether a triangle goes on in `other` over its edge from corner `edge`: that one has the edge as
// well, and lies beyond it.
bool lope_edge_goes_on(const lope_near_triangle *triangle, int edge, const lope_near_triangle *other);

#endif
