// bvh.h - a bounding volume hierarchy over boxes: built once for a mesh, walked without recursion.
//
// Binned surface area heuristic; a node holds the boxes of up to eight children, lane by lane, so that a walk tests them at once.
// Items are sorted in place into leaf order. Beyond a depth the build halves instead, so that no tree is deeper than
// LOPE_BVH_STACK.
// Read next: mesh.h.
#ifndef LOPE_LEVEL_BVH_H
#define LOPE_LEVEL_BVH_H

#include "base/simd.h"

#include <lope/vec.h>

enum {
    LOPE_BVH_LEAF = 8,
    LOPE_BVH_WIDTH = 8,
    LOPE_BVH_SAH_DEPTH = 48,
    LOPE_BVH_STACK = 96,
    LOPE_BVH_CAST_STACK = (LOPE_BVH_WIDTH - 1) * LOPE_BVH_STACK + 1 // all but one of each node's children wait
};

typedef struct lope_bvh_box {
    float lower[4], upper[4]; // x, y, z and 0
} lope_bvh_box;

// Four cache lines, from the beginning of one.
typedef struct lope_bvh_node {
    _Alignas(64) float lower[3][LOPE_BVH_WIDTH];
    float upper[3][LOPE_BVH_WIDTH];
    uint32_t first[LOPE_BVH_WIDTH]; // of a leaf: first item; of an inner child: its node; of an empty place: 0
    uint32_t count[LOPE_BVH_WIDTH]; // items of a leaf; 0: an inner child, or empty
} lope_bvh_node;

// What goes in: the box of an item and its number; comes back in leaf order.
typedef struct lope_bvh_item {
    float lower[3];
    uint32_t item;        // under 2^27
    float minus_upper[3]; // negated
    uint32_t unused;      // 0
} lope_bvh_item;

typedef struct lope_bvh {
    lope_bvh_node *nodes;
    uint32_t node_count;
    uint32_t item_bytes; // of an item, and
    const void *items;   // all of them in leaf order, to be asked for ahead; or 0 and NULL
    lope_bvh_box box;    // around everything
} lope_bvh;

// count > 0. False: out of memory, *bvh is empty.
bool lope_bvh_build(lope_bvh *bvh, const lope_allocator *allocator, lope_bvh_item *items, uint32_t count);
void lope_bvh_free(lope_bvh *bvh, const lope_allocator *allocator);
uint32_t lope_bvh_depth(const lope_bvh *bvh); // for tests; the root alone is 1

// Rounded outward.
lope_bvh_box lope_bvh_box_around(const lope_bounds *bounds);

// A box as it is tested against a node's eight at once: each limit in every lane.
typedef struct lope_bvh_lanes {
    lope_f8 lower[3], upper[3];
} lope_bvh_lanes;

// What a walk has still to see: an inner child's node, or a leaf's items.
typedef struct lope_bvh_child {
    uint32_t first, count; // as in a node
} lope_bvh_child;

// Walks the leaves that touch a box: begin, then next until it returns false. Of what a node holds it comes first to where the item
// of the least number is.
typedef struct lope_bvh_walk {
    const lope_bvh *bvh;
    lope_bvh_box box;
    lope_bvh_lanes lanes;
    uint32_t top;
    lope_bvh_child stack[LOPE_BVH_CAST_STACK];
} lope_bvh_walk;

void lope_bvh_walk_begin(lope_bvh_walk *walk, const lope_bvh *bvh, const lope_bounds *bounds);
bool lope_bvh_walk_next(lope_bvh_walk *walk, uint32_t *first, uint32_t *count);
// As many leaves as there are, at most `most`, which is quicker; 0 when there are no more.
uint32_t lope_bvh_walk_leaves(lope_bvh_walk *walk, lope_bvh_child *leaves, uint32_t most);

// A moving box or a ray, as a point that moves against boxes grown by `half`. The line is p(t) = from + motion * t, t in [0, 1].
typedef struct lope_bvh_cast {
    lope_point from, motion;
    lope_point inverse; // 1 / motion, 0 where it stands still
    lope_point half;    // half the size of what moves, and what rounding may cost
} lope_bvh_cast;

lope_bvh_cast lope_bvh_cast_make(lope_point from, lope_point motion, lope_point half);
// Where the line enters the box grown by half; 2 when it misses.
double lope_bvh_cast_enter(const lope_bvh_cast *cast, lope_point lower, lope_point upper);

// Walks the leaves that a cast meets before `limit`, nearest child first. `limit` may shrink between calls.
typedef struct lope_bvh_cast_child {
    double enter;
    uint32_t first, count; // as in a node
} lope_bvh_cast_child;

typedef struct lope_bvh_cast_walk {
    const lope_bvh_node *nodes;
    const lope_bvh_cast *cast;
    lope_bvh_box box; // around the whole cast
    lope_bvh_lanes lanes;
    uint32_t top;
    lope_bvh_cast_child stack[LOPE_BVH_CAST_STACK];
} lope_bvh_cast_walk;

void lope_bvh_cast_begin(lope_bvh_cast_walk *walk, const lope_bvh *bvh, const lope_bvh_cast *cast);
bool lope_bvh_cast_next(lope_bvh_cast_walk *walk, double limit, uint32_t *first, uint32_t *count);

#endif
