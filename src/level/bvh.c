// bvh.c - builds and walks the hierarchy over a mesh's triangles.
//
// The build puts box centres in 16 bins an axis and takes the split whose expected cost (surface area times items on both
// sides) is least: about 1.2 visits less a query than halving, for a build time of O(n log n). Everything is iterative with a
// stack of fixed size. Results never depend on the tree: who walks it sorts, or breaks ties by the triangle's number.
// Read next: mesh.c, query.c.
#include "level/bvh.h"

#include "base/memory.h"
#include "level/frame.h"

#include <string.h>

enum { BINS = 16 };

typedef struct bin {
    float lower[3], upper[3];
    uint32_t count;
} bin;

typedef struct split {
    int axis; // -1: none
    uint32_t bin;
    double cost;
} split;

typedef struct task {
    uint32_t node, first, count, depth;
} task;

static void box_clear(float lower[3], float upper[3])
{
    for (int k = 0; k < 3; ++k) lower[k] = 3.4e38f, upper[k] = -3.4e38f;
}

static void box_join(float lower[3], float upper[3], const float l[3], const float u[3])
{
    for (int k = 0; k < 3; ++k) {
        lower[k] = l[k] < lower[k] ? l[k] : lower[k];
        upper[k] = u[k] > upper[k] ? u[k] : upper[k];
    }
}

// Half the surface, in doubles so that huge boxes do not overflow.
static double box_area(const float lower[3], const float upper[3])
{
    double x = (double)upper[0] - (double)lower[0], y = (double)upper[1] - (double)lower[1];
    double z = (double)upper[2] - (double)lower[2];
    return x * y + y * z + z * x;
}

// Twice the centre would overflow for huge floats, so half of each.
static float item_center(const lope_bvh_item *item, int axis) { return 0.5f * item->lower[axis] + 0.5f * item->upper[axis]; }

static uint32_t bin_of(float center, double low, double scale)
{
    double b = ((double)center - low) * scale;
    return b < 1 ? 0 : b >= BINS ? BINS - 1 : (uint32_t)b;
}

static double bin_scale(double low, double high) { return high > low ? (double)BINS * 0.999999 / (high - low) : 0; }

static void bins_fill(bin bins[BINS], const lope_bvh_item *items, uint32_t count, int axis, double low, double scale)
{
    for (int b = 0; b < BINS; ++b) {
        bins[b].count = 0;
        box_clear(bins[b].lower, bins[b].upper);
    }
    for (uint32_t i = 0; i < count; ++i) {
        bin *at = &bins[bin_of(item_center(&items[i], axis), low, scale)];
        at->count++;
        box_join(at->lower, at->upper, items[i].lower, items[i].upper);
    }
}

static void bins_best(const bin bins[BINS], int axis, split *best)
{
    double right[BINS];
    uint32_t count = 0;
    float lower[3], upper[3];
    box_clear(lower, upper);
    for (int b = BINS - 1; b > 0; --b) {
        if (bins[b].count > 0) box_join(lower, upper, bins[b].lower, bins[b].upper);
        count += bins[b].count;
        right[b] = count > 0 ? box_area(lower, upper) * count : -1;
    }
    box_clear(lower, upper);
    count = 0;
    for (int b = 0; b + 1 < BINS; ++b) {
        if (bins[b].count > 0) box_join(lower, upper, bins[b].lower, bins[b].upper);
        count += bins[b].count;
        if (count == 0 || right[b + 1] < 0) continue;
        double cost = box_area(lower, upper) * count + right[b + 1];
        if (best->axis < 0 || cost < best->cost) {
            best->axis = axis;
            best->bin = (uint32_t)b;
            best->cost = cost;
        }
    }
}

static split split_find(const lope_bvh_item *items, uint32_t count, const float low[3], const float high[3])
{
    split best = {-1, 0, 0};
    bin bins[BINS];
    for (int axis = 0; axis < 3; ++axis) {
        if (!(high[axis] > low[axis])) continue;
        bins_fill(bins, items, count, axis, (double)low[axis], bin_scale((double)low[axis], (double)high[axis]));
        bins_best(bins, axis, &best);
    }
    return best;
}

static uint32_t split_apply(lope_bvh_item *items, uint32_t count, const split *at, double low, double scale)
{
    uint32_t i = 0, j = count;
    while (i < j) {
        if (bin_of(item_center(&items[i], at->axis), low, scale) <= at->bin) {
            ++i;
        } else {
            lope_bvh_item swap = items[--j];
            items[j] = items[i];
            items[i] = swap;
        }
    }
    return i;
}

static void bounds_of(const lope_bvh_item *items, uint32_t count, lope_bvh_node *node, float low[3], float high[3])
{
    box_clear(node->lower, node->upper);
    box_clear(low, high);
    for (uint32_t i = 0; i < count; ++i) {
        float c[3] = {item_center(&items[i], 0), item_center(&items[i], 1), item_center(&items[i], 2)};
        box_join(node->lower, node->upper, items[i].lower, items[i].upper);
        box_join(low, high, c, c);
    }
}

// How many items go left; 0: make a leaf.
static uint32_t node_split(lope_bvh_item *items, const task *t, lope_bvh_node *node)
{
    float low[3], high[3];
    bounds_of(items, t->count, node, low, high);
    if (t->count <= 2) return 0;
    split best = {-1, 0, 0};
    if (t->depth < LOPE_BVH_SAH_DEPTH) best = split_find(items, t->count, low, high);
    if (best.axis < 0) return t->count <= LOPE_BVH_LEAF ? 0 : t->count / 2;
    double whole = box_area(node->lower, node->upper);
    // A visit costs about as much as one triangle.
    if (t->count <= LOPE_BVH_LEAF && best.cost + whole >= whole * t->count) return 0;
    double l = (double)low[best.axis], h = (double)high[best.axis];
    return split_apply(items, t->count, &best, l, bin_scale(l, h));
}

static uint32_t nodes_build(lope_bvh_node *nodes, lope_bvh_item *items, uint32_t count)
{
    task stack[LOPE_BVH_STACK];
    uint32_t top = 0, used = 1;
    stack[top++] = (task){0, 0, count, 0};
    while (top > 0) {
        task t = stack[--top];
        lope_bvh_node *node = &nodes[t.node];
        uint32_t left = node_split(items + t.first, &t, node);
        if (left == 0) {
            node->first = t.first;
            node->count = t.count;
            continue;
        }
        node->first = used;
        node->count = 0;
        stack[top++] = (task){used + 1, t.first + left, t.count - left, t.depth + 1};
        stack[top++] = (task){used, t.first, left, t.depth + 1};
        used += 2;
    }
    return used;
}

bool lope_bvh_build(lope_bvh *bvh, const lope_allocator *allocator, lope_bvh_item *items, uint32_t count)
{
    memset(bvh, 0, sizeof *bvh);
    size_t bytes = ((size_t)count * 2 - 1) * sizeof(lope_bvh_node);
    lope_bvh_node *nodes = lope_allocate(allocator, bytes);
    if (!nodes) return false;
    uint32_t used = nodes_build(nodes, items, count);
    bvh->nodes = lope_allocate(allocator, used * sizeof(lope_bvh_node));
    if (bvh->nodes) {
        memcpy(bvh->nodes, nodes, used * sizeof(lope_bvh_node));
        bvh->node_count = used;
    }
    lope_release(allocator, nodes, bytes);
    return bvh->nodes != NULL;
}

void lope_bvh_free(lope_bvh *bvh, const lope_allocator *allocator)
{
    lope_release(allocator, bvh->nodes, bvh->node_count * sizeof(lope_bvh_node));
    memset(bvh, 0, sizeof *bvh);
}

uint32_t lope_bvh_depth(const lope_bvh *bvh)
{
    uint32_t stack[LOPE_BVH_STACK], depth[LOPE_BVH_STACK], top = 0, most = 0;
    if (bvh->node_count == 0) return 0;
    stack[top] = 0;
    depth[top++] = 1;
    while (top > 0) {
        const lope_bvh_node *node = &bvh->nodes[stack[--top]];
        uint32_t d = depth[top];
        most = d > most ? d : most;
        if (node->count > 0) continue;
        for (uint32_t k = 0; k < 2; ++k) {
            stack[top] = node->first + k;
            depth[top++] = d + 1;
        }
    }
    return most;
}

static float float_below(double x)
{
    if (x <= -3.4e38) return -INFINITY;
    if (x >= 3.4e38) return 3.4e38f;
    float f = (float)x;
    if ((double)f <= x) return f;
    // One step of the last place at least: 2^-23 of the value, and the smallest normal number about zero.
    return f - (f < 0 ? -f : f) * 1.1920929e-7f - 1.17549435e-38f;
}

static float float_above(double x) { return -float_below(-x); }

lope_bvh_box lope_bvh_box_around(const lope_bounds *b)
{
    lope_bvh_box box = {{float_below(b->lower.x), float_below(b->lower.y), float_below(b->lower.z)},
                        {float_above(b->upper.x), float_above(b->upper.y), float_above(b->upper.z)}};
    return box;
}

static bool box_touch(const lope_bvh_node *n, const lope_bvh_box *b)
{
    return n->lower[0] <= b->upper[0] && b->lower[0] <= n->upper[0] && n->lower[1] <= b->upper[1] && b->lower[1] <= n->upper[1] &&
           n->lower[2] <= b->upper[2] && b->lower[2] <= n->upper[2];
}

void lope_bvh_walk_begin(lope_bvh_walk *walk, const lope_bvh *bvh, const lope_bounds *bounds)
{
    walk->nodes = bvh->nodes;
    walk->box = lope_bvh_box_around(bounds);
    walk->stack[0] = 0;
    walk->top = bvh->node_count > 0 ? 1 : 0;
}

bool lope_bvh_walk_next(lope_bvh_walk *walk, uint32_t *first, uint32_t *count)
{
    while (walk->top > 0) {
        const lope_bvh_node *node = &walk->nodes[walk->stack[--walk->top]];
        if (!box_touch(node, &walk->box)) continue;
        if (node->count > 0) {
            *first = node->first;
            *count = node->count;
            return true;
        }
        walk->stack[walk->top++] = node->first + 1;
        walk->stack[walk->top++] = node->first;
    }
    return false;
}

lope_bvh_cast lope_bvh_cast_make(lope_point from, lope_point motion, lope_point half)
{
    // What rounding may move an entry point: far more than doubles lose, far less than anything seen.
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

// Narrows [*enter, *leave] to where one coordinate is within its slab.
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

static double node_enter(const lope_bvh_cast *c, const lope_bvh_node *n)
{
    return lope_bvh_cast_enter(c, lope_point_make((double)n->lower[0], (double)n->lower[1], (double)n->lower[2]),
                               lope_point_make((double)n->upper[0], (double)n->upper[1], (double)n->upper[2]));
}

static void cast_push(lope_bvh_cast_walk *walk, uint32_t node, double enter)
{
    walk->stack[walk->top] = node;
    walk->enter[walk->top++] = enter;
}

void lope_bvh_cast_begin(lope_bvh_cast_walk *walk, const lope_bvh *bvh, const lope_bvh_cast *cast)
{
    walk->nodes = bvh->nodes;
    walk->cast = cast;
    walk->top = 0;
    if (bvh->node_count == 0) return;
    cast_push(walk, 0, node_enter(cast, &bvh->nodes[0]));
}

bool lope_bvh_cast_next(lope_bvh_cast_walk *walk, double limit, uint32_t *first, uint32_t *count)
{
    while (walk->top > 0) {
        --walk->top;
        if (walk->enter[walk->top] > limit || walk->enter[walk->top] > 1) continue;
        const lope_bvh_node *node = &walk->nodes[walk->stack[walk->top]];
        if (node->count > 0) {
            *first = node->first;
            *count = node->count;
            return true;
        }
        double left = node_enter(walk->cast, &walk->nodes[node->first]);
        double right = node_enter(walk->cast, &walk->nodes[node->first + 1]);
        uint32_t far_child = left <= right ? node->first + 1 : node->first;
        uint32_t near_child = left <= right ? node->first : node->first + 1;
        if (left <= 1 || right <= 1) {
            cast_push(walk, far_child, lope_larger(left, right));
            cast_push(walk, near_child, lope_smaller(left, right));
        }
    }
    return false;
}
