// ground_faces.h - the ground faces of a patch, eight at a time: which may hold a walker, and which its
// core may come under.
//
// Purpose: of the faces that are listed around a place mostly one can hold the walker. The others are too
// low, or lie beside. Copies in floats tell so before any triangle is read. They leave a face out only by
// more than floats lose; what is left is measured.
// Data: lope_near_ground_faces in motion/nearby/nearby.h. Read next: ground_height.c, which walks over the
// faces.
#ifndef LOPE_MOTION_FLOOR_GROUND_FACES_H
#define LOPE_MOTION_FLOOR_GROUND_FACES_H

#include "base/prefetch.h"
#include "motion/query/capsule_query.h"

#define LOPE_GROUND_FACES_FEW 3 // up to so many faces are measured, not narrowed
// least walkable cosine for a patch: floats lose more where ground may be steeper
#define LOPE_GROUND_FACES_STEEPEST 0.1

// Adds a triangle of the static set to the patch's faces. turned: it is seen from its back. Returns false
// when there is no more room, or no memory for it.
bool lope_ground_faces_put(lope_nearby *nearby, uint32_t triangle, bool turned);
// Takes a triangle out of the patch's faces. It must be one of them.
void lope_ground_faces_drop(lope_nearby *nearby, uint32_t triangle);

// Returns bits: bit i is set when the core's lower end may come under face i within `reach` (m) of home. i
// is the triangle's number.
uint64_t lope_ground_faces_over(const lope_space *space, double reach);

// Lists the faces that may hold a walker with its feet over or under `to`, at most `deep` (m) lower. Writes
// entries in ascending order: twice a triangle's number, and 1 more when it is seen from its back. Returns
// how many.
uint32_t lope_ground_faces_narrow(const lope_space *space, const lope_point *to, double deep, uint32_t entries[LOPE_PATCH_FACES]);

// Prefetches the faces before the tick that walks over them. Few faces are not narrowed, and to prefetch
// those has gained nothing.
static inline void lope_ground_faces_prefetch(const lope_nearby *nearby)
{
    const lope_near_ground_faces *footing = &nearby->footing;
    uint32_t count = nearby->patch.face_count;
    if (count <= LOPE_GROUND_FACES_FEW) return;
    lope_prefetch(footing, offsetof(lope_near_ground_faces, blocks[1]));
    for (uint32_t i = 8; i < count; i += 8) lope_prefetch(lope_near_faces_block(footing, i / 8), sizeof(lope_near_faces));
}

#endif
