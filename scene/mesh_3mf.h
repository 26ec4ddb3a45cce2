// mesh_3mf.h - the unit that a 3MF file says it is in, which assimp does not hand on. Read next: mesh_3mf.c.
#ifndef LOPE_SCENE_MESH_3MF_H
#define LOPE_SCENE_MESH_3MF_H

#include "fault.h"

#include <stdbool.h>

// Returns whether the name of a file ends as that of a 3MF file does.
bool lope_scene_3mf_is_named(const char *file);

// Returns the metres in the unit of a 3MF file: the millimetre where it names none. Returns 0 after a fault.
double lope_scene_3mf_metres(const char *file, lope_scene_fault *fault);

#endif
