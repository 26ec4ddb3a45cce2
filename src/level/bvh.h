// bvh.h - a bounding volume hierarchy over boxes, built once for a mesh and walked without recursion.
//
// A node holds the boxes of up to eight children, lane by lane, so that a walk tests them at once. Items are
// sorted in place into leaf order. The build follows the surface area heuristic in bins. Beyond
// LOPE_BVH_SAH_DEPTH it halves instead, so that no tree is deeper than LOPE_BVH_STACK. Read next: bvh.c,
// bvh_walk.h.
#ifndef LOPE_LEVEL_BVH_H
#define LOPE_LEVEL_BVH_H

#include <lope/vec.h>

enum {
    LOPE_BVH_LEAF = 8,  // items that a leaf holds at most
    LOPE_BVH_WIDTH = 8, // children that a node has at most
    // below it the build halves: 2^27 items need 27 levels more.
    LOPE_BVH_SAH_DEPTH = 48,
    LOPE_BVH_STACK = 96, // more than the deepest tree has levels
    // All but one child of each node wait.
    LOPE_BVH_CAST_STACK = (LOPE_BVH_WIDTH - 1) * LOPE_BVH_STACK + 1
};

// A box in floats.
typedef struct lope_bvh_box {
    float lower[4], upper[4]; // x, y, z and 0
} lope_bvh_box;

// A node: the boxes of its children lane by lane, in whole cache lines.
typedef struct lope_bvh_node {
    _Alignas(64) float lower[3][LOPE_BVH_WIDTH];
    float upper[3][LOPE_BVH_WIDTH];
    uint32_t first[LOPE_BVH_WIDTH]; // leaf: first item; inner child: its node; empty place: 0
    uint32_t count[LOPE_BVH_WIDTH]; // items of a leaf; 0: an inner child, or empty
} lope_bvh_node;

// An item of the build: its box and its number. The build returns items in leaf order.
typedef struct lope_bvh_item {
    float lower[3];
    uint32_t item;        // under 2^27
    float minus_upper[3]; // negated
    uint32_t unused;      // 0
} lope_bvh_item;

// A hierarchy. It does not own the items.
typedef struct lope_bvh {
    lope_bvh_node *nodes;
    uint32_t node_count;
    uint32_t item_bytes; // bytes of an item; 0: unknown
    const void *items;   // all items in leaf order, for prefetching; or NULL
    lope_bvh_box box;    // around everything
} lope_bvh;

// Builds the hierarchy over `count` items, count > 0. Returns false, with *bvh empty, when memory is short.
bool lope_bvh_build(lope_bvh *bvh, const lope_allocator *allocator, lope_bvh_item *items, uint32_t count);
// Releases the memory. The hierarchy is empty afterwards.
void lope_bvh_free(lope_bvh *bvh, const lope_allocator *allocator);
// Returns the depth, for tests. The root alone is 1.
uint32_t lope_bvh_depth(const lope_bvh *bvh);

#endif
