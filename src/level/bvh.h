// bvh.h - a bounding volume hierarchy over boxes: built once for a mesh, walked without recursion.
//
// Binned surface area heuristic; a node holds the boxes of up to eight children, lane by lane, so that a walk tests them at once.
// Items are sorted in place into leaf order. Beyond a depth the build halves instead, so that no tree is deeper than
// LOPE_BVH_STACK.
// Read next: mesh.h.
#ifndef LOPE_LEVEL_BVH_H
#define LOPE_LEVEL_BVH_H

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

#endif
