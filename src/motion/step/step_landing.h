// step_landing.h - how far ahead something begins that could hold a character: what a step up looks for.
// The landing of a fall is another one: `land` in character/modes/falling.c.
#ifndef LOPE_MOTION_STEP_STEP_LANDING_H
#define LOPE_MOTION_STEP_STEP_LANDING_H

#include "motion/query/capsule_query.h"

// What is looked for: surfaces to walk upon with a point between two heights, beside or under the axis on its way along a level unit
// direction.
typedef struct lope_step_landing_query {
    lope_point feet, direction;
    lope_point floor, normal; // a plane: only what has a point at least `over` above it counts
    double over;              // m
    double low, high;         // m along up from feet
    double from, to;          // m along the direction
} lope_step_landing_query;

// The ways (m along the direction, ascending) at which such a surface comes within the support radius, or under the axis; at
// most `capacity` of them, the shortest. Returns how many.
uint32_t lope_step_landings_ahead(lope_space *space, const lope_step_landing_query *query, double *ways, uint32_t capacity);

#endif
