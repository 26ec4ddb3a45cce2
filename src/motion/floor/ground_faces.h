// ground_faces.h - the faces of a patch, eight at a time: which of them may hold a walker, and which it may come beneath.
//
// Of the faces that are listed about a place mostly one can hold the walker: the rest is too low, or lies beside. That is seen from copies
// in floats, before any triangle is read; they only leave out, by more than floats lose, and what is left is measured.
#ifndef LOPE_MOTION_FLOOR_GROUND_FACES_H
#define LOPE_MOTION_FLOOR_GROUND_FACES_H

#include "base/prefetch.h"
#include "motion/query/capsule_query.h"

#define LOPE_GROUND_FACES_FEW 3        // faces that are sooner measured than left out
#define LOPE_GROUND_FACES_STEEPEST 0.1 // walkable cosine, at least: floats lose more where ground may be steeper

// Adds a triangle of the static set, seen from its back or not. False: there is no more room.
bool lope_ground_faces_put(lope_nearby *nearby, uint32_t triangle, bool turned);
void lope_ground_faces_drop(lope_nearby *nearby, uint32_t triangle);

// Bit i: the core's lower end may come under triangle i, one of the faces, on a way of so much (m) from home.
uint64_t lope_ground_faces_over(const lope_space *space, double reach);

// Those that may hold a walker whose feet are over or under `to`, no lower than `deep` (m): twice the number of each triangle, and 1 when it
// is seen from its back, ascending. Returns how many.
uint32_t lope_ground_faces_narrow(const lope_space *space, const lope_point *to, double deep, uint32_t entries[LOPE_PATCH_FACES]);

// Asks for the memory of the faces, before the tick that will walk over them. Few are not narrowed: to ask for those has gained nothing.
static inline void lope_ground_faces_prefetch(const lope_nearby *nearby)
{
    const lope_near_ground_faces *footing = &nearby->footing;
    uint32_t count = nearby->patch.face_count;
    if (count <= LOPE_GROUND_FACES_FEW) return;
    lope_prefetch(footing, offsetof(lope_near_ground_faces, blocks[1]));
    for (uint32_t i = 8; i < count; i += 8) lope_prefetch(&footing->blocks[i / 8], sizeof footing->blocks[0]);
}

#endif
