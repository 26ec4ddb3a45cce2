// gltf_read.c - reads the triangles of a glTF file's nodes: lists, strips and fans, instances, skins and
// morph targets in the pose in which the file was saved.
//
// Points and lines have no surface and are passed over, and so is all that is about looks and motion. The
// order of the files: gltf_file.c opens, gltf_nodes.c places nodes, gltf_accessor.c reads numbers. Read next:
// gltf_json.h.
#include "gltf_read.h"

#include "gltf_accessor.h"
#include "gltf_extensions.h"
#include "gltf_file.h"
#include "gltf_nodes.h"
#include "gltf_skin.h"
#include "mesh_build.h"

#include <cjson/cJSON.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIANGLES = 4, STRIP = 5, FAN = 6 };

#define MOST_TARGETS 64u // morph targets with a weight

typedef struct reader {
    lope_gltf gltf;
    lope_gltf_nodes nodes;
    lope_scene_mesh_builder builder;
} reader;

// Where copies of a node's mesh are, relative to the node.
typedef struct instances {
    bool used; // false: the node alone
    uint32_t count;
    lope_gltf_accessor translation, rotation, scale; // count 0: none
} instances;

typedef struct primitive {
    lope_gltf_item item;                   // for faults
    lope_gltf_accessor positions, indices; // indices.count 0: none
    uint32_t corners, mode, material;
    lope_gltf_skin skin;
    lope_gltf_accessor targets[MOST_TARGETS];
    double target_weights[MOST_TARGETS];
    uint32_t target_count;
} primitive;

static bool open_attribute(lope_gltf *g, lope_gltf_item attributes, const char *name, uint32_t components, instances *all,
                           lope_gltf_accessor *accessor)
{
    uint32_t index = LOPE_GLTF_NONE;
    if (!lope_gltf_index(g, attributes, name, &g->accessors, &index)) return false;
    if (index == LOPE_GLTF_NONE) return true;
    if (!lope_gltf_accessor_open(g, index, components, accessor)) return false;
    if (all->count != 0 && all->count != accessor->count)
        return lope_gltf_fail(g, attributes, name, "its instances differ in number from the others'; export it again");
    all->count = accessor->count;
    return true;
}

static bool open_instances(lope_gltf *g, lope_gltf_item node, instances *all)
{
    lope_gltf_item extension = lope_gltf_extension(g, node, "EXT_mesh_gpu_instancing");
    lope_gltf_item attributes = lope_gltf_member(g, extension, "attributes");
    *all = (instances){.used = extension.json != NULL};
    bool good = open_attribute(g, attributes, "TRANSLATION", 3, all, &all->translation) &&
                open_attribute(g, attributes, "ROTATION", 4, all, &all->rotation) &&
                open_attribute(g, attributes, "SCALE", 3, all, &all->scale);
    if (!all->used) all->count = 1;
    if (good && all->count == 0)
        return lope_gltf_fail(g, node, "extensions",
                              "EXT_mesh_gpu_instancing without attributes, expected TRANSLATION, ROTATION or SCALE");
    return good;
}

static lope_scene_affine instance_place(const instances *all, uint32_t index, const lope_scene_affine *node)
{
    double translation[3] = {0, 0, 0}, rotation[4] = {0, 0, 0, 1}, scale[3] = {1, 1, 1};
    if (!all->used) return *node;
    if (all->translation.count > 0) lope_gltf_accessor_read(&all->translation, index, translation);
    if (all->rotation.count > 0) lope_gltf_accessor_read(&all->rotation, index, rotation);
    if (all->scale.count > 0) lope_gltf_accessor_read(&all->scale, index, scale);
    lope_scene_affine own = lope_scene_affine_from_parts(translation, rotation, scale);
    return lope_scene_affine_multiply(node, &own);
}

// Opens the position of one morph target, where it has one.
static bool open_target(lope_gltf *g, const cJSON *json, double weight, primitive *p)
{
    lope_gltf_item target = {json, p->item.list, p->item.index};
    uint32_t index = LOPE_GLTF_NONE;
    if (!lope_gltf_index(g, target, "POSITION", &g->accessors, &index)) return false;
    if (index == LOPE_GLTF_NONE || weight == 0.0) return true;
    if (p->target_count == MOST_TARGETS)
        return lope_gltf_fail(g, p->item, "targets", "more than %u have a weight; bake them in before the export", MOST_TARGETS);
    lope_gltf_accessor *accessor = &p->targets[p->target_count];
    if (!lope_gltf_accessor_open(g, index, 3, accessor)) return false;
    if (accessor->count != p->positions.count)
        return lope_gltf_fail(g, p->item, "targets", "a target has other than the mesh's number of points; export it again");
    p->target_weights[p->target_count++] = weight;
    return true;
}

// The node's weights, else the mesh's.
static bool open_targets(lope_gltf *g, lope_gltf_item node, lope_gltf_item mesh, lope_gltf_item json, primitive *p)
{
    const cJSON *weights = lope_gltf_member(g, node, "weights").json;
    if (weights == NULL) weights = lope_gltf_member(g, mesh, "weights").json;
    const cJSON *targets = lope_gltf_member(g, json, "targets").json;
    if (!cJSON_IsArray(weights) || !cJSON_IsArray(targets)) return true;
    const cJSON *weight = weights->child;
    for (const cJSON *target = targets->child; target != NULL && weight != NULL; target = target->next, weight = weight->next) {
        if (!lope_gltf_spend(g, 1)) return false;
        if (!cJSON_IsNumber(weight))
            return lope_gltf_fail(g, p->item, "weights", "found another kind of value, expected numbers");
        if (!open_target(g, target, weight->valuedouble, p)) return false;
    }
    return true;
}

// Fills the accessors of a primitive; corners 0: nothing in it has a surface.
static bool open_primitive(reader *r, lope_gltf_item node, lope_gltf_item mesh, lope_gltf_item json, primitive *p)
{
    lope_gltf *g = &r->gltf;
    lope_gltf_item attributes = lope_gltf_member(g, json, "attributes");
    uint64_t mode = TRIANGLES;
    uint32_t positions = LOPE_GLTF_NONE, indices = LOPE_GLTF_NONE, skin = LOPE_GLTF_NONE;
    p->item = mesh;
    if (!lope_gltf_spend(g, 1) || !lope_gltf_integer(g, json, "mode", 0, FAN, &mode) ||
        !lope_gltf_index(g, json, "material", &g->materials, &p->material) ||
        !lope_gltf_index(g, json, "indices", &g->accessors, &indices) ||
        !lope_gltf_index(g, attributes, "POSITION", &g->accessors, &positions) ||
        !lope_gltf_index(g, node, "skin", &g->skins, &skin))
        return false;
    p->mode = (uint32_t)mode;
    if (mode < TRIANGLES || positions == LOPE_GLTF_NONE) return true;
    bool packed = lope_gltf_extension(g, json, "KHR_draco_mesh_compression").json != NULL;
    if (packed && lope_gltf_member(g, lope_gltf_at(&g->accessors, positions), "bufferView").json == NULL)
        return lope_gltf_refuse_extension(g, "KHR_draco_mesh_compression");
    if (!lope_gltf_accessor_open(g, positions, 3, &p->positions)) return false;
    if (indices != LOPE_GLTF_NONE && !lope_gltf_accessor_open(g, indices, 1, &p->indices)) return false;
    if (indices != LOPE_GLTF_NONE && p->indices.kind != 5121 && p->indices.kind != 5123 && p->indices.kind != 5125)
        return lope_gltf_fail(g, lope_gltf_at(&g->accessors, indices), "componentType",
                              "expected 5121, 5123 or 5125 for indices");
    p->corners = indices != LOPE_GLTF_NONE ? p->indices.count : p->positions.count;
    return (skin == LOPE_GLTF_NONE || lope_gltf_skin_open(g, &r->nodes, skin, attributes, &p->skin)) &&
           open_targets(g, node, mesh, json, p);
}

// Fills `to` with where a vertex ends, and `place` with what took it there.
static bool read_vertex(reader *r, const primitive *p, uint32_t vertex, lope_scene_affine *place, double to[3])
{
    double point[3];
    if (vertex >= p->positions.count) {
        return lope_gltf_fail(&r->gltf, p->item, NULL, "index %u, expected less than its %u vertices; export it again",
                              (unsigned)vertex, (unsigned)p->positions.count);
    }
    lope_gltf_accessor_read(&p->positions, vertex, point);
    for (uint32_t i = 0; i < p->target_count; i++) {
        double offset[3];
        lope_gltf_accessor_read(&p->targets[i], vertex, offset);
        for (int k = 0; k < 3; k++) point[k] += p->target_weights[i] * offset[k];
    }
    if (p->skin.set_count > 0 && !lope_gltf_skin_place(&r->gltf, &p->skin, vertex, place)) return false;
    lope_scene_affine_apply(place, point, to);
    return true;
}

// The corner `k` of triangle `i` among a primitive's corners (glTF 2.0, 3.7.2.1). Odd triangles of a strip
// are turned round.
static uint32_t corner_of(uint32_t mode, uint32_t i, uint32_t k)
{
    if (mode == TRIANGLES) return 3 * i + k;
    if (mode == FAN) return k == 2 ? 0 : i + 1 + k;
    return k == 0 ? i : i + (k == 1 ? 1 + i % 2 : 2 - i % 2);
}

static bool read_triangles(reader *r, const primitive *p, const lope_scene_affine *place)
{
    uint32_t count = p->mode == TRIANGLES ? p->corners / 3 : p->corners < 3 ? 0 : p->corners - 2;
    if (!lope_scene_mesh_build_check(&r->builder, count)) return false;
    for (uint32_t i = 0; i < count; i++) {
        double corners[3][3];
        if (!lope_gltf_spend(&r->gltf, 3 + 3 * p->target_count + 3 * p->skin.set_count)) return false;
        lope_scene_affine used = *place;
        for (uint32_t k = 0; k < 3; k++) {
            uint32_t corner = corner_of(p->mode, i, k);
            if (p->indices.count > 0) corner = lope_gltf_accessor_integer(&p->indices, corner);
            if (!read_vertex(r, p, corner, &used, corners[k])) return false;
        }
        if (lope_scene_affine_determinant(&used) < 0.0) {
            double swapped[3];
            memcpy(swapped, corners[0], sizeof swapped);
            memcpy(corners[0], corners[2], sizeof swapped);
            memcpy(corners[2], swapped, sizeof swapped);
        }
        if (!lope_scene_mesh_build_triangle(&r->builder, corners)) return false;
    }
    return true;
}

// A node without a name is called by its number, as others do.
static bool read_primitive(reader *r, uint32_t index, lope_gltf_item mesh, lope_gltf_item json, const instances *all)
{
    lope_gltf_item node = lope_gltf_at(&r->gltf.nodes, index);
    const char *name = lope_gltf_text(&r->gltf, node, "name");
    char number[32];
    snprintf(number, sizeof number, "nodes[%u]", (unsigned)index);
    primitive p = {0};
    bool good = open_primitive(r, node, mesh, json, &p);
    uint32_t count = p.skin.set_count > 0 ? 1 : all->count;
    for (uint32_t i = 0; good && p.corners > 0 && i < count; i++) {
        lope_scene_affine place = instance_place(all, i, &r->nodes.places[index]);
        good = lope_gltf_spend(&r->gltf, 1) &&
               lope_scene_mesh_build_object(&r->builder, name == NULL || name[0] == 0 ? number : name, p.material) &&
               read_triangles(r, &p, &place);
    }
    lope_gltf_skin_close(&p.skin);
    return good;
}

static bool read_node(reader *r, uint32_t index)
{
    lope_gltf *g = &r->gltf;
    lope_gltf_item node = lope_gltf_at(&g->nodes, index);
    uint32_t mesh = LOPE_GLTF_NONE;
    instances all;
    if (!lope_gltf_spend(g, 1) || !lope_gltf_index(g, node, "mesh", &g->meshes, &mesh)) return false;
    if (mesh == LOPE_GLTF_NONE) return true;
    if (!open_instances(g, node, &all)) return false;
    lope_gltf_item item = lope_gltf_at(&g->meshes, mesh);
    const cJSON *primitives = lope_gltf_member(g, item, "primitives").json;
    if (!cJSON_IsArray(primitives)) return lope_gltf_fail(g, item, "primitives", "is missing, expected a list; export it again");
    for (const cJSON *at = primitives->child; at != NULL; at = at->next) {
        lope_gltf_item json = {at, item.list, item.index};
        if (!read_primitive(r, index, item, json, &all)) return false;
    }
    return true;
}

static bool read_materials(reader *r)
{
    for (uint32_t i = 0; i < r->gltf.materials.count; i++) {
        const char *name = lope_gltf_text(&r->gltf, lope_gltf_at(&r->gltf.materials, i), "name");
        if (!lope_scene_mesh_build_material(&r->builder, name == NULL ? "" : name)) return false;
    }
    return true;
}

bool lope_scene_gltf_read(lope_scene_mesh *mesh, const char *file, lope_scene_fault *fault)
{
    reader r = {.gltf = {.file = file, .fault = fault}, .builder = {.mesh = mesh, .file = file, .fault = fault}};
    bool good = lope_gltf_open(&r.gltf) && lope_gltf_nodes_open(&r.gltf, &r.nodes) && read_materials(&r);
    for (uint32_t i = 0; good && i < r.nodes.count; i++) good = read_node(&r, r.nodes.order[i]);
    good = good && lope_scene_mesh_build_end(&r.builder);
    lope_gltf_nodes_close(&r.nodes);
    lope_gltf_close(&r.gltf);
    return good;
}
