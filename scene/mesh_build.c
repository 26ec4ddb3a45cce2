// mesh_build.c - builds a mesh corner by corner.
//
// Read next: gltf_read.c.
#include "mesh_build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static bool out_of_memory(const lope_scene_mesh_builder *b)
{
    return lope_scene_fail(b->fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory", b->file);
}

// Makes room for one element more. Returns the block, or NULL when memory is short; the old block stands
// then.
static void *grow(void *block, size_t used, size_t *room, size_t size)
{
    if (used < *room) return block;
    size_t more = *room == 0 ? 64 : *room * 2;
    void *larger = realloc(block, more * size);
    if (larger != NULL) *room = more;
    return larger;
}

bool lope_scene_mesh_build_material(lope_scene_mesh_builder *b, const char *name)
{
    lope_scene_mesh *mesh = b->mesh;
    char **materials = grow(mesh->materials, mesh->material_count, &b->material_room, sizeof *materials);
    if (materials == NULL) return out_of_memory(b);
    mesh->materials = materials;
    materials[mesh->material_count] = lope_scene_mesh_copy_name(name);
    if (materials[mesh->material_count] == NULL) return out_of_memory(b);
    mesh->material_count++;
    return true;
}

bool lope_scene_mesh_build_object(lope_scene_mesh_builder *b, const char *name, uint32_t material)
{
    lope_scene_mesh *mesh = b->mesh;
    uint32_t last = mesh->object_count;
    if (last > 0 && mesh->objects[last - 1].triangle_count == 0) free(mesh->objects[--mesh->object_count].name);
    lope_scene_object *objects = grow(mesh->objects, mesh->object_count, &b->object_room, sizeof *objects);
    if (objects == NULL) return out_of_memory(b);
    mesh->objects = objects;
    lope_scene_object object = {
        .name = lope_scene_mesh_copy_name(name), .first_triangle = mesh->triangle_count, .material = material};
    if (object.name == NULL) return out_of_memory(b);
    objects[mesh->object_count++] = object;
    return true;
}

bool lope_scene_mesh_build_check(const lope_scene_mesh_builder *b, uint32_t more)
{
    if (more <= LOPE_SCENE_MOST_TRIANGLES && b->mesh->triangle_count <= LOPE_SCENE_MOST_TRIANGLES - more) return true;
    return lope_scene_fail(b->fault, LOPE_SCENE_BAD_INPUT, "%s: more than %u million triangles, expected fewer", b->file,
                           LOPE_SCENE_MOST_TRIANGLES / 1000000u);
}

bool lope_scene_mesh_build_triangle(lope_scene_mesh_builder *b, double corners[3][3])
{
    lope_scene_mesh *mesh = b->mesh;
    lope_scene_object *object = &mesh->objects[mesh->object_count - 1];
    if (!lope_scene_mesh_build_check(b, 1)) return false;
    float *points = grow(mesh->points, mesh->triangle_count, &b->triangle_room, 9 * sizeof *points);
    if (points == NULL) return out_of_memory(b);
    mesh->points = points;
    for (size_t i = 0; i < 9; i++) {
        double x = corners[i / 3][i % 3];
        if (!(fabs(x) <= 3.0e38)) { // the largest float is 3.4e38
            return lope_scene_fail(b->fault, LOPE_SCENE_BAD_INPUT,
                                   "%s: triangle %u of object \"%.60s\" is not finite, expected finite coordinates", b->file,
                                   (unsigned)object->triangle_count, object->name);
        }
        points[9 * (size_t)mesh->triangle_count + i] = (float)x;
    }
    mesh->triangle_count++;
    object->triangle_count++;
    return true;
}

bool lope_scene_mesh_build_end(lope_scene_mesh_builder *b)
{
    lope_scene_mesh *mesh = b->mesh;
    if (mesh->triangle_count == 0) {
        return lope_scene_fail(b->fault, LOPE_SCENE_BAD_INPUT, "%s: no triangles in it, expected a mesh with at least one",
                               b->file);
    }
    uint32_t last = mesh->object_count;
    if (mesh->objects[last - 1].triangle_count == 0) free(mesh->objects[--mesh->object_count].name);
    mesh->point_count = 3 * mesh->triangle_count;
    mesh->indices = malloc((size_t)mesh->point_count * sizeof *mesh->indices);
    if (mesh->indices == NULL) return out_of_memory(b);
    for (uint32_t i = 0; i < mesh->point_count; i++) mesh->indices[i] = i;
    return lope_scene_mesh_weld(mesh) || out_of_memory(b);
}
