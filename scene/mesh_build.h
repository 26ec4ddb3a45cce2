// mesh_build.h - builds a mesh corner by corner, for readers that do not know its size beforehand.
//
// Every triangle brings three points of its own; welding makes equal ones one. Read next: mesh_build.c.
#ifndef LOPE_SCENE_MESH_BUILD_H
#define LOPE_SCENE_MESH_BUILD_H

#include "fault.h"
#include "mesh_data.h"

// More is refused: 12 bytes a point before welding, and a tree in memory behind it.
#define LOPE_SCENE_MOST_TRIANGLES 20000000u

typedef struct lope_scene_mesh_builder {
    lope_scene_mesh *mesh;
    const char *file; // for faults
    lope_scene_fault *fault;
    size_t triangle_room, object_room, material_room;
} lope_scene_mesh_builder;

// Adds a material. Returns false on a fault.
bool lope_scene_mesh_build_material(lope_scene_mesh_builder *builder, const char *name);

// Begins an object, to which the triangles that follow belong. Returns false on a fault.
bool lope_scene_mesh_build_object(lope_scene_mesh_builder *builder, const char *name, uint32_t material);

// Returns false, with a fault, when `more` triangles would be too many.
bool lope_scene_mesh_build_check(const lope_scene_mesh_builder *builder, uint32_t more);

// Adds a triangle by its corners, of which all must be finite as floats. Returns false on a fault.
bool lope_scene_mesh_build_triangle(lope_scene_mesh_builder *builder, double corners[3][3]);

// Drops objects without triangles and welds the points. Returns false on a fault, which an empty mesh is too.
bool lope_scene_mesh_build_end(lope_scene_mesh_builder *builder);

#endif
