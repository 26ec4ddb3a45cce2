// bvh_walk.h - walks the hierarchy over a mesh's triangles, by bounds or by a moving box. Read next: bvh_walk.c.
#ifndef LOPE_LEVEL_BVH_WALK_H
#define LOPE_LEVEL_BVH_WALK_H

#include "base/simd.h"
#include "level/bvh.h"

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
