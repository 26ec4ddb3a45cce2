// surroundings_seen.h - one answer of a gather as a sorted list, for comparing it with others.
//
// Used by the check of a game's collision world, outside of ticks. Read next: surroundings_seen.c.
#ifndef LOPE_MOTION_NEARBY_SURROUNDINGS_SEEN_H
#define LOPE_MOTION_NEARBY_SURROUNDINGS_SEEN_H

#include <lope/record.h>

// A shape, and a point of it.
typedef struct lope_seen_shape {
    uint64_t body;
    uint32_t index, part;
    uint64_t hash;    // of its numbers in the body's frame
    lope_point point; // m, in the world, in the middle of the shape
} lope_seen_shape;

// All that a gather has handed out: bodies in order of their ids, shapes in order of body, index and part.
typedef struct lope_seen {
    const lope_allocator *allocator;
    lope_sink_body *bodies;
    lope_seen_shape *shapes;
    size_t body_count, body_capacity, shape_count, shape_capacity;
    bool failed; // memory was short
} lope_seen;

// Asks for `bounds` and puts the answer into *seen, which is emptied first. Bodies that were not asked for
// are in it too. Returns LOPE_OK, LOPE_ERROR_MEMORY, or the code of gather.
lope_result lope_seen_gather(lope_seen *seen, const lope_surroundings *surroundings, const lope_bounds *bounds,
                             lope_filter filter, lope_gather_kind kind);
// Releases what it holds.
void lope_seen_free(lope_seen *seen);

// Returns the first body of that id; NULL: there is none.
const lope_sink_body *lope_seen_body(const lope_seen *seen, uint64_t id);
// Returns the shape that is the same one as `shape`: of that body, numbers and place. NULL: there is none.
const lope_seen_shape *lope_seen_same(const lope_seen *seen, const lope_seen_shape *shape);

#endif
