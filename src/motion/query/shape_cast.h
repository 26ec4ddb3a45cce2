// shape_cast.h - casts any convex shape against what a look gathers: the code under the public queries,
// outside and inside a tick.
//
// Rule: a cast goes in pieces. Bounds around a part of the way are gathered, and all in them is asked. What
// is met within the piece is the answer, since all that is met there touches its bounds. So memory does not
// grow with the way. The answer does not depend on the pieces, nor on what was gathered before. All is
// computed relative to an origin that depends on the asker's anchor, or else on `from`.
// Read next: lope/query.h (the rules), cast_def.h (what can be asked), shape/pair.h (one shape against one
// triangle or solid), motion/nearby/look.h.
#ifndef LOPE_MOTION_QUERY_SHAPE_CAST_H
#define LOPE_MOTION_QUERY_SHAPE_CAST_H

#include "motion/query/capsule_query.h"
#include <lope/query.h>

// What a query is asked with.
typedef struct lope_shape_asker {
    const lope_surroundings *surroundings;
    lope_nearby *look;      // a look, not the character's own nearby
    double unit;            // world units in a metre
    double walkable_cosine; // used when the definition has no angle
    lope_point up;          // unit, used when the definition has none
    double seconds;         // of the tick, used when the definition has none; 0: not known
    uint64_t own_body;      // the asking character's, never met; LOPE_BODY_NONE: none
    lope_space *space;      // of the tick that asks: takes counts and records. NULL: outside a tick
    // The origin is chosen by it: casts that begin near each other keep what is gathered. NULL: by `from`
    const lope_point *anchor;
} lope_shape_asker;

// Where the hits go, in order of fraction, body, triangle.
typedef struct lope_shape_hits {
    lope_cast_hit *hits;
    uint32_t capacity;
    uint32_t held;  // how many of the first ones are in hits
    uint32_t count; // how many were found in all
} lope_shape_hits;

// Casts a definition that was checked (cast_def.h). first: only the nearest hit counts, and goes to
// hits->hits[0]; count is then 0 or 1. Returns LOPE_OK, or why a gather failed; then there are no hits.
lope_result lope_shape_cast(const lope_shape_asker *asker, const lope_cast_def *def, bool first, lope_shape_hits *hits);

// Finds what overlaps at the start of a definition that was checked. Returns as lope_shape_cast does.
lope_result lope_shape_overlap(const lope_shape_asker *asker, const lope_cast_def *def, lope_shape_hits *hits);

#endif
