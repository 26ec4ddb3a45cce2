// mesh_memory.h - gives assimp one file from memory and all others from the disk. Read next: mesh_memory.c.
#ifndef LOPE_SCENE_MESH_MEMORY_H
#define LOPE_SCENE_MESH_MEMORY_H

#include <assimp/cfileio.h>

#include <stddef.h>

// A file's name and the text that stands for its contents.
typedef struct lope_scene_memory_file {
    const char *name, *text;
    size_t size;
} lope_scene_memory_file;

// Returns the file system for aiImportFileEx. `file` must outlive it.
struct aiFileIO lope_scene_memory_io(lope_scene_memory_file *file);

#endif
