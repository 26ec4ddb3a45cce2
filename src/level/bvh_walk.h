// bvh_walk.h - walks the hierarchy over the triangles of a mesh, by bounds or by a moving box.
//
// Read next: bvh_walk.c.
#ifndef LOPE_LEVEL_BVH_WALK_H
#define LOPE_LEVEL_BVH_WALK_H

#include "base/simd.h"
#include "level/bvh.h"

// Returns the bounds in floats, rounded outward.
lope_bvh_box lope_bvh_box_around(const lope_bounds *bounds);

// A box prepared for tests against the eight of a node: each limit in every lane.
typedef struct lope_bvh_lanes {
    lope_f8 lower[3], upper[3];
} lope_bvh_lanes;

// A child that a walk has still to visit: the node of an inner child, or the items of a leaf.
typedef struct lope_bvh_child {
    uint32_t first, count; // as in a node
} lope_bvh_child;

// A walk over the leaves that touch a box. Among the children of a node, the one with the least item comes
// first.
typedef struct lope_bvh_walk {
    const lope_bvh *bvh;
    lope_bvh_box box;
    lope_bvh_lanes lanes;
    uint32_t top;
    lope_bvh_child stack[LOPE_BVH_CAST_STACK];
} lope_bvh_walk;

// Begins a walk over the leaves that touch bounds.
void lope_bvh_walk_begin(lope_bvh_walk *walk, const lope_bvh *bvh, const lope_bounds *bounds);
// Finds the next leaf. Returns false when there are no more.
bool lope_bvh_walk_next(lope_bvh_walk *walk, uint32_t *first, uint32_t *count);
// Finds up to `most` leaves at once, which is faster. Returns how many; 0 when there are no more.
uint32_t lope_bvh_walk_leaves(lope_bvh_walk *walk, lope_bvh_child *leaves, uint32_t most);

// A moving box or a ray, as a point that moves against boxes that are larger by `half`. The line is p(t) =
// from + motion * t, t in [0, 1].
typedef struct lope_bvh_cast {
    lope_point from, motion;
    lope_point inverse; // 1 / motion, 0 where the motion is 0
    lope_point half;    // half the size of the moving box, and slack for rounding
} lope_bvh_cast;

// Returns a cast of a box with half sizes `half` (0 for a ray).
lope_bvh_cast lope_bvh_cast_make(lope_point from, lope_point motion, lope_point half);
// Returns the fraction at which the line enters a box that is larger by `half`; 2 when it misses.
double lope_bvh_cast_enter(const lope_bvh_cast *cast, lope_point lower, lope_point upper);

// A child that a cast has still to visit.
typedef struct lope_bvh_cast_child {
    double enter;
    uint32_t first, count; // as in a node
} lope_bvh_cast_child;

// A walk over the leaves that a cast meets, nearest child first.
typedef struct lope_bvh_cast_walk {
    const lope_bvh_node *nodes;
    const lope_bvh_cast *cast;
    lope_bvh_box box; // around the whole cast
    lope_bvh_lanes lanes;
    uint32_t top;
    lope_bvh_cast_child stack[LOPE_BVH_CAST_STACK];
} lope_bvh_cast_walk;

// Begins a walk over the leaves that a cast meets.
void lope_bvh_cast_begin(lope_bvh_cast_walk *walk, const lope_bvh *bvh, const lope_bvh_cast *cast);
// Finds the next leaf that the cast enters up to `limit`, which may shrink between calls. Returns false when
// there are no more.
bool lope_bvh_cast_next(lope_bvh_cast_walk *walk, double limit, uint32_t *first, uint32_t *count);

#endif
