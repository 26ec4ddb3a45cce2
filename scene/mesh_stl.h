// mesh_stl.h - finds out whether an .stl is whole. Read next: mesh_stl.c.
#ifndef LOPE_SCENE_MESH_STL_H
#define LOPE_SCENE_MESH_STL_H

#include "fault.h"

#include <stddef.h>

// Refuses an .stl that was cut off. Returns false then.
bool lope_scene_stl_check(const char *text, size_t length, const char *file, lope_scene_fault *fault);

#endif
