// sink.h - what the surroundings' gather writes into: one set of a nearby, a watch, or both.
//
// Data: the present body's frame, and the set that is filled. A watch gets a copy of everything: the recorder
// and debug draw use it. Read next: sink.c.
#ifndef LOPE_MOTION_NEARBY_SINK_H
#define LOPE_MOTION_NEARBY_SINK_H

#include "motion/nearby/nearby.h"
#include <lope/record.h>

// Callbacks for what a gather hands out: each body before its shapes. Shapes are in the body's frame.
typedef struct lope_sink_watch {
    void *context;
    void (*body)(void *context, const lope_sink_body *body);
    void (*shape)(void *context, const lope_recorded_shape *shape);
} lope_sink_watch;

// How many triangles ahead memory is prefetched: a store into memory that is not in the cache has to wait.
#define LOPE_SINK_PREFETCH 8

// The sink of one gather.
struct lope_sink {
    lope_near_set *set;
    const lope_allocator *allocator; // NULL: nothing is kept; then `most` is 0 and the set stays empty
    lope_point origin;
    lope_filter filter;           // that was handed to gather
    lope_gather_kind kind;        // that was handed to gather
    lope_part part;               // to which moving bodies are brought
    lope_transform local;         // the present body's frame relative to the origin
    lope_near_ground ground;      // of the present body
    bool upright;                 // the body is not turned
    bool begun;                   // there is a present body
    bool takes_all;               // also what was not asked for
    bool passed_over;             // the present body was not asked for: its shapes are not taken
    size_t most;                  // triangles that are taken at most
    bool over;                    // there were more: the gather was too wide
    lope_near_solids *solids;     // of a look: boxes and hulls stay solids; NULL: they become triangles
    const lope_sink_watch *watch; // NULL: none
    lope_result failed;           // the first failure; later calls do nothing
};

// Takes triangle `part` of shape `index`. v: its corners in the present body's frame (m).
void lope_sink_part(lope_sink *sink, const lope_vec3 v[3], uint32_t index, uint32_t part, bool two_sided);

// Returns a triangle's bounds.
lope_bounds lope_triangle_bounds(const lope_triangle *triangle);

#endif
