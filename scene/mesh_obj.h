// mesh_obj.h - finds faults in .obj files that assimp passes over. Read next: mesh_obj.c.
#ifndef LOPE_SCENE_MESH_OBJ_H
#define LOPE_SCENE_MESH_OBJ_H

#include "fault.h"

// Refuses an .obj that has a coordinate that is no finite number, or an index without a point, and names the line.
// Returns false then. Files of other faults pass.
bool lope_scene_obj_check(const char *file, lope_scene_fault *fault);

#endif
