// avoid_neighbours.h - what characters know of each other to avoid each other, and which of them one meets.
// Read next: avoid_neighbours.c, avoid.c.
#ifndef LOPE_WORLD_AVOID_NEIGHBOURS_H
#define LOPE_WORLD_AVOID_NEIGHBOURS_H

#include "control/avoidance_plan.h"
#include "world/world_private.h"

// What others must know of a character to avoid it.
typedef struct lope_known {
    lope_point feet; // m, where its base has not carried it yet
    uint64_t id;
    lope_vec3 velocity; // m/s, with that of its base
    lope_vec3 wanted;   // m/s, level
    float radius, height;
    float most; // m/s: its top speed
    float weight;
    uint32_t group, groups_to_avoid, groups_to_ignore;
    float oncoming; // 0 to 1: as its last choice told
    bool avoids;    // it gives way itself in the coming tick
} lope_known;

// What a search for neighbours reads of a character, in the grid's order: what is near lies side by side.
typedef struct lope_sought {
    lope_point feet; // as in lope_known
    float height;
    uint32_t group;
} lope_sought;

// Returns whether a character is in a mode in which it avoids others.
bool lope_avoid_walks(const lope_state *state);

// Notes what others must know of each character in the coming tick of `seconds`.
void lope_avoid_note_all(lope_world *world, double seconds);

// Returns the velocity (m/s) of a carrier: what a base adds to that of its rider.
lope_vec3 lope_avoid_carried(const lope_grid_entry *entry, double seconds);

// Adds to a plan the neighbours that count, the nearest ones. base: m/s, of what carries the character.
// Returns how many there are.
uint32_t lope_avoid_meet_neighbours(const lope_world *world, lope_avoidance_plan *plan, lope_vec3 base);

#endif
