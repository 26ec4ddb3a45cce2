// avoidance_walls.h - the walls around an agent, from the geometry near it.
// Read next: avoidance_walls.c.
#ifndef LOPE_CONTROL_AVOIDANCE_WALLS_H
#define LOPE_CONTROL_AVOIDANCE_WALLS_H

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
    lope_vec3 base;          // m/s, of what carries the agent
    lope_near_self self;
} lope_wall_look;

// Gathers what is around the agent, with far > 0 also what moves; what is known already serves again. All but
// self must be set. Returns LOPE_OK, LOPE_ERROR_MEMORY, or the code with which the surroundings refused.
lope_result lope_walls_gather(lope_wall_look *look, const lope_surroundings *surroundings);

// Brings what a look is likely to read into the caches, some time before it: what the last look has read.
void lope_walls_prefetch(const lope_nearby *nearby);

// Finds the walls of bodies that move, as lope_walls_find does those that stand; one of a body at rest is in
// the list as one that stands.
uint32_t lope_walls_find_moving(const lope_wall_look *look, lope_avoidance_wall *walls);

// Finds the walls that an agent of this height and step height meets, the nearest ones. Writes at most
// LOPE_AVOIDANCE_WALLS of them. Returns how many.
uint32_t lope_walls_find(const lope_wall_look *look, lope_avoidance_wall *walls);

#endif
