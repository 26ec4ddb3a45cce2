// mesh_import.h - reads a mesh through assimp. Read next: mesh_import.c.
#ifndef LOPE_SCENE_MESH_IMPORT_H
#define LOPE_SCENE_MESH_IMPORT_H

#include "fault.h"
#include "mesh_data.h"

// Reads a mesh file of any format that assimp knows. Returns false on a fault.
bool lope_scene_mesh_import(lope_scene_mesh *mesh, const char *file, lope_scene_fault *fault);

#endif
