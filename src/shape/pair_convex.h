// pair_convex.h - what is cast, and the shapes without a closed form against one triangle or solid.
#ifndef LOPE_SHAPE_PAIR_CONVEX_H
#define LOPE_SHAPE_PAIR_CONVEX_H

#include "convex.h"

typedef enum lope_caster_kind { LOPE_CASTER_CAPSULE, LOPE_CASTER_RAY, LOPE_CASTER_CONVEX } lope_caster_kind;

// What is cast, in the frame of what it is cast against.
typedef struct lope_caster {
    lope_caster_kind kind;
    lope_capsule capsule;      // where it starts; of a ray a, which is b; a convex shape is contained in it
    lope_point motion;         // m
    const lope_convex *convex; // with LOPE_CASTER_CONVEX: a box, a cylinder or a hull
} lope_caster;

// Casts a convex shape against a triangle or solid. limit: the largest fraction that is of interest.
// True: it is met, told as lope_capsule_sweep tells it.
bool lope_convex_meets(const lope_caster *caster, const lope_shape *shape, double limit, lope_sweep_hit *hit);

// Tells the separation of a convex shape, where it starts, and a triangle or solid. True: they touch or
// overlap.
bool lope_convex_overlaps(const lope_caster *caster, const lope_shape *shape, lope_separation *apart);

#endif
