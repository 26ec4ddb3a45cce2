// mesh_file.c - lope's own mesh file, .lmesh: the layout is in mesh.h.
//
// Golden runs read this and not an importer's idea of a text file, so the same floats reach every machine. The reader trusts
// nothing: sizes are checked against the file before anything is allocated, then the hash, then every index.
// Read next: mesh.c.
#include "mesh_file.h"

#include "little_endian.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEADER 32 // bytes
#define OBJECT 20
#define MATERIAL 8
#define VERSION 1u

static const unsigned char magic[8] = {'L', 'M', 'E', 'S', 'H', '\r', '\n', 0x1a};

uint64_t lope_scene_mesh_hash(const unsigned char *bytes, size_t size)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < size; i++) hash = (hash ^ bytes[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static unsigned char *put_u32(unsigned char *at, uint32_t value)
{
    for (int i = 0; i < 4; i++) *at++ = (unsigned char)(value >> (8 * i) & 255u);
    return at;
}

static uint64_t get_u64(const unsigned char *at)
{
    return (uint64_t)lope_scene_u32_at(at) | (uint64_t)lope_scene_u32_at(at + 4) << 32;
}

static size_t names_size(const lope_scene_mesh *mesh)
{
    size_t size = 0;
    for (uint32_t i = 0; i < mesh->object_count; i++) size += strlen(mesh->objects[i].name);
    for (uint32_t i = 0; i < mesh->material_count; i++) size += strlen(mesh->materials[i]);
    return size;
}

static unsigned char *put_name(unsigned char *at, const char *name, uint32_t *offset)
{
    uint32_t length = (uint32_t)strlen(name);
    at = put_u32(put_u32(at, *offset), length);
    *offset += length;
    return at;
}

static unsigned char *put_body(unsigned char *at, const lope_scene_mesh *mesh)
{
    for (size_t i = 0; i < 3 * (size_t)mesh->point_count; i++) {
        uint32_t bits;
        memcpy(&bits, &mesh->points[i], sizeof bits);
        at = put_u32(at, bits);
    }
    for (size_t i = 0; i < 3 * (size_t)mesh->triangle_count; i++) at = put_u32(at, mesh->indices[i]);
    uint32_t offset = 0;
    for (uint32_t i = 0; i < mesh->object_count; i++) {
        const lope_scene_object *object = &mesh->objects[i];
        at = put_u32(put_u32(put_u32(at, object->first_triangle), object->triangle_count), object->material);
        at = put_name(at, object->name, &offset);
    }
    for (uint32_t i = 0; i < mesh->material_count; i++) at = put_name(at, mesh->materials[i], &offset);
    for (uint32_t i = 0; i < mesh->object_count; i++) {
        size_t length = strlen(mesh->objects[i].name);
        memcpy(at, mesh->objects[i].name, length);
        at += length;
    }
    for (uint32_t i = 0; i < mesh->material_count; i++) {
        size_t length = strlen(mesh->materials[i]);
        memcpy(at, mesh->materials[i], length);
        at += length;
    }
    return at;
}

unsigned char *lope_scene_mesh_encode(const lope_scene_mesh *mesh, size_t *size)
{
    size_t names = names_size(mesh);
    *size = HEADER + 12 * ((size_t)mesh->point_count + mesh->triangle_count) + OBJECT * (size_t)mesh->object_count +
            MATERIAL * (size_t)mesh->material_count + names + 8;
    unsigned char *bytes = malloc(*size);
    if (bytes == NULL) return NULL;
    memcpy(bytes, magic, sizeof magic);
    unsigned char *at = put_u32(bytes + sizeof magic, VERSION);
    at = put_u32(put_u32(put_u32(at, mesh->point_count), mesh->triangle_count), mesh->object_count);
    at = put_u32(put_u32(at, mesh->material_count), (uint32_t)names);
    at = put_body(at, mesh);
    uint64_t hash = lope_scene_mesh_hash(bytes, (size_t)(at - bytes));
    put_u32(put_u32(at, (uint32_t)(hash & 0xFFFFFFFFu)), (uint32_t)(hash >> 32));
    return bytes;
}

bool lope_scene_mesh_write(const lope_scene_mesh *mesh, const char *file, lope_scene_fault *fault)
{
    size_t size = 0;
    unsigned char *bytes = lope_scene_mesh_encode(mesh, &size);
    if (bytes == NULL) return lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory", file);
    FILE *stream = fopen(file, "wb");
    bool good = stream != NULL && fwrite(bytes, 1, size, stream) == size;
    if (stream != NULL && fclose(stream) != 0) good = false;
    free(bytes);
    return good || lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: cannot be written (%s)", file, strerror(errno));
}

// Where the parts of a file begin.
typedef struct layout {
    const unsigned char *points, *triangles, *objects, *materials, *names;
    uint32_t names_size;
} layout;

static bool refuse(const char *file, lope_scene_fault *fault, const char *text)
{
    return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%s: %s", file, text);
}

static bool check_frame(lope_scene_mesh *mesh, const unsigned char *bytes, size_t size, const char *file, lope_scene_fault *fault,
                        layout *parts)
{
    if (size < HEADER + 8) return refuse(file, fault, "too short for an .lmesh file; make it again with lope convert");
    if (memcmp(bytes, magic, sizeof magic) != 0)
        return refuse(file, fault, "does not begin as an .lmesh file; make one with lope convert");
    uint32_t version = lope_scene_u32_at(bytes + 8);
    if (version != VERSION) {
        return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%s: .lmesh version %u, expected 1; make it again with lope convert",
                               file, (unsigned)version);
    }
    mesh->point_count = lope_scene_u32_at(bytes + 12);
    mesh->triangle_count = lope_scene_u32_at(bytes + 16);
    mesh->object_count = lope_scene_u32_at(bytes + 20);
    mesh->material_count = lope_scene_u32_at(bytes + 24);
    parts->names_size = lope_scene_u32_at(bytes + 28);
    uint64_t points = 12 * (uint64_t)mesh->point_count, triangles = 12 * (uint64_t)mesh->triangle_count;
    uint64_t objects = OBJECT * (uint64_t)mesh->object_count, materials = MATERIAL * (uint64_t)mesh->material_count;
    if (HEADER + points + triangles + objects + materials + parts->names_size + 8 != (uint64_t)size) {
        return refuse(file, fault, "its size does not fit what it says it holds; make it again with lope convert");
    }
    if (get_u64(bytes + size - 8) != lope_scene_mesh_hash(bytes, size - 8)) {
        return refuse(file, fault, "its hash is wrong, so some of it was changed; make it again with lope convert");
    }
    if (mesh->triangle_count == 0) return refuse(file, fault, "no triangles in it, expected a mesh with at least one");
    parts->points = bytes + HEADER;
    parts->triangles = parts->points + points;
    parts->objects = parts->triangles + triangles;
    parts->materials = parts->objects + objects;
    parts->names = parts->materials + materials;
    return true;
}

// A name as text; NULL when it lies outside the names or memory is out.
static char *get_name(const layout *parts, const unsigned char *at)
{
    uint32_t offset = lope_scene_u32_at(at), length = lope_scene_u32_at(at + 4);
    if (offset > parts->names_size || length > parts->names_size - offset) return NULL;
    char *name = malloc((size_t)length + 1);
    if (name == NULL) return NULL;
    memcpy(name, parts->names + offset, length);
    name[length] = 0;
    return name;
}

static bool get_objects(lope_scene_mesh *mesh, const char *file, lope_scene_fault *fault, const layout *parts)
{
    for (uint32_t i = 0; i < mesh->object_count; i++) {
        lope_scene_object *object = &mesh->objects[i];
        const unsigned char *at = parts->objects + OBJECT * (size_t)i;
        object->first_triangle = lope_scene_u32_at(at);
        object->triangle_count = lope_scene_u32_at(at + 4);
        object->material = lope_scene_u32_at(at + 8);
        object->name = get_name(parts, at + 12);
        bool inside = object->first_triangle <= mesh->triangle_count &&
                      object->triangle_count <= mesh->triangle_count - object->first_triangle;
        bool material = object->material == LOPE_SCENE_NO_MATERIAL || object->material < mesh->material_count;
        if (object->name == NULL || !inside || !material) {
            return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT,
                                   "%s: object %u points outside the file; make it again with lope convert", file, (unsigned)i);
        }
    }
    for (uint32_t i = 0; i < mesh->material_count; i++) {
        mesh->materials[i] = get_name(parts, parts->materials + MATERIAL * (size_t)i);
        if (mesh->materials[i] == NULL) {
            return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT,
                                   "%s: material %u points outside the file; make it again with lope convert", file, (unsigned)i);
        }
    }
    return true;
}

static bool get_geometry(lope_scene_mesh *mesh, const char *file, lope_scene_fault *fault, const layout *parts)
{
    for (size_t i = 0; i < 3 * (size_t)mesh->point_count; i++) {
        uint32_t bits = lope_scene_u32_at(parts->points + 4 * i);
        memcpy(&mesh->points[i], &bits, sizeof bits);
        if (!isfinite(mesh->points[i])) {
            return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%s: point %u is not finite, expected finite coordinates", file,
                                   (unsigned)(i / 3));
        }
    }
    for (size_t i = 0; i < 3 * (size_t)mesh->triangle_count; i++) {
        mesh->indices[i] = lope_scene_u32_at(parts->triangles + 4 * i);
        if (mesh->indices[i] >= mesh->point_count) {
            return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%s: triangle %u has index %u, expected less than its %u points",
                                   file, (unsigned)(i / 3), (unsigned)mesh->indices[i], (unsigned)mesh->point_count);
        }
    }
    return true;
}

bool lope_scene_mesh_decode(lope_scene_mesh *mesh, const unsigned char *bytes, size_t size, const char *file,
                            lope_scene_fault *fault)
{
    memset(mesh, 0, sizeof *mesh);
    layout parts = {0};
    bool good = check_frame(mesh, bytes, size, file, fault, &parts);
    if (good) {
        mesh->points = malloc(12 * (size_t)mesh->point_count + 1);
        mesh->indices = malloc(12 * (size_t)mesh->triangle_count);
        mesh->objects = calloc((size_t)mesh->object_count + 1, sizeof *mesh->objects);
        mesh->materials = calloc((size_t)mesh->material_count + 1, sizeof *mesh->materials);
        good = mesh->points != NULL && mesh->indices != NULL && mesh->objects != NULL && mesh->materials != NULL;
        if (!good) lope_scene_fail(fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory", file);
    }
    good = good && get_geometry(mesh, file, fault, &parts) && get_objects(mesh, file, fault, &parts);
    if (!good) lope_scene_mesh_free(mesh);
    return good;
}

bool lope_scene_mesh_load(lope_scene_mesh *mesh, const char *file, lope_scene_fault *fault)
{
    FILE *stream = fopen(file, "rb");
    if (stream == NULL)
        return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT, "%s: cannot be read (%s), expected a mesh file", file,
                               strerror(errno));
    long size = fseek(stream, 0, SEEK_END) == 0 ? ftell(stream) : -1;
    unsigned char *bytes = size >= 0 && fseek(stream, 0, SEEK_SET) == 0 ? malloc((size_t)size + 1) : NULL;
    bool good = bytes != NULL && fread(bytes, 1, (size_t)size, stream) == (size_t)size;
    fclose(stream);
    if (!good) refuse(file, fault, "cannot be read, expected a mesh file");
    good = good && lope_scene_mesh_decode(mesh, bytes, (size_t)size, file, fault);
    free(bytes);
    return good;
}
