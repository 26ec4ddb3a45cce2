// gltf_read.h - reads the geometry of a glTF 2.0 file, .gltf or .glb. Read next: gltf_read.c.
#ifndef LOPE_SCENE_GLTF_READ_H
#define LOPE_SCENE_GLTF_READ_H

#include "fault.h"
#include "mesh_data.h"

// Reads the triangles of the file's scene; each primitive of each node, and each instance of it, is an object
// with the node's name. Returns false on a fault; the mesh must be freed all the same.
bool lope_scene_gltf_read(lope_scene_mesh *mesh, const char *file, lope_scene_fault *fault);

#endif
