// mesh_import.c - meshes through assimp: every triangle of every mesh under every node, where its node puts it.
//
// The node tree is walked here rather than flattened by assimp, so that nothing is joined: each mesh of each node stays an
// object with the node's name. assimp is asked to triangulate and, for FBX, to bring the file's unit to metres; no more.
// An FBX file's axes are turned here (mesh_fbx.c), and a 3MF file is brought to metres (mesh_3mf.c). It runs in a process of its own (mesh_process.c). Read next: mesh_obj.c, which looks over an .obj first.
#include "mesh_import.h"

#include "affine.h"
#include "mesh_3mf.h"
#include "mesh_fbx.h"
#include "mesh_memory.h"
#include "mesh_obj.h"
#include "mesh_units.h"

#include <assimp/cimport.h>
#include <assimp/config.h>
#include <assimp/postprocess.h>
#include <assimp/scene.h>

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct walk {
    const struct aiScene *scene;
    lope_scene_mesh *mesh; // NULL members: the first walk, which counts
    const char *file;
    lope_scene_fault *fault;
    size_t points, triangles, objects;
} walk;

static lope_scene_affine from_assimp(const struct aiMatrix4x4 *t)
{
    lope_scene_affine a = {{(double)t->a1, (double)t->a2, (double)t->a3, (double)t->a4, (double)t->b1, (double)t->b2,
                            (double)t->b3, (double)t->b4, (double)t->c1, (double)t->c2, (double)t->c3, (double)t->c4}};
    return a;
}

static bool copy_points(walk *w, const struct aiMesh *from, const lope_scene_affine *place)
{
    for (unsigned i = 0; i < from->mNumVertices; i++) {
        double point[3] = {(double)from->mVertices[i].x, (double)from->mVertices[i].y, (double)from->mVertices[i].z}, to[3];
        lope_scene_affine_apply(place, point, to);
        for (size_t row = 0; row < 3; row++) {
            float value = (float)to[row];
            if (!isfinite(value)) {
                return lope_scene_fail(w->fault, LOPE_SCENE_BAD_INPUT,
                                       "%s: vertex %u of mesh \"%.60s\" is not finite, expected finite coordinates", w->file, i,
                                       from->mName.data);
            }
            w->mesh->points[3 * (w->points + i) + row] = value;
        }
    }
    return true;
}

static bool copy_triangles(walk *w, const struct aiMesh *from, bool mirrored)
{
    size_t at = 3 * w->triangles;
    for (unsigned i = 0; i < from->mNumFaces; i++) {
        const struct aiFace *face = &from->mFaces[i];
        if (face->mNumIndices != 3) continue;
        for (unsigned k = 0; k < 3; k++) {
            unsigned index = face->mIndices[mirrored ? 2 - k : k];
            if (index >= from->mNumVertices) {
                return lope_scene_fail(w->fault, LOPE_SCENE_BAD_INPUT,
                                       "%s: face %u of mesh \"%.60s\" has index %u, expected less than its %u vertices", w->file,
                                       i, from->mName.data, index, from->mNumVertices);
            }
            w->mesh->indices[at++] = (uint32_t)(w->points + index);
        }
    }
    return true;
}

static uint32_t count_triangles(const struct aiMesh *from)
{
    uint32_t count = 0;
    for (unsigned i = 0; i < from->mNumFaces; i++) count += from->mFaces[i].mNumIndices == 3 ? 1u : 0u;
    return count;
}

static bool copy_mesh(walk *w, const struct aiMesh *from, const struct aiNode *node, const lope_scene_affine *place,
                      uint32_t triangles)
{
    lope_scene_object *object = &w->mesh->objects[w->objects];
    object->name = lope_scene_mesh_copy_name(node->mName.length > 0 ? node->mName.data : from->mName.data);
    object->first_triangle = (uint32_t)w->triangles;
    object->triangle_count = triangles;
    object->material = from->mMaterialIndex < w->mesh->material_count ? from->mMaterialIndex : LOPE_SCENE_NO_MATERIAL;
    w->mesh->object_count++;
    if (object->name == NULL) return lope_scene_fail(w->fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory", w->file);
    return copy_points(w, from, place) && copy_triangles(w, from, lope_scene_affine_determinant(place) < 0.0);
}

// Depth first, so objects come in the file's order. 256 levels: a deeper tree is a broken file.
static bool walk_node(walk *w, const struct aiNode *node, const lope_scene_affine *parent, unsigned depth)
{
    if (depth > 256)
        return lope_scene_fail(w->fault, LOPE_SCENE_BAD_INPUT, "%s: nodes lie deeper than 256 in each other", w->file);
    lope_scene_affine own = from_assimp(&node->mTransformation);
    lope_scene_affine place = lope_scene_affine_multiply(parent, &own);
    for (unsigned i = 0; i < node->mNumMeshes; i++) {
        const struct aiMesh *from = w->scene->mMeshes[node->mMeshes[i]];
        uint32_t triangles = count_triangles(from);
        if (triangles == 0) continue;
        if (w->mesh->points != NULL && !copy_mesh(w, from, node, &place, triangles)) return false;
        w->points += from->mNumVertices;
        w->triangles += triangles;
        w->objects++;
    }
    for (unsigned i = 0; i < node->mNumChildren; i++) {
        if (!walk_node(w, node->mChildren[i], &place, depth + 1)) return false;
    }
    return true;
}

static bool allocate(walk *w)
{
    lope_scene_mesh *mesh = w->mesh;
    if (w->triangles == 0) {
        return lope_scene_fail(w->fault, LOPE_SCENE_BAD_INPUT, "%s: no triangles in it, expected a mesh with at least one",
                               w->file);
    }
    if (w->points > 0x40000000u || w->triangles > 0x20000000u) {
        return lope_scene_fail(w->fault, LOPE_SCENE_BAD_INPUT, "%s: more triangles than 500 million, expected fewer", w->file);
    }
    mesh->points = malloc(3 * w->points * sizeof(float));
    mesh->indices = malloc(3 * w->triangles * sizeof(uint32_t));
    mesh->objects = calloc(w->objects, sizeof *mesh->objects);
    mesh->materials = calloc((size_t)w->scene->mNumMaterials + 1, sizeof *mesh->materials);
    if (mesh->points == NULL || mesh->indices == NULL || mesh->objects == NULL || mesh->materials == NULL) {
        return lope_scene_fail(w->fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory", w->file);
    }
    for (unsigned i = 0; i < w->scene->mNumMaterials; i++) {
        struct aiString name;
        bool named = aiGetMaterialString(w->scene->mMaterials[i], AI_MATKEY_NAME, &name) == aiReturn_SUCCESS;
        mesh->materials[i] = lope_scene_mesh_copy_name(named ? name.data : "");
        mesh->material_count++;
        if (mesh->materials[i] == NULL) return lope_scene_fail(w->fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory", w->file);
    }
    return true;
}

static bool copy_scene(walk *w, const lope_scene_affine *axes)
{
    if (!walk_node(w, w->scene->mRootNode, axes, 0) || !allocate(w)) return false;
    w->mesh->point_count = (uint32_t)w->points;
    w->mesh->triangle_count = (uint32_t)w->triangles;
    w->points = w->triangles = w->objects = 0;
    if (!walk_node(w, w->scene->mRootNode, axes, 0)) return false;
    return lope_scene_mesh_weld(w->mesh) || lope_scene_fail(w->fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory", w->file);
}

// Brings a 3MF file's points from its own unit to metres; its axes stay. Returns false on a fault.
static bool scale_3mf(lope_scene_mesh *mesh, const char *file, lope_scene_fault *fault)
{
    const double metres = lope_scene_3mf_metres(file, fault);
    if (!(metres > 0.0)) return false;
    const double scale[3] = {metres, metres, metres};
    return lope_scene_mesh_convert(mesh, LOPE_SCENE_UP_Y, scale) ||
           lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%s: has a point further out than 1e9 m, expected less", file);
}

static bool ends_with_fbx(const char *file)
{
    size_t length = strlen(file);
    return length > 4 && (strcmp(file + length - 4, ".fbx") == 0 || strcmp(file + length - 4, ".FBX") == 0);
}

// io NULL: the disk.
static bool import(lope_scene_mesh *mesh, const char *file, struct aiFileIO *io, lope_scene_fault *fault)
{
    const bool fbx = ends_with_fbx(file);
    unsigned flags = aiProcess_Triangulate | (fbx ? (unsigned)aiProcess_GlobalScale : 0u);
    struct aiPropertyStore *properties = aiCreatePropertyStore();
    if (properties == NULL) return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory", file);
    // Normals, colours and texture coordinates are of no use here and cost time.
    aiSetImportPropertyInteger(properties, AI_CONFIG_IMPORT_NO_SKELETON_MESHES, 1);
    const struct aiScene *scene = aiImportFileExWithProperties(file, flags, io, properties);
    aiReleasePropertyStore(properties);
    if (scene == NULL || scene->mRootNode == NULL) {
        const char *why = aiGetErrorString();
        lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%s: cannot be read as a mesh (%.200s); export it again, or as .glb or .obj",
                        file, why == NULL || why[0] == 0 ? "assimp gives no reason" : why);
        if (scene != NULL) aiReleaseImport(scene);
        return false;
    }
    walk w = {.scene = scene, .mesh = mesh, .file = file, .fault = fault};
    const lope_scene_affine axes = fbx ? lope_scene_fbx_axes(scene) : lope_scene_affine_identity();
    bool good = copy_scene(&w, &axes);
    aiReleaseImport(scene);
    return good;
}

bool lope_scene_mesh_import(lope_scene_mesh *mesh, const char *file, lope_scene_fault *fault)
{
    // assimp's own words for a file that is not there are about formats.
    FILE *stream = fopen(file, "rb");
    if (stream == NULL)
        return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%s: cannot be read (%s), expected a mesh file", file,
                               strerror(errno));
    fclose(stream);
    return import(mesh, file, NULL, fault) && (!lope_scene_3mf_is_named(file) || scale_3mf(mesh, file, fault));
}

bool lope_scene_mesh_import_obj(lope_scene_mesh *mesh, const char *file, lope_scene_fault *fault)
{
    lope_scene_memory_file memory = {.name = file};
    char *text = lope_scene_obj_text(file, &memory.size, fault);
    if (text == NULL) return false;
    memory.text = text;
    struct aiFileIO io = lope_scene_memory_io(&memory);
    bool good = import(mesh, file, &io, fault);
    free(text);
    return good;
}
