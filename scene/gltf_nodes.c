// gltf_nodes.c - walks the tree of nodes without recursion, so that no depth of it ends the program.
//
// Nodes must be trees (glTF 2.0, 3.5.2): one that has two parents is refused, and so is a circle, which no
// root reaches. Read next: gltf_read.c, which reads the meshes of the nodes.
#include "gltf_nodes.h"

#include <cjson/cJSON.h>

#include <stdlib.h>
#include <string.h>

// One array for each question about a node; all of nodes.count.
typedef struct forest {
    uint32_t *parent, *stack;
    unsigned char *seen;
} forest;

static bool own_place(lope_gltf *g, lope_gltf_item node, lope_scene_affine *place)
{
    double m[16] = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1};
    double translation[3] = {0, 0, 0}, rotation[4] = {0, 0, 0, 1}, scale[3] = {1, 1, 1};
    if (!lope_gltf_numbers(g, node, "matrix", 16, m) || !lope_gltf_numbers(g, node, "translation", 3, translation) ||
        !lope_gltf_numbers(g, node, "rotation", 4, rotation) || !lope_gltf_numbers(g, node, "scale", 3, scale))
        return false;
    if (lope_gltf_member(g, node, "matrix").json == NULL) {
        *place = lope_scene_affine_from_parts(translation, rotation, scale);
        return true;
    }
    for (int i = 0; i < 12; i++) place->m[i] = m[4 * (i % 4) + i / 4]; // glTF's stand column by column
    return true;
}

// Finds the first number in an item's list of nodes; NULL when it has none. Returns false on a fault.
static bool open_numbers(lope_gltf *g, lope_gltf_item item, const char *key, const cJSON **first)
{
    const cJSON *list = lope_gltf_member(g, item, key).json;
    *first = list == NULL ? NULL : list->child;
    return list == NULL || cJSON_IsArray(list) ||
           lope_gltf_fail(g, item, key, "found another kind of value, expected a list of node numbers");
}

static bool find_parents(lope_gltf *g, uint32_t *parent)
{
    for (uint32_t i = 0; i < g->nodes.count; i++) parent[i] = LOPE_GLTF_NONE;
    for (uint32_t i = 0; i < g->nodes.count; i++) {
        lope_gltf_item node = lope_gltf_at(&g->nodes, i);
        const cJSON *at = NULL;
        if (!open_numbers(g, node, "children", &at)) return false;
        for (; at != NULL; at = at->next) {
            uint32_t child = 0;
            if (!lope_gltf_index_of(g, node, "children", at, &g->nodes, &child)) return false;
            if (parent[child] != LOPE_GLTF_NONE) {
                return lope_gltf_fail(g, node, "children", "node %u is the child of two nodes, expected a tree; export it again",
                                      (unsigned)child);
            }
            parent[child] = i;
        }
    }
    return true;
}

// Visits a tree from its root, each node after its parent: places it, and lists it where `list` says so.
static bool visit(lope_gltf *g, lope_gltf_nodes *nodes, const forest *f, uint32_t root, bool list)
{
    uint32_t top = 0;
    f->stack[top++] = root;
    while (top > 0) {
        uint32_t i = f->stack[--top], first = top;
        if (list) nodes->order[nodes->count++] = i;
        f->seen[i] = 1;
        lope_gltf_item node = lope_gltf_at(&g->nodes, i);
        lope_scene_affine own;
        if (!own_place(g, node, &own)) return false;
        nodes->places[i] = f->parent[i] == LOPE_GLTF_NONE ? own : lope_scene_affine_multiply(&nodes->places[f->parent[i]], &own);
        const cJSON *children = lope_gltf_member(g, node, "children").json;
        for (const cJSON *at = children == NULL ? NULL : children->child; at != NULL; at = at->next)
            f->stack[top++] = (uint32_t)at->valuedouble;
        for (uint32_t a = first, b = top; a + 1 < b; a++) { // the first child on top
            uint32_t swapped = f->stack[a];
            f->stack[a] = f->stack[--b];
            f->stack[b] = swapped;
        }
    }
    return true;
}

static bool visit_scene(lope_gltf *g, lope_gltf_nodes *nodes, const forest *f)
{
    lope_gltf_item root = {.json = g->root}, scene;
    uint32_t index = LOPE_GLTF_NONE;
    if (!lope_gltf_index(g, root, "scene", &g->scenes, &index)) return false;
    scene = lope_gltf_at(&g->scenes, index == LOPE_GLTF_NONE ? 0 : index);
    const cJSON *at = NULL;
    if (!open_numbers(g, scene, "nodes", &at)) return false;
    for (; at != NULL; at = at->next) {
        uint32_t node = 0;
        if (!lope_gltf_index_of(g, scene, "nodes", at, &g->nodes, &node)) return false;
        if (f->parent[node] != LOPE_GLTF_NONE || f->seen[node] != 0) {
            return lope_gltf_fail(g, scene, "nodes",
                                  "node %u is no root, or is listed twice, expected each root once; export it again",
                                  (unsigned)node);
        }
        if (!visit(g, nodes, f, node, true)) return false;
    }
    return true;
}

// The scene's trees, then the rest, for joints may lie outside the scene. Without any scene all nodes count.
static bool visit_all(lope_gltf *g, lope_gltf_nodes *nodes, const forest *f)
{
    if (g->scenes.count > 0 && !visit_scene(g, nodes, f)) return false;
    for (uint32_t i = 0; i < g->nodes.count; i++) {
        bool root = f->parent[i] == LOPE_GLTF_NONE && f->seen[i] == 0;
        if (root && !visit(g, nodes, f, i, g->scenes.count == 0)) return false;
    }
    for (uint32_t i = 0; i < g->nodes.count; i++) {
        if (f->seen[i] == 0)
            return lope_gltf_fail(g, lope_gltf_at(&g->nodes, i), "children",
                                  "nodes lie in a circle, expected a tree; export it again");
    }
    return true;
}

bool lope_gltf_nodes_open(lope_gltf *g, lope_gltf_nodes *nodes)
{
    size_t count = (size_t)g->nodes.count + 1;
    *nodes = (lope_gltf_nodes){.places = malloc(count * sizeof *nodes->places), .order = malloc(count * sizeof *nodes->order)};
    forest f = {malloc(count * sizeof *f.parent), malloc(count * sizeof *f.stack), calloc(count, 1)};
    bool good = nodes->places != NULL && nodes->order != NULL && f.parent != NULL && f.stack != NULL && f.seen != NULL;
    if (!good) lope_scene_fail(g->fault, LOPE_SCENE_OWN_FAULT, "%.250s: out of memory", g->file);
    good = good && find_parents(g, f.parent) && visit_all(g, nodes, &f);
    free(f.parent);
    free(f.stack);
    free(f.seen);
    return good;
}

void lope_gltf_nodes_close(lope_gltf_nodes *nodes)
{
    free(nodes->places);
    free(nodes->order);
}
