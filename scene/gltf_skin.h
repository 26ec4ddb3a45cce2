// gltf_skin.h - the pose of a skinned mesh as the file has it. Read next: gltf_skin.c.
#ifndef LOPE_SCENE_GLTF_SKIN_H
#define LOPE_SCENE_GLTF_SKIN_H

#include "gltf_accessor.h"
#include "gltf_nodes.h"

#define LOPE_GLTF_MOST_JOINT_SETS 4u // of four joints each

// Joints and weights of a primitive's vertices.
typedef struct lope_gltf_skin {
    lope_scene_affine *joints; // what each joint does to a vertex
    uint32_t joint_count, set_count;
    lope_gltf_accessor set_joints[LOPE_GLTF_MOST_JOINT_SETS], set_weights[LOPE_GLTF_MOST_JOINT_SETS];
} lope_gltf_skin;

// Opens skin `index` for a primitive's attributes. A primitive without joints gets set_count 0, and stays
// where its node is. Returns false on a fault; close it all the same.
bool lope_gltf_skin_open(lope_gltf *g, const lope_gltf_nodes *nodes, uint32_t index, lope_gltf_item attributes,
                         lope_gltf_skin *skin);

// Fills `place` with what the skin does to a vertex. Returns false on a fault.
bool lope_gltf_skin_place(lope_gltf *g, const lope_gltf_skin *skin, uint32_t vertex, lope_scene_affine *place);

// Frees what lope_gltf_skin_open made.
void lope_gltf_skin_close(lope_gltf_skin *skin);

#endif
