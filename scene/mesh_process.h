// mesh_process.h - runs a reader of mesh files in a process of its own. Read next: mesh_process.c.
#ifndef LOPE_SCENE_MESH_PROCESS_H
#define LOPE_SCENE_MESH_PROCESS_H

#include "fault.h"
#include "mesh_data.h"

typedef bool lope_scene_mesh_reader(lope_scene_mesh *mesh, const char *file, lope_scene_fault *fault);

// Reads a file with `reader` in a process of its own, so that a crash, a hang or too much memory of the
// reader is a fault in words and no more. Where there is no fork (Windows) the reader is called directly.
// Returns false on a fault.
bool lope_scene_mesh_read_apart(lope_scene_mesh_reader *reader, lope_scene_mesh *mesh, const char *file, lope_scene_fault *fault);

#endif
