// mesh_import.h - reads a mesh through assimp. Read next: mesh_import.c.
#ifndef LOPE_SCENE_MESH_IMPORT_H
#define LOPE_SCENE_MESH_IMPORT_H

#include "fault.h"
#include "mesh_data.h"

// Reads a mesh file of any format that assimp knows. Returns false on a fault.
bool lope_scene_mesh_import(lope_scene_mesh *mesh, const char *file, lope_scene_fault *fault);

// The same for an .obj, of which assimp sees what lope_scene_obj_text makes of it.
bool lope_scene_mesh_import_obj(lope_scene_mesh *mesh, const char *file, lope_scene_fault *fault);

#endif
