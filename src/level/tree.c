// tree.c - the dynamic tree of bounds over the bodies of a level. See tree.h.
//
// A new leaf goes down to where it adds the least surface (the surface area heuristic). On the way up from an
// edit, each node with sides that differ by more than one level is rotated once, as in an AVL tree. The
// result of a walk does not depend on the form of the tree. Read next: gather.c, query.c.
#include "level/tree.h"

#include "base/memory.h"
#include "level/frame.h"

#include <string.h>

void lope_tree_init(lope_tree *tree)
{
    memset(tree, 0, sizeof *tree);
    tree->free = tree->root = LOPE_TREE_NONE;
}

void lope_tree_free(lope_tree *tree, const lope_allocator *allocator)
{
    lope_release(allocator, tree->nodes, tree->capacity * sizeof(lope_tree_node));
    lope_tree_init(tree);
}

bool lope_tree_reserve(lope_tree *tree, const lope_allocator *allocator)
{
    // A leaf brings one inner node with it.
    void *nodes = tree->nodes;
    bool grown = lope_grow(allocator, &nodes, &tree->capacity, (size_t)tree->used + 2, sizeof(lope_tree_node));
    tree->nodes = nodes;
    return grown;
}

// Returns a free node, emptied.
static uint32_t node_take(lope_tree *tree)
{
    uint32_t n = tree->free;
    if (n != LOPE_TREE_NONE)
        tree->free = tree->nodes[n].parent;
    else
        n = tree->used++;
    lope_tree_node *node = &tree->nodes[n];
    memset(node, 0, sizeof *node);
    node->parent = node->child[0] = node->child[1] = LOPE_TREE_NONE;
    return n;
}

// Gives a node back to the chain of free ones.
static void node_give(lope_tree *tree, uint32_t n)
{
    tree->nodes[n].parent = tree->free;
    tree->nodes[n].height = -1;
    tree->free = n;
}

// Returns half the surface of a box, m2.
static double area(lope_bounds b)
{
    double x = b.upper.x - b.lower.x, y = b.upper.y - b.lower.y, z = b.upper.z - b.lower.z;
    return x * y + y * z + z * x;
}

// Finds bounds and height of an inner node from its children.
static void node_refit(lope_tree *tree, uint32_t n)
{
    lope_tree_node *node = &tree->nodes[n];
    const lope_tree_node *a = &tree->nodes[node->child[0]], *b = &tree->nodes[node->child[1]];
    node->bounds = lope_bounds_join(a->bounds, b->bounds);
    node->height = (a->height > b->height ? a->height : b->height) + 1;
}

// Puts `with` in the place of `old` under a parent, or makes it the root.
static void child_replace(lope_tree *tree, uint32_t parent, uint32_t old, uint32_t with)
{
    if (parent == LOPE_TREE_NONE)
        tree->root = with;
    else
        tree->nodes[parent].child[tree->nodes[parent].child[0] == old ? 0 : 1] = with;
    tree->nodes[with].parent = parent;
}

// Rotates the higher child of n above n when the sides differ by more than one level. Returns the node that
// stands in the place of n afterwards.
static uint32_t node_balance(lope_tree *tree, uint32_t n)
{
    lope_tree_node *node = &tree->nodes[n];
    if (node->height < 2) return n;
    int32_t lean = tree->nodes[node->child[1]].height - tree->nodes[node->child[0]].height;
    if (lean >= -1 && lean <= 1) return n;
    int side = lean > 0 ? 1 : 0;
    uint32_t up = node->child[side];
    lope_tree_node *high = &tree->nodes[up];
    int keep = tree->nodes[high->child[0]].height >= tree->nodes[high->child[1]].height ? 0 : 1;
    uint32_t kept = high->child[keep], given = high->child[1 - keep];
    child_replace(tree, node->parent, n, up);
    high->child[0] = n;
    high->child[1] = kept;
    node->parent = up;
    node->child[side] = given;
    tree->nodes[given].parent = n;
    tree->nodes[kept].parent = up;
    node_refit(tree, n);
    node_refit(tree, up);
    return up;
}

// Refits and balances all nodes from n up to the root.
static void refit_upward(lope_tree *tree, uint32_t n)
{
    while (n != LOPE_TREE_NONE) {
        node_refit(tree, n);
        n = tree->nodes[node_balance(tree, n)].parent;
    }
}

// Returns the node beside which a new leaf adds the least surface.
static uint32_t sibling_find(const lope_tree *tree, const lope_bounds *bounds)
{
    uint32_t n = tree->root;
    while (tree->nodes[n].child[0] != LOPE_TREE_NONE) {
        const lope_tree_node *node = &tree->nodes[n];
        double joined = area(lope_bounds_join(node->bounds, *bounds));
        double pushed_down = 2 * (joined - area(node->bounds)); // what every ancestor below here grows by
        double cost[2];
        for (int k = 0; k < 2; ++k) {
            const lope_tree_node *child = &tree->nodes[node->child[k]];
            cost[k] = area(lope_bounds_join(child->bounds, *bounds)) + pushed_down;
            if (child->child[0] != LOPE_TREE_NONE) cost[k] -= area(child->bounds);
        }
        if (2 * joined <= cost[0] && 2 * joined <= cost[1]) break;
        n = node->child[cost[1] < cost[0] ? 1 : 0];
    }
    return n;
}

uint32_t lope_tree_insert(lope_tree *tree, const lope_bounds *bounds, uint32_t item)
{
    uint32_t leaf = node_take(tree);
    tree->nodes[leaf].bounds = *bounds;
    tree->nodes[leaf].item = item;
    if (tree->root == LOPE_TREE_NONE) {
        tree->root = leaf;
        return leaf;
    }
    uint32_t sibling = sibling_find(tree, bounds), parent = node_take(tree);
    child_replace(tree, tree->nodes[sibling].parent, sibling, parent);
    tree->nodes[parent].child[0] = sibling;
    tree->nodes[parent].child[1] = leaf;
    tree->nodes[sibling].parent = tree->nodes[leaf].parent = parent;
    refit_upward(tree, parent);
    return leaf;
}

void lope_tree_remove(lope_tree *tree, uint32_t leaf)
{
    uint32_t parent = tree->nodes[leaf].parent;
    node_give(tree, leaf);
    if (parent == LOPE_TREE_NONE) {
        tree->root = LOPE_TREE_NONE;
        return;
    }
    uint32_t sibling = tree->nodes[parent].child[tree->nodes[parent].child[0] == leaf ? 1 : 0];
    uint32_t above = tree->nodes[parent].parent;
    child_replace(tree, above, parent, sibling);
    node_give(tree, parent);
    refit_upward(tree, above);
}

uint32_t lope_tree_next(const lope_tree *tree, uint32_t node, bool enter)
{
    const lope_tree_node *nodes = tree->nodes;
    if (enter && nodes[node].child[0] != LOPE_TREE_NONE) return nodes[node].child[0];
    while (nodes[node].parent != LOPE_TREE_NONE) {
        uint32_t parent = nodes[node].parent;
        if (nodes[parent].child[0] == node) return nodes[parent].child[1];
        node = parent;
    }
    return LOPE_TREE_NONE;
}
