// mesh.h - reads triangle meshes from files: .lmesh, .gltf and .glb by readers of its own, all else by assimp
// in a process of its own, so that every file is read or refused and none ends or hangs the program.
//
// Read next: mesh_data.h for a mesh in memory, mesh_import.c, mesh_file.c.
#ifndef LOPE_SCENE_MESH_H
#define LOPE_SCENE_MESH_H

#include "fault.h"
#include "mesh_data.h"
#include "mesh_units.h"

// Reads a mesh by the extension of the file. On a fault, which names the file, the mesh is empty and
// the function returns false.
bool lope_scene_mesh_read(lope_scene_mesh *mesh, const char *file, lope_scene_fault *fault);

// Reads a mesh file and brings it into metres. units: NULL is metres, y up. Returns false on a fault; the
// mesh is then empty.
bool lope_scene_mesh_read_units(lope_scene_mesh *mesh, const char *file, const lope_scene_units *units, lope_scene_fault *fault);

// Returns whether the name of a file ends as that of a mesh does (.lmesh, .obj, .glb, ...).
bool lope_scene_mesh_is_named(const char *file);

#endif
