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

#define LOPE_STEP_WAYS 12 // of one kind that are kept: the shortest ones

// Ways (m) in ascending order.
typedef struct lope_step_list {
    double ways[LOPE_STEP_WAYS];
    uint32_t count;
} lope_step_list;

// The ways ahead, of two kinds. A fine round mesh has an edge every few millimetres, and none of them is a
// rim. So one kind does not take the room of the other.
typedef struct lope_step_ways {
    lope_step_list rims;  // to within the support radius of an edge, where it holds if it is a rim
    lope_step_list faces; // to where the round bottom rests on an edge or a face
} lope_step_ways;

// Finds the ways after which such a surface could hold the character. None when a gather fails. Surfaces with
// no_step_up are left out.
void lope_step_landings_ahead(lope_space *space, const lope_step_landing_query *query, lope_step_ways *ways);

#endif
