// mesh_off.h - finds out whether an .off holds all that its counts say. Read next: mesh_off.c.
#ifndef LOPE_SCENE_MESH_OFF_H
#define LOPE_SCENE_MESH_OFF_H

#include "fault.h"

#include <stddef.h>

// Refuses the text of an .off with fewer points or faces than it says, or a face of points that are not
// there. Returns false then.
bool lope_scene_off_check(const char *text, size_t length, const char *file, lope_scene_fault *fault);

#endif
