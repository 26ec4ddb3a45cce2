// sweep.h - the capsule moved through what is near, up to the first thing that stops it.
#ifndef LOPE_MOTION_QUERY_SWEEP_H
#define LOPE_MOTION_QUERY_SWEEP_H

#include "motion/query/triangle_cull.h"

// Moves the capsule from feet by motion. True: contact says what stops it, at contact->fraction. What the motion runs along or
// moves away from does not stop it, also when it starts in touch or in overlap: judged for each triangle by itself.
// Among what is met at the same time the surface that faces the motion most is reported, then the lower (body, index).
bool lope_sweep(lope_space *space, lope_point feet, lope_point motion, lope_contact *contact);

// All that is met first, at the same time within LOPE_TOUCH, in order of the walk; at most `capacity` of it. Returns how many.
uint32_t lope_sweep_first(lope_space *space, lope_point feet, lope_point motion, lope_contact *contacts, uint32_t capacity);

// Every thing nearer to the capsule than `reach` (m, >= 0), as contacts with depth = -distance. Deepest kept beyond capacity.
uint32_t lope_touching(lope_space *space, lope_point feet, double reach, lope_contact *contacts, uint32_t capacity);

// The deepest of them; NULL of none.
const lope_contact *lope_deepest_contact(const lope_contact *contacts, uint32_t count);

// Whether a triangle of a set is nearer to the capsule than `reach`: *contact as lope_touching has it.
bool lope_touch_triangle(lope_space *space, const lope_capsule *capsule, double reach, const lope_near_set *set,
                         const lope_near_triangle *triangle, lope_contact *contact);

// Whether what a sweep has met is in the way: neither does the motion run along it or leave it, nor is it an edge that the motion runs along
// because it runs along its face, sticking out of the face's plane by no more than one who runs along that may have sunk in, the skin and
// what the grazing of a cast adds. triangle: NULL for a round shape.
static inline bool lope_sweep_counts(const lope_space *space, const lope_way *way, const lope_sweep_hit *hit,
                                     const lope_near_triangle *triangle)
{
    double grazing = -LOPE_GRAZING * way->length;
    if (lope_point_dot(hit->normal, way->motion) > grazing) return false;
    if (!triangle) return true;
    lope_point surface = lope_triangle_surface(triangle, hit->normal);
    double out = way->capsule.radius * (1.0 - lope_point_dot(surface, hit->normal));
    return !(out < 2.0 * LOPE_SKIN * space->unit && lope_point_dot(surface, way->motion) > grazing);
}

#endif
