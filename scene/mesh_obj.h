// mesh_obj.h - prepares the text of an .obj for assimp, and finds faults that assimp passes over. Read next:
// mesh_obj.c.
#ifndef LOPE_SCENE_MESH_OBJ_H
#define LOPE_SCENE_MESH_OBJ_H

#include "fault.h"

#include <stddef.h>

// Reads an .obj: without a byte order mark, with lines joined that end with a backslash. Refuses what
// lope_scene_obj_check refuses. Returns the text, from malloc; NULL after a fault.
char *lope_scene_obj_text(const char *file, size_t *length, lope_scene_fault *fault);

// Refuses an .obj that has a coordinate that is no finite number, or an index without a point, and names the line.
// Returns false then. Files of other faults pass.
bool lope_scene_obj_check(const char *file, lope_scene_fault *fault);

#endif
