// sweep.h - moves the capsule through what is near, up to the first thing that stops it: Unreal's sweep.
//
// Read next: sweep.c, triangle_cull.h, shape/kernels.h.
#ifndef LOPE_MOTION_QUERY_SWEEP_H
#define LOPE_MOTION_QUERY_SWEEP_H

#include "motion/query/triangle_cull.h"

// Sweeps the capsule from feet along `motion` (m). Returns true when something stops it, at
// contact->fraction. What the motion runs along or leaves does not stop it, even from a start in touch or
// in overlap. Each triangle is judged by itself. Of contacts at the same time it reports the one that faces
// the motion most, then the lower (body, index). Returns false too when a gather fails.
bool lope_sweep(lope_space *space, lope_point feet, lope_point motion, lope_contact *contact);

// Sweeps the capsule from feet along each of `count` motions (m), at most 32, as lope_sweep does for each.
// What is near is listed once for all of them. Returns bits by motion: those that something stops, at
// contacts[i].
uint32_t lope_sweep_several(lope_space *space, lope_point feet, const lope_point *motions, uint32_t count,
                            lope_contact *contacts);

// Lists all that is met first, at the same time within LOPE_TOUCH, in the order of the walk. Returns how
// many, at most `capacity`.
uint32_t lope_sweep_first(lope_space *space, lope_point feet, lope_point motion, lope_contact *contacts, uint32_t capacity);

// Returns true when the motion runs along a triangle's face, and a hit on one of its edges hardly sticks out
// of the face's plane. The limit is what a capsule that runs along may have sunk in: the skin, and what
// grazing adds.
static inline bool lope_sweep_runs_along(const lope_space *space, const lope_way *way, const lope_sweep_hit *hit,
                                         const lope_near_triangle *triangle)
{
    lope_point surface = lope_triangle_surface(triangle, hit->normal);
    double out = way->capsule.radius * (1.0 - lope_point_dot(surface, hit->normal));
    return out < 2.0 * LOPE_SKIN * space->unit && lope_point_dot(surface, way->motion) > -LOPE_GRAZING * way->length;
}

// Returns true when a sweep's hit is in the way. It is not when the motion runs along it or leaves it. Nor
// is an edge when the motion runs along its face. triangle: NULL for a round shape.
static inline bool lope_sweep_counts(const lope_space *space, const lope_way *way, const lope_sweep_hit *hit,
                                     const lope_near_triangle *triangle)
{
    if (lope_point_dot(hit->normal, way->motion) > -LOPE_GRAZING * way->length) return false;
    return !triangle || !lope_sweep_runs_along(space, way, hit, triangle);
}

#endif
