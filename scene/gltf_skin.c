// gltf_skin.c - skins: each vertex moves with the joints that it is bound to, by their weights.
//
// A joint's part is its node's place times its inverse bind matrix, which is none (identity) where the file
// has no matrices; the place of the mesh's own node is ignored (glTF 2.0, 3.7.3.3). The pose is the one in which
// the file was saved. Read next: gltf_read.c.
#include "gltf_skin.h"

#include <cjson/cJSON.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static bool open_joints(lope_gltf *g, const lope_gltf_nodes *nodes, lope_gltf_item item, lope_gltf_skin *skin)
{
    lope_gltf_list list = {0};
    uint32_t matrices = LOPE_GLTF_NONE;
    lope_gltf_accessor inverse = {0};
    bool good = lope_gltf_open_list(g, item, "joints", &list) &&
                lope_gltf_index(g, item, "inverseBindMatrices", &g->accessors, &matrices) &&
                (matrices == LOPE_GLTF_NONE || lope_gltf_accessor_open(g, matrices, 16, &inverse));
    if (good && list.count == 0) good = lope_gltf_fail(g, item, "joints", "is empty, expected at least one node");
    if (good && matrices != LOPE_GLTF_NONE && inverse.count < list.count)
        good = lope_gltf_fail(g, item, "inverseBindMatrices", "%u for %u joints, expected one each; export it again",
                              (unsigned)inverse.count, (unsigned)list.count);
    good = good && lope_gltf_spend(g, list.count);
    skin->joints = good ? malloc(list.count * sizeof *skin->joints) : NULL;
    if (good && skin->joints == NULL) good = lope_scene_fail(g->fault, LOPE_SCENE_OWN_FAULT, "%.250s: out of memory", g->file);
    for (uint32_t i = 0; good && i < list.count; i++) {
        uint32_t node = 0;
        good = lope_gltf_index_of(g, item, "joints", list.items[i], &g->nodes, &node);
        if (!good) break;
        skin->joints[i] = nodes->places[node];
        if (matrices == LOPE_GLTF_NONE) continue;
        double m[16];
        lope_scene_affine bind;
        lope_gltf_accessor_read(&inverse, i, m);
        for (int k = 0; k < 12; k++) bind.m[k] = m[4 * (k % 4) + k / 4]; // glTF's stand column by column
        skin->joints[i] = lope_scene_affine_multiply(&skin->joints[i], &bind);
    }
    skin->joint_count = list.count;
    free(list.items);
    return good;
}

static bool open_sets(lope_gltf *g, lope_gltf_item attributes, lope_gltf_skin *skin)
{
    for (uint32_t i = 0; i < LOPE_GLTF_MOST_JOINT_SETS; i++) {
        char name[2][16];
        uint32_t joints = LOPE_GLTF_NONE, weights = LOPE_GLTF_NONE;
        snprintf(name[0], sizeof name[0], "JOINTS_%u", (unsigned)i);
        snprintf(name[1], sizeof name[1], "WEIGHTS_%u", (unsigned)i);
        if (!lope_gltf_index(g, attributes, name[0], &g->accessors, &joints) ||
            !lope_gltf_index(g, attributes, name[1], &g->accessors, &weights))
            return false;
        if (joints == LOPE_GLTF_NONE || weights == LOPE_GLTF_NONE) return true;
        if (!lope_gltf_accessor_open(g, joints, 4, &skin->set_joints[i]) ||
            !lope_gltf_accessor_open(g, weights, 4, &skin->set_weights[i]))
            return false;
        skin->set_joints[i].normalized = false;
        skin->set_count++;
    }
    return true;
}

bool lope_gltf_skin_open(lope_gltf *g, const lope_gltf_nodes *nodes, uint32_t index, lope_gltf_item attributes,
                         lope_gltf_skin *skin)
{
    *skin = (lope_gltf_skin){0};
    if (!open_sets(g, attributes, skin)) return false;
    return skin->set_count == 0 || open_joints(g, nodes, lope_gltf_at(&g->skins, index), skin);
}

// Weights are divided by their sum, which bytes and shorts never give as exactly 1. Without any weight the
// first joint has all.
bool lope_gltf_skin_place(lope_gltf *g, const lope_gltf_skin *skin, uint32_t vertex, lope_scene_affine *place)
{
    double sum = 0.0, joints[4], weights[4];
    *place = (lope_scene_affine){{0}};
    for (uint32_t i = 0; i < skin->set_count; i++) {
        if (vertex >= skin->set_joints[i].count || vertex >= skin->set_weights[i].count) {
            return lope_scene_fail(g->fault, LOPE_SCENE_BAD_INPUT,
                                   "%.250s: a skin with fewer joints or weights than vertices, expected as many; export it again",
                                   g->file);
        }
        lope_gltf_accessor_read(&skin->set_joints[i], vertex, joints);
        lope_gltf_accessor_read(&skin->set_weights[i], vertex, weights);
        for (int k = 0; k < 4; k++) {
            if (weights[k] == 0.0) continue;
            if (!(joints[k] >= 0.0 && joints[k] < (double)skin->joint_count) || !isfinite(weights[k])) {
                return lope_scene_fail(g->fault, LOPE_SCENE_BAD_INPUT,
                                       "%.250s: vertex %u is bound to joint %.9g, expected less than its skin's %u joints",
                                       g->file, (unsigned)vertex, joints[k], (unsigned)skin->joint_count);
            }
            const lope_scene_affine *joint = &skin->joints[(uint32_t)joints[k]];
            for (int m = 0; m < 12; m++) place->m[m] += weights[k] * joint->m[m];
            sum += weights[k];
        }
    }
    if (sum == 0.0) *place = skin->joints[0];
    if (sum != 0.0 && sum != 1.0) {
        for (int m = 0; m < 12; m++) place->m[m] /= sum;
    }
    return true;
}

void lope_gltf_skin_close(lope_gltf_skin *skin) { free(skin->joints); }
