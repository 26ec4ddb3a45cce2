// avoid_neighbours.h - what characters know of each other to avoid each other, and which of them one meets.
// Read next: avoid_neighbours.c, avoid.c.
#ifndef LOPE_WORLD_AVOID_NEIGHBOURS_H
#define LOPE_WORLD_AVOID_NEIGHBOURS_H

#include "control/avoidance_plan.h"
#include "world/world_private.h"

// What is known of a character in a tick.
typedef struct lope_known {
    // As others meet it: where its base has not carried it yet, with the velocity of its base. It avoids: it
    // gives way itself in the coming tick. What it wants is level.
    lope_avoidance_agent agent;
    float most;     // m/s: its top speed
    bool may_avoid; // it walks, and time passes for it; with `avoids` false it wants to stand
} lope_known;

#define LOPE_SOUGHT 4 // characters in one of the next

// What a search for neighbours reads of four characters, in the grid's order: what is near lies side by side.
// In two cache lines.
typedef struct lope_sought {
    _Alignas(64) double x[LOPE_SOUGHT], y[LOPE_SOUGHT], z[LOPE_SOUGHT]; // m, the feet as in lope_known
    float height[LOPE_SOUGHT];
    uint32_t group[LOPE_SOUGHT];
} lope_sought;

// Notes what others must know of each character in the coming tick of `seconds`.
void lope_avoid_note_all(lope_world *world, double seconds);

// Returns the velocity (m/s) of a carrier: what a base adds to that of its rider.
lope_vec3 lope_avoid_carried(const lope_grid_entry *entry, double seconds);

// Adds to a plan the neighbours that count, the nearest ones. base: m/s, of what carries the character.
// within: m2, how far they are likely to be; 0: not known. It never changes a result, and is written for the
// next search. Returns how many there are.
uint32_t lope_avoid_meet_neighbours(const lope_world *world, lope_avoidance_plan *plan, lope_vec3 base, double *within);

#endif
