// sink.h - what the surroundings' gather writes into: one set of a nearby.
#ifndef LOPE_MOTION_SINK_H
#define LOPE_MOTION_SINK_H

#include "motion/nearby.h"

struct lope_sink {
    lope_near_set *set;
    const lope_allocator *allocator;
    lope_point origin;
    lope_transform local; // the present body's frame relative to the origin
    bool upright;         // it is not turned
    bool begun;
    size_t most; // triangles that are taken; one more, and the gather was too wide: over
    bool over;
    lope_tick_log *log; // what is handed out is noted down there; NULL: nobody wants to know
    lope_result failed; // the first failure; later calls do nothing
};

// A triangle of a hull, by its number.
void lope_sink_part(lope_sink *sink, const lope_vec3 v[3], uint32_t index, uint32_t part, bool two_sided);

lope_bounds lope_triangle_bounds(const lope_triangle *triangle);

#endif
