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
    lope_result failed; // the first failure; later calls do nothing
};

lope_bounds lope_triangle_bounds(const lope_triangle *triangle);

#endif
