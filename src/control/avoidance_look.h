// avoidance_look.h - an agent that looks around for walls and edges: what is gathered around it.
// Read next: avoidance_look.c, avoidance_walls.h.
#ifndef LOPE_CONTROL_AVOIDANCE_LOOK_H
#define LOPE_CONTROL_AVOIDANCE_LOOK_H

#include "control/avoidance_boundary.h"
#include "control/avoidance_plan.h"
#include "motion/nearby/nearby.h"

// An agent that looks around.
typedef struct lope_wall_look {
    const lope_state *state;
    const lope_tuning *tuning;
    lope_nearby *nearby;     // its own: nothing but looks for walls uses it
    lope_nearby *scout;      // serves to gather while the look lasts; NULL: all that is gathered is kept
    lope_boundary *boundary; // for which the nearby was gathered
    double reach;            // m, level, within which walls and edges count
    double far;              // m, within which bodies that move count; 0: none
    double seconds;          // s, of the tick
    double limit;            // the least rise of a normal that is walked on
    lope_vec3 base;          // m/s, of what carries the agent
    lope_near_self self;

    // what stands, as gathered by lope_walls_gather, or for many agents; NULL: nothing is gathered yet
    const lope_near_set *still;
    lope_point origin;           // of both sets
    const uint64_t *still_floor; // bit i: triangle i of it is floor; NULL: not known
    uint64_t used;               // bit i: triangle i of it was read
} lope_wall_look;

// Gathers what is around the agent, with far > 0 also what moves; what is known already serves again. Where
// `still` is set only what moves is gathered. All but self must be set. Returns LOPE_OK, LOPE_ERROR_MEMORY,
// or the code with which the surroundings refused.
lope_result lope_walls_gather(lope_wall_look *look, const lope_surroundings *surroundings);

// Returns what a boundary has to hold for the agent of a look.
lope_boundary lope_walls_boundary(const lope_wall_look *look);

// Returns the filter of what stands for an agent; its own body is not left out.
lope_filter lope_walls_filter(const lope_wall_look *look);

// How far from the feet what stands counts for a look: level, and along the up to both sides.
typedef struct lope_walls_extent {
    double around, tall; // m
} lope_walls_extent;

// Returns the extent of a look.
lope_walls_extent lope_walls_extent_of(const lope_wall_look *look);

// Returns the bounds of what stands and counts for a look, relative to its origin, which must be set.
lope_bounds lope_walls_bounds(const lope_wall_look *look);

// Gathers with the scout what stands within bounds relative to the origin of the look's feet, and copies what
// may count to the agents. boundary: for which; what it knows of floor is written. Returns what
// lope_walls_gather returns.
lope_result lope_walls_gather_within(lope_wall_look *look, const lope_surroundings *surroundings, const lope_bounds *bounds,
                                     const lope_boundary_agents *agents, lope_boundary *boundary, const lope_allocator *allocator,
                                     lope_near_set *to);

// Lets a look use a set that was gathered for a boundary which holds for it.
void lope_walls_use(lope_wall_look *look, const lope_near_set *set, const lope_boundary *boundary);

// Brings what a look is likely to read of a static set into the caches, some time before it. used: bit i: the
// last look has read triangle i.
void lope_walls_prefetch(const lope_near_set *set, uint64_t used);

#endif
