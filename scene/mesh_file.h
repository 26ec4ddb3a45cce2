// mesh_file.h - reads and writes .lmesh, lope's own mesh file.
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
// Read next: mesh_file.c.
#ifndef LOPE_SCENE_MESH_FILE_H
#define LOPE_SCENE_MESH_FILE_H

#include "fault.h"
#include "mesh_data.h"

// Reads an .lmesh file. Returns false on a fault.
bool lope_scene_mesh_load(lope_scene_mesh *mesh, const char *file, lope_scene_fault *fault);

// Writes an .lmesh file. Returns false on a fault.
bool lope_scene_mesh_write(const lope_scene_mesh *mesh, const char *file, lope_scene_fault *fault);

// Returns the bytes of an .lmesh file, from malloc; NULL when memory is short.
unsigned char *lope_scene_mesh_encode(const lope_scene_mesh *mesh, size_t *size);

// Reads the bytes of an .lmesh file. `file` names it in faults. Returns false on a fault.
bool lope_scene_mesh_decode(lope_scene_mesh *mesh, const unsigned char *bytes, size_t size, const char *file,
                            lope_scene_fault *fault);

// Returns the FNV-1a hash of some bytes.
uint64_t lope_scene_mesh_hash(const unsigned char *bytes, size_t size);

#endif
