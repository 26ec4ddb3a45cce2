// bvh.c - builds the hierarchy over the triangles of a mesh. See bvh.h.
//
// First comes a tree of two children a node. The centres of boxes go into 16 bins along each axis, and the
// split with the least expected cost is taken: surface area times items, on both sides. That saves about 1.2
// visits a query against halving, for a build time of O(n log n). Then nodes are joined into nodes of up to
// eight children, which a walk tests at once. Everything is iterative, with stacks of fixed size.
//
// Results never depend on the tree: its callers sort, or break ties by the number of the triangle. Read next:
// bvh_walk.c.
#include "level/bvh.h"

#include "base/memory.h"
#include "base/simd.h"

#include <string.h>

enum { BINS = 16 };

// The boxes of a build are eight floats: lower x, y, z and upper x, y, z negated, each with a number in its
// fourth lane. So the box around two boxes is one minimum. The lane of the number takes part in it (it is too
// small to look like a NaN) and means nothing afterwards.
typedef struct bins {
    float box[3][BINS][8];
    uint32_t count[3][BINS];
} bins;

// A node of the tree of two children.
typedef struct build_node {
    float lower[3];
    uint32_t first; // leaf: first item; else the left child, and the right one follows it
    float minus_upper[3];
    uint32_t count; // items of a leaf, 0: not a leaf
} build_node;

// The best split of a node: items up to `bin` along `axis` go left.
typedef struct split {
    int axis; // -1: none
    uint32_t bin;
    double cost;
} split;

// A node that is still to be built: its items, its depth, and the array in which the items stand.
typedef struct task {
    uint32_t node, first, count, depth, side;
} task;

// The range of the centres of a node's items, and the scale that maps them to bins.
typedef struct centers {
    float low[3], high[3], scale[3];
} centers;

// Loads the box of an item or a node.
static lope_f8 box_load(const void *item)
{
    lope_f8 box;
    memcpy(&box, item, sizeof box);
    return box;
}

// Returns half the surface, in doubles, so that huge boxes do not overflow.
static double box_area(lope_f8 box)
{
    float v[8];
    lope_f8_store(v, box);
    double x = -(double)v[4] - (double)v[0], y = -(double)v[5] - (double)v[1], z = -(double)v[6] - (double)v[2];
    return x * y + y * z + z * x;
}

// Returns the centre along an axis. Twice the centre would overflow for huge floats, so it halves each limit.
static float item_center(const lope_bvh_item *item, int axis)
{
    return 0.5f * item->lower[axis] - 0.5f * item->minus_upper[axis];
}

// Returns the bin of a centre. No centre is under `low`. A product that is no number (huge boxes) counts as
// large.
static uint32_t bin_of(const centers *c, float center, int axis)
{
    float at = (center - c->low[axis]) * c->scale[axis];
    return (uint32_t)(int32_t)(at < (float)(BINS - 1) ? at : (float)(BINS - 1));
}

// Returns bins in a metre of a range; 0 for a range without length. Finite for every range.
static float bin_scale(float low, float high)
{
    if (!(high > low)) return 0;
    double scale = (double)BINS / ((double)high - (double)low);
    return scale < 3e38 ? (float)scale : 3e38f;
}

// Puts items into bins along each axis.
static void bins_fill(bins *to, const lope_bvh_item *items, uint32_t count, const centers *at)
{
    memset(to->count, 0, sizeof to->count);
    for (int axis = 0; axis < 3; ++axis)
        for (uint32_t b = 0; b < BINS; ++b) lope_f8_store(to->box[axis][b], lope_f8_splat(3.4e38f));
    for (uint32_t i = 0; i < count; ++i) {
        lope_f8 box = box_load(&items[i]);
        for (int axis = 0; axis < 3; ++axis) {
            uint32_t b = bin_of(at, item_center(&items[i], axis), axis);
            to->count[axis][b]++;
            lope_f8_store(to->box[axis][b], lope_f8_min(lope_f8_load(to->box[axis][b]), box));
        }
    }
}

// Finds the split of least cost along an axis, and keeps it when it is better than *best.
static void bins_best(const bins *from, int axis, uint32_t items, split *best)
{
    double right[BINS];
    const uint32_t *count = from->count[axis];
    lope_f8 box = lope_f8_splat(3.4e38f);
    for (uint32_t b = BINS - 1, n = 0; b > 0; --b) {
        if (count[b] == 0) continue;
        box = lope_f8_min(box, lope_f8_load(from->box[axis][b]));
        n += count[b];
        right[b] = box_area(box) * n;
    }
    box = lope_f8_splat(3.4e38f);
    for (uint32_t b = 0, next = 0, n = 0;; b = next) {
        box = lope_f8_min(box, lope_f8_load(from->box[axis][b]));
        n += count[b];
        if (n == items) return;
        for (next = b + 1; count[next] == 0;) ++next;
        double cost = box_area(box) * n + right[next];
        if (best->axis >= 0 && cost >= best->cost) continue;
        best->axis = axis;
        best->bin = b;
        best->cost = cost;
    }
}

// Returns the split of least cost along all axes. axis -1: all centres are equal.
static split split_find(const lope_bvh_item *items, uint32_t count, const centers *at)
{
    split best = {-1, 0, 0};
    bins all;
    bins_fill(&all, items, count, at);
    for (int axis = 0; axis < 3; ++axis)
        if (at->high[axis] > at->low[axis]) bins_best(&all, axis, count, &best);
    return best;
}

// Divides items into another array: left ones from its start, right ones from its end. There is no branch on
// the side of an item, because no processor can foresee it. Returns how many went left.
static uint32_t split_apply(const lope_bvh_item *items, lope_bvh_item *to, uint32_t count, const split *at, const centers *c)
{
    uint32_t left = 0, right = count;
    for (uint32_t i = 0; i < count; ++i) {
        bool goes_left = bin_of(c, item_center(&items[i], at->axis), at->axis) <= at->bin;
        to[left] = to[right - 1] = items[i];
        left += goes_left ? 1 : 0;
        right -= goes_left ? 0 : 1;
    }
    return left;
}

// Returns the box around items, and finds the range of their centres.
static lope_f8 items_measure(const lope_bvh_item *items, uint32_t count, centers *at)
{
    lope_f8 box = box_load(&items[0]);
    float low[3], high[3];
    for (int axis = 0; axis < 3; ++axis) low[axis] = high[axis] = item_center(&items[0], axis);
    for (uint32_t i = 1; i < count; ++i) {
        box = lope_f8_min(box, box_load(&items[i]));
        for (int axis = 0; axis < 3; ++axis) {
            float c = item_center(&items[i], axis);
            low[axis] = c < low[axis] ? c : low[axis];
            high[axis] = c > high[axis] ? c : high[axis];
        }
    }
    for (int axis = 0; axis < 3; ++axis) {
        at->low[axis] = low[axis];
        at->high[axis] = high[axis];
        at->scale[axis] = bin_scale(low[axis], high[axis]);
    }
    return box;
}

// Finds how many items go left; 0 makes a leaf.
static uint32_t node_split(lope_bvh_item *const sides[2], task *t, build_node *node)
{
    const lope_bvh_item *items = sides[t->side] + t->first;
    centers at;
    lope_f8 box = items_measure(items, t->count, &at);
    memcpy(node, &box, sizeof box);
    if (t->count <= 2) return 0;
    split best = {-1, 0, 0};
    if (t->depth < LOPE_BVH_SAH_DEPTH) best = split_find(items, t->count, &at);
    if (best.axis < 0) return t->count <= LOPE_BVH_LEAF ? 0 : t->count / 2;
    double whole = box_area(box);
    // The cost of a visit is about that of one triangle.
    if (t->count <= LOPE_BVH_LEAF && best.cost + whole >= whole * t->count) return 0;
    t->side = 1 - t->side;
    return split_apply(items, sides[t->side] + t->first, t->count, &best, &at);
}

// Sorts items by their numbers, so that a walk returns them in order.
static void leaf_sort(lope_bvh_item *items, uint32_t count)
{
    for (uint32_t i = 1; i < count; ++i) {
        lope_bvh_item moving = items[i];
        uint32_t j = i;
        for (; j > 0 && items[j - 1].item > moving.item; --j) items[j] = items[j - 1];
        items[j] = moving;
    }
}

// Builds the tree of two children, and puts the items in leaf order into sides[0]. Returns how many nodes it
// has.
static uint32_t nodes_build(build_node *nodes, lope_bvh_item *const sides[2], uint32_t count)
{
    task stack[LOPE_BVH_STACK];
    uint32_t top = 0, used = 1;
    stack[top++] = (task){0, 0, count, 0, 0};
    while (top > 0) {
        task t = stack[--top];
        build_node *node = &nodes[t.node];
        uint32_t left = node_split(sides, &t, node);
        if (left == 0) {
            node->first = t.first;
            node->count = t.count;
            if (t.side == 1) memcpy(sides[0] + t.first, sides[1] + t.first, t.count * sizeof(lope_bvh_item));
            leaf_sort(sides[0] + t.first, t.count);
            continue;
        }
        node->first = used;
        node->count = 0;
        stack[top++] = (task){used + 1, t.first + left, t.count - left, t.depth + 1, t.side};
        stack[top++] = (task){used, t.first, left, t.depth + 1, t.side};
        used += 2;
    }
    return used;
}

// Chooses which nodes of two children become nodes of up to eight. From the leaves up, each node hands its
// children on to its parent as long as the parent can hold them. Else the one with more children becomes a
// node itself. So all nodes but the root have five children at least, and little memory is spent on empty
// places. Children come after their parents. Returns the number of chosen nodes.
static uint32_t wide_choose(const build_node *nodes, uint32_t count, uint8_t *handed)
{
    uint32_t chosen = 0;
    for (uint32_t n = count; n-- > 0;) {
        uint32_t left = nodes[n].first, right = left + 1;
        handed[n] = 1;
        if (nodes[n].count > 0) continue;
        while (handed[left] + handed[right] > LOPE_BVH_WIDTH) {
            handed[handed[left] >= handed[right] ? left : right] = 1;
            ++chosen;
        }
        handed[n] = (uint8_t)(handed[left] + handed[right]);
    }
    handed[0] = 1;
    return chosen + 1;
}

// Finds the least number of an item under each node.
static void least_find(const build_node *nodes, uint32_t count, const lope_bvh_item *items, uint32_t *least)
{
    for (uint32_t n = count; n-- > 0;) {
        uint32_t first = nodes[n].first;
        if (nodes[n].count > 0)
            least[n] = items[first].item;
        else
            least[n] = least[first] < least[first + 1] ? least[first] : least[first + 1];
    }
}

// Finds the children of a chosen node: leaves and chosen nodes under it. Returns how many there are.
static uint32_t children_find(const build_node *nodes, const uint8_t *handed, uint32_t parent, uint32_t child[LOPE_BVH_WIDTH])
{
    uint32_t count = 1;
    child[0] = parent;
    if (nodes[parent].count > 0) return 1;
    child[0] = nodes[parent].first;
    child[count++] = nodes[parent].first + 1;
    for (uint32_t i = 0; i < count;) {
        if (handed[child[i]] == 1) {
            ++i;
            continue;
        }
        child[count++] = nodes[child[i]].first + 1;
        child[i] = nodes[child[i]].first;
    }
    return count;
}

// Sorts children so that the one with the least item is last, which is the top of a walk's stack.
static void children_sort(uint32_t child[LOPE_BVH_WIDTH], uint32_t count, const uint32_t *least)
{
    for (uint32_t i = 1; i < count; ++i) {
        uint32_t moving = child[i], j = i;
        for (; j > 0 && least[child[j - 1]] < least[moving]; --j) child[j] = child[j - 1];
        child[j] = moving;
    }
}

// Writes a child into a place of a wide node.
static void lane_fill(lope_bvh_node *to, uint32_t lane, const build_node *from)
{
    for (int axis = 0; axis < 3; ++axis) {
        to->lower[axis][lane] = from->lower[axis];
        to->upper[axis][lane] = 0.0f - from->minus_upper[axis]; // no -0
    }
    to->first[lane] = from->first;
    to->count[lane] = from->count;
}

// Makes a place of a wide node empty: nothing touches it.
static void lane_clear(lope_bvh_node *to, uint32_t lane)
{
    for (int axis = 0; axis < 3; ++axis) {
        to->lower[axis][lane] = INFINITY;
        to->upper[axis][lane] = -INFINITY;
    }
    to->first[lane] = to->count[lane] = 0;
}

// Writes the wide nodes, from the root down. A node comes before its children.
static void nodes_widen(const build_node *nodes, const uint8_t *handed, const uint32_t *least, lope_bvh_node *wide)
{
    struct {
        uint32_t from, to;
    } stack[LOPE_BVH_CAST_STACK];
    uint32_t top = 1, used = 1, child[LOPE_BVH_WIDTH];
    stack[0].from = stack[0].to = 0;
    while (top > 0) {
        uint32_t to = stack[--top].to, count = children_find(nodes, handed, stack[top].from, child);
        children_sort(child, count, least);
        for (uint32_t k = 0; k < LOPE_BVH_WIDTH; ++k) {
            if (k >= count) {
                lane_clear(&wide[to], k);
                continue;
            }
            lane_fill(&wide[to], k, &nodes[child[k]]);
            if (nodes[child[k]].count > 0) continue;
            wide[to].first[k] = used;
            stack[top].from = child[k];
            stack[top++].to = used++;
        }
    }
}

bool lope_bvh_build(lope_bvh *bvh, const lope_allocator *allocator, lope_bvh_item *items, uint32_t count)
{
    memset(bvh, 0, sizeof *bvh);
    size_t most = (size_t)count * 2 - 1; // nodes of a tree of two children
    size_t bytes = most * sizeof(build_node) + count * sizeof(lope_bvh_item) + most * sizeof(uint32_t) + most;
    build_node *nodes = lope_allocate(allocator, bytes);
    if (!nodes) return false;
    lope_bvh_item *const sides[2] = {items, (lope_bvh_item *)(void *)(nodes + most)};
    uint32_t *least = (uint32_t *)(void *)(sides[1] + count);
    uint8_t *handed = (uint8_t *)(least + most);
    uint32_t built = nodes_build(nodes, sides, count), used = wide_choose(nodes, built, handed);
    least_find(nodes, built, items, least);
    bvh->nodes = lope_allocate(allocator, used * sizeof(lope_bvh_node));
    if (bvh->nodes) {
        bvh->node_count = used;
        nodes_widen(nodes, handed, least, bvh->nodes);
        for (int axis = 0; axis < 3; ++axis) {
            bvh->box.lower[axis] = nodes[0].lower[axis];
            bvh->box.upper[axis] = 0.0f - nodes[0].minus_upper[axis];
        }
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
    uint32_t stack[LOPE_BVH_CAST_STACK][2], top = 0, most = 0; // node, depth
    if (bvh->node_count == 0) return 0;
    stack[top][0] = 0;
    stack[top++][1] = 1;
    while (top > 0) {
        const lope_bvh_node *node = &bvh->nodes[stack[--top][0]];
        uint32_t depth = stack[top][1];
        most = depth > most ? depth : most;
        for (uint32_t k = 0; k < LOPE_BVH_WIDTH; ++k) {
            if (node->count[k] > 0 || node->first[k] == 0) continue;
            stack[top][0] = node->first[k];
            stack[top++][1] = depth + 1;
        }
    }
    return most;
}
