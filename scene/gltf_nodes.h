// gltf_nodes.h - where the nodes of a glTF file are. Read next: gltf_nodes.c.
#ifndef LOPE_SCENE_GLTF_NODES_H
#define LOPE_SCENE_GLTF_NODES_H

#include "affine.h"
#include "gltf_json.h"

typedef struct lope_gltf_nodes {
    lope_scene_affine *places; // of each node, in the scene
    uint32_t *order;           // the scene's nodes, depth first: each node before its children
    uint32_t count;            // in order
} lope_gltf_nodes;

// Works out every node's place and the order of the scene's nodes. Returns false on a fault; free them all
// the same.
bool lope_gltf_nodes_open(lope_gltf *g, lope_gltf_nodes *nodes);

// Frees what lope_gltf_nodes_open made.
void lope_gltf_nodes_close(lope_gltf_nodes *nodes);

#endif
