// mesh_ply.h - finds out whether a .ply holds all that its header says. Read next: mesh_ply.c.
#ifndef LOPE_SCENE_MESH_PLY_H
#define LOPE_SCENE_MESH_PLY_H

#include "fault.h"

#include <stddef.h>

// Refuses the text of a .ply with a broken header, or with a body shorter than the header says. Returns false then.
bool lope_scene_ply_check(const char *text, size_t length, const char *file, lope_scene_fault *fault);

#endif
