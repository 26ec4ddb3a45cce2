// mesh_data.h - a triangle mesh in memory.
//
// A mesh is one list of welded points (equal to the bit, so that shared corners stay shared), triangles counter-clockwise
// seen from outside, and the objects of the file as ranges of triangles. Node transforms are baked in; scale and axes are
// those of the file. Read next: mesh.h, which reads it.
#ifndef LOPE_SCENE_MESH_DATA_H
#define LOPE_SCENE_MESH_DATA_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define LOPE_SCENE_NO_MATERIAL UINT32_MAX
#define LOPE_SCENE_LARGEST_MESH 0x7fffffff // bytes of a mesh file

typedef struct lope_scene_object {
    char *name;
    uint32_t first_triangle, triangle_count, material;
} lope_scene_object;

typedef struct lope_scene_mesh {
    float *points;     // x, y, z each
    uint32_t *indices; // 3 a triangle
    lope_scene_object *objects;
    char **materials; // names
    uint32_t point_count, triangle_count, object_count, material_count;
} lope_scene_mesh;

// Frees what a mesh owns and leaves it empty.
void lope_scene_mesh_free(lope_scene_mesh *mesh);

// Returns a copy of an object's or a material's name, from malloc; NULL when memory is short.
char *lope_scene_mesh_copy_name(const char *name);

// Makes points that are equal to the bit one point, in order of first appearance. -0 counts as 0. Returns false when
// memory is short.
bool lope_scene_mesh_weld(lope_scene_mesh *mesh);

#endif
