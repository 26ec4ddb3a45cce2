// step_landing.h - finds how far ahead a surface begins that could hold the character: what a step up looks
// for.
//
// The landing of a fall is another thing: `land` in character/modes/falling.c. Read next: step_landing.c,
// step_up.c.
#ifndef LOPE_MOTION_STEP_STEP_LANDING_H
#define LOPE_MOTION_STEP_STEP_LANDING_H

#include "motion/query/capsule_query.h"

// What is looked for: walkable surfaces with a point between two heights, beside or under the axis. The
// axis goes along a level unit direction.
typedef struct lope_step_landing_query {
    lope_point feet, direction;
    lope_point floor, normal; // a plane: a surface counts only with a point more than `over` above it
    double over;              // m
    double low, high;         // m along up from feet
    double from, to;          // m along the direction
} lope_step_landing_query;

// Finds the ways (m) after which such a surface is within the support radius of the axis, or under it.
// Writes the shortest ones in ascending order, at most `capacity`. Returns how many; 0 too when a gather
// fails. Surfaces with no_step_up are left out.
uint32_t lope_step_landings_ahead(lope_space *space, const lope_step_landing_query *query, double *ways, uint32_t capacity);

#endif
