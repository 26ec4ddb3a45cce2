// sink.h - what the surroundings' gather writes into: one set of a nearby, or whoever watches.
#ifndef LOPE_MOTION_NEARBY_SINK_H
#define LOPE_MOTION_NEARBY_SINK_H

#include "motion/nearby/nearby.h"
#include <lope/record.h>

// Told of what is handed out, each body before its shapes, in the body's frame.
typedef struct lope_sink_watch {
    void *context;
    void (*body)(void *context, const lope_sink_body *body);
    void (*shape)(void *context, const lope_recorded_shape *shape);
} lope_sink_watch;

#define LOPE_SINK_AHEAD \
    8 // triangles: so many before one is written its memory is asked for, and that of the first so many before a gather

struct lope_sink {
    lope_near_set *set;
    const lope_allocator *allocator; // NULL: nothing is kept, only watched; then `most` is 0 and the set stays empty
    lope_point origin;
    lope_transform local;    // the present body's frame relative to the origin
    lope_near_ground ground; // of the present body
    bool upright;            // it is not turned
    bool begun;
    size_t most; // triangles that are taken; one more, and the gather was too wide: over
    bool over;
    const lope_sink_watch *watch; // NULL: nobody wants to know
    lope_result failed;           // the first failure; later calls do nothing
};

// A triangle of a hull, by its number.
void lope_sink_part(lope_sink *sink, const lope_vec3 v[3], uint32_t index, uint32_t part, bool two_sided);

lope_bounds lope_triangle_bounds(const lope_triangle *triangle);

#endif
