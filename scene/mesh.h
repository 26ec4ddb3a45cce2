// mesh.h - triangle meshes from files: whatever assimp reads, and lope's own little-endian .lmesh.
//
// A mesh is one list of welded points (equal to the bit, so that shared corners stay shared), triangles counter-clockwise seen
// from outside, and the file's objects as ranges of triangles. Node transforms are baked in; scale and axes are as in the file.
//
// .lmesh, version 1, everything little-endian:
//   8 bytes  "LMESH\r\n\x1a"           (a text-mode copy breaks it, and is noticed)
//   u32 x 6  version, points, triangles, objects, materials, bytes of names
//   f32 x 3  for each point
//   u32 x 3  for each triangle
//   u32 x 5  for each object: first triangle, triangles, material (4294967295: none), name's first byte, name's length
//   u32 x 2  for each material: name's first byte, name's length
//   bytes    of all names
//   u64      FNV-1a hash of everything before it
//
// Read next: mesh_import.c, mesh_file.c.
#ifndef LOPE_SCENE_MESH_H
#define LOPE_SCENE_MESH_H

#include "fault.h"

#include <stddef.h>
#include <stdint.h>

#define LOPE_SCENE_NO_MATERIAL UINT32_MAX

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

// By the file's extension: .lmesh, else assimp. On a fault (which names the file) the mesh is empty.
bool lope_scene_mesh_read(lope_scene_mesh *mesh, const char *file, lope_scene_fault *fault);
// The two readers behind it: assimp, and .lmesh.
bool lope_scene_mesh_import(lope_scene_mesh *mesh, const char *file, lope_scene_fault *fault);
bool lope_scene_mesh_load(lope_scene_mesh *mesh, const char *file, lope_scene_fault *fault);
bool lope_scene_mesh_write(const lope_scene_mesh *mesh, const char *file, lope_scene_fault *fault);
void lope_scene_mesh_free(lope_scene_mesh *mesh);

// True when the file's name ends as a mesh's does (.lmesh, .obj, .glb, ...).
bool lope_scene_mesh_is_named(const char *file);

// The .lmesh image in memory, for tests and tools. encode: from malloc, NULL when out of memory. decode: `file` is for the fault.
unsigned char *lope_scene_mesh_encode(const lope_scene_mesh *mesh, size_t *size);
bool lope_scene_mesh_decode(lope_scene_mesh *mesh, const unsigned char *bytes, size_t size, const char *file,
                            lope_scene_fault *fault);
uint64_t lope_scene_mesh_hash(const unsigned char *bytes, size_t size); // FNV-1a

// Makes points equal to the bit one point, in order of first appearance (-0 counts as 0). False: out of memory.
bool lope_scene_mesh_weld(lope_scene_mesh *mesh);

// Refuses an .obj with a coordinate that is no finite number or an index without a point, naming the line. Others pass.
bool lope_scene_obj_check(const char *file, lope_scene_fault *fault);

#endif
