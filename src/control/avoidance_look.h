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
    lope_vec3 base;          // m/s, of what carries the agent
    lope_near_self self;
} lope_wall_look;

// Gathers what is around the agent, with far > 0 also what moves; what is known already serves again. All but
// self must be set. Returns LOPE_OK, LOPE_ERROR_MEMORY, or the code with which the surroundings refused.
lope_result lope_walls_gather(lope_wall_look *look, const lope_surroundings *surroundings);

// Brings what a look is likely to read into the caches, some time before it: what the last look has read.
void lope_walls_prefetch(const lope_nearby *nearby);

#endif
