// tree.h - a dynamic tree of bounds over bodies: insert, remove, and a walk without a stack.
//
// The tree is balanced by height at every edit, so an edit is O(log n) and needs no rebuild. A level has one
// tree for static bodies and one for moving ones. Nodes point up as well as down, so a walk needs no memory
// and its depth has no limit. Read next: tree.c, body.h.
#ifndef LOPE_LEVEL_TREE_H
#define LOPE_LEVEL_TREE_H

#include <lope/vec.h>

#define LOPE_TREE_NONE UINT32_MAX

// A node: a leaf has an item, an inner node has two children.
typedef struct lope_tree_node {
    lope_bounds bounds;
    uint32_t parent;   // of a free node: the next free one
    uint32_t child[2]; // LOPE_TREE_NONE both: a leaf
    uint32_t item;
    int32_t height; // 0: leaf
} lope_tree_node;

// A tree. Make it with lope_tree_init.
typedef struct lope_tree {
    lope_tree_node *nodes;
    size_t capacity;
    uint32_t used; // nodes ever taken; free ones among them are chained
    uint32_t free, root;
} lope_tree;

// Makes an empty tree.
void lope_tree_init(lope_tree *tree);
// Releases the memory. The tree is empty afterwards.
void lope_tree_free(lope_tree *tree, const lope_allocator *allocator);
// Makes room for one more leaf, so that the next insert cannot fail. Returns false when memory is short.
bool lope_tree_reserve(lope_tree *tree, const lope_allocator *allocator);
// Inserts an item with its bounds, after lope_tree_reserve. Returns its leaf.
uint32_t lope_tree_insert(lope_tree *tree, const lope_bounds *bounds, uint32_t item);
// Removes a leaf.
void lope_tree_remove(lope_tree *tree, uint32_t leaf);

// Returns the first node of a walk; LOPE_TREE_NONE when the tree is empty.
static inline uint32_t lope_tree_first(const lope_tree *tree) { return tree->root; }
// Returns the node after `node` in a walk; LOPE_TREE_NONE at the end. `enter`: whether to look at its
// children.
uint32_t lope_tree_next(const lope_tree *tree, uint32_t node, bool enter);
// Returns whether a node is a leaf.
static inline bool lope_tree_leaf(const lope_tree *tree, uint32_t node) { return tree->nodes[node].child[0] == LOPE_TREE_NONE; }

#endif
