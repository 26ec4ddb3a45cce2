// bvh_walk.c - walks the hierarchy over the triangles of a mesh. See bvh_walk.h.
//
// The eight boxes of a node are tested at once, and the children that are met go on a stack. A walk by bounds
// takes them as they stand. A cast sorts them, so that it can skip children that begin behind the best hit.
// Read next: gather.c, cast.c.
#include "level/bvh_walk.h"

#include "base/bits.h"
#include "base/prefetch.h"
#include "level/frame.h"

#include <float.h>

// Returns a float that is not above x, and finite.
static float float_below(double x)
{
    if (x <= -3.4e38) return -FLT_MAX;
    if (x >= 3.4e38) return 3.4e38f;
    float f = (float)x;
    if ((double)f <= x) return f;
    // One step of the last place at least: 2^-23 of the value, and the smallest normal number near zero.
    return f - (f < 0 ? -f : f) * 1.1920929e-7f - 1.17549435e-38f;
}

// Returns a float that is not below x, and finite.
static float float_above(double x) { return -float_below(-x); }

lope_bvh_box lope_bvh_box_around(const lope_bounds *b)
{
    lope_bvh_box box = {{float_below(b->lower.x), float_below(b->lower.y), float_below(b->lower.z)},
                        {float_above(b->upper.x), float_above(b->upper.y), float_above(b->upper.z)}};
    return box;
}

// Returns a box with each limit in every lane.
static lope_bvh_lanes lanes_of(const lope_bvh_box *box)
{
    lope_bvh_lanes lanes;
    for (int axis = 0; axis < 3; ++axis) {
        lanes.lower[axis] = lope_f8_splat(box->lower[axis]);
        lanes.upper[axis] = lope_f8_splat(box->upper[axis]);
    }
    return lanes;
}

// Returns a mask of the children that touch the box. Empty places have infinite bounds the wrong way round
// and never do.
static inline uint32_t children_touch(const lope_bvh_node *n, const lope_bvh_lanes *box)
{
    lope_m8 touch = lope_f8_less_equal(lope_f8_load_aligned(n->lower[0]), box->upper[0]);
    touch = lope_m8_and(touch, lope_f8_less_equal(box->lower[0], lope_f8_load_aligned(n->upper[0])));
    touch = lope_m8_and(touch, lope_f8_less_equal(lope_f8_load_aligned(n->lower[1]), box->upper[1]));
    touch = lope_m8_and(touch, lope_f8_less_equal(box->lower[1], lope_f8_load_aligned(n->upper[1])));
    touch = lope_m8_and(touch, lope_f8_less_equal(lope_f8_load_aligned(n->lower[2]), box->upper[2]));
    touch = lope_m8_and(touch, lope_f8_less_equal(box->lower[2], lope_f8_load_aligned(n->upper[2])));
    return lope_m8_bits(touch);
}

// Prefetches a child: it is on its way while others are looked at.
static inline void child_ahead(const lope_bvh *bvh, lope_bvh_child child)
{
    if (child.count == 0)
        lope_prefetch(&bvh->nodes[child.first], sizeof *bvh->nodes);
    else if (bvh->item_bytes > 0)
        lope_prefetch_begin((const char *)bvh->items + (size_t)child.first * bvh->item_bytes);
}

void lope_bvh_walk_begin(lope_bvh_walk *walk, const lope_bvh *bvh, const lope_bounds *bounds)
{
    walk->bvh = bvh;
    walk->box = lope_bvh_box_around(bounds);
    walk->lanes = lanes_of(&walk->box);
    walk->top = 0;
    if (bvh->node_count > 0) walk->stack[walk->top++] = (lope_bvh_child){0, 0};
}

uint32_t lope_bvh_walk_leaves(lope_bvh_walk *walk, lope_bvh_child *leaves, uint32_t most)
{
    const lope_bvh *bvh = walk->bvh;
    lope_bvh_child *top = walk->stack + walk->top;
    uint32_t found = 0;
    while (top > walk->stack && found < most) {
        lope_bvh_child child = *--top;
        if (child.count > 0) {
            leaves[found++] = child;
            continue;
        }
        const lope_bvh_node *node = &bvh->nodes[child.first];
        for (uint32_t mask = children_touch(node, &walk->lanes); mask != 0; mask &= mask - 1) {
            uint32_t k = lope_lowest_bit(mask);
            *top = (lope_bvh_child){node->first[k], node->count[k]};
            child_ahead(bvh, *top++);
        }
    }
    walk->top = (uint32_t)(top - walk->stack);
    return found;
}

bool lope_bvh_walk_next(lope_bvh_walk *walk, uint32_t *first, uint32_t *count)
{
    lope_bvh_child leaf;
    if (lope_bvh_walk_leaves(walk, &leaf, 1) == 0) return false;
    *first = leaf.first;
    *count = leaf.count;
    return true;
}

lope_bvh_cast lope_bvh_cast_make(lope_point from, lope_point motion, lope_point half)
{
    // Slack for rounding of an entry point: far more than doubles lose, far less than can be seen.
    double from_size = fabs(from.x) + fabs(from.y) + fabs(from.z), motion_size = fabs(motion.x) + fabs(motion.y) + fabs(motion.z);
    double slack = 1e-7 + 1e-12 * (from_size + motion_size);
    lope_bvh_cast cast;
    cast.from = from;
    cast.motion = motion;
    cast.half = lope_point_make(half.x + slack, half.y + slack, half.z + slack);
    cast.inverse.x = fabs(motion.x) > 1e-290 ? 1 / motion.x : 0;
    cast.inverse.y = fabs(motion.y) > 1e-290 ? 1 / motion.y : 0;
    cast.inverse.z = fabs(motion.z) > 1e-290 ? 1 / motion.z : 0;
    return cast;
}

// Narrows [*enter, *leave] to where one coordinate is within its slab. Returns false when nothing is left.
static bool slab(double from, double inverse, double lower, double upper, double *enter, double *leave)
{
    if (inverse == 0) return lower <= from && from <= upper;
    double a = (lower - from) * inverse, b = (upper - from) * inverse;
    double near_side = a < b ? a : b, far_side = a < b ? b : a;
    *enter = lope_larger(*enter, near_side);
    *leave = lope_smaller(*leave, far_side);
    return *enter <= *leave;
}

double lope_bvh_cast_enter(const lope_bvh_cast *c, lope_point lower, lope_point upper)
{
    double enter = 0, leave = 1;
    if (!slab(c->from.x, c->inverse.x, lower.x - c->half.x, upper.x + c->half.x, &enter, &leave)) return 2;
    if (!slab(c->from.y, c->inverse.y, lower.y - c->half.y, upper.y + c->half.y, &enter, &leave)) return 2;
    if (!slab(c->from.z, c->inverse.z, lower.z - c->half.z, upper.z + c->half.z, &enter, &leave)) return 2;
    return enter;
}

// Returns the fraction at which a cast enters child k of a node; 2 when it misses.
static double child_enter(const lope_bvh_cast *c, const lope_bvh_node *n, uint32_t k)
{
    return lope_bvh_cast_enter(c, lope_point_make((double)n->lower[0][k], (double)n->lower[1][k], (double)n->lower[2][k]),
                               lope_point_make((double)n->upper[0][k], (double)n->upper[1][k], (double)n->upper[2][k]));
}

// Puts the children that the cast meets on the stack, the nearest on top.
static void cast_open(lope_bvh_cast_walk *walk, const lope_bvh_node *node)
{
    uint32_t bottom = walk->top;
    for (uint32_t mask = children_touch(node, &walk->lanes); mask != 0; mask &= mask - 1) {
        uint32_t k = lope_lowest_bit(mask), at = walk->top;
        lope_bvh_cast_child child = {child_enter(walk->cast, node, k), node->first[k], node->count[k]};
        if (child.enter > 1) continue;
        for (; at > bottom && walk->stack[at - 1].enter < child.enter; --at) walk->stack[at] = walk->stack[at - 1];
        walk->stack[at] = child;
        walk->top++;
    }
}

void lope_bvh_cast_begin(lope_bvh_cast_walk *walk, const lope_bvh *bvh, const lope_bvh_cast *cast)
{
    lope_point to = lope_point_add(cast->from, cast->motion);
    lope_bounds swept = lope_bounds_add(lope_bounds_add(lope_bounds_none(), cast->from), to);
    swept.lower = lope_point_sub(swept.lower, cast->half);
    swept.upper = lope_point_add(swept.upper, cast->half);
    walk->nodes = bvh->nodes;
    walk->cast = cast;
    walk->box = lope_bvh_box_around(&swept);
    walk->lanes = lanes_of(&walk->box);
    walk->top = 0;
    if (bvh->node_count > 0) cast_open(walk, &bvh->nodes[0]);
}

bool lope_bvh_cast_next(lope_bvh_cast_walk *walk, double limit, uint32_t *first, uint32_t *count)
{
    while (walk->top > 0) {
        lope_bvh_cast_child child = walk->stack[--walk->top];
        if (child.enter > limit) continue;
        if (child.count > 0) {
            *first = child.first;
            *count = child.count;
            return true;
        }
        cast_open(walk, &walk->nodes[child.first]);
    }
    return false;
}
