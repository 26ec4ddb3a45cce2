// gltf_file.h - opens a glTF file: its JSON or its GLB chunks, its version and its lists. Read next:
// gltf_file.c.
#ifndef LOPE_SCENE_GLTF_FILE_H
#define LOPE_SCENE_GLTF_FILE_H

#include "gltf_json.h"

// Opens a file, text or GLB by its first bytes. `g` must be zero but for file and fault. Returns false on a
// fault; close it all the same.
bool lope_gltf_open(lope_gltf *g);

// Frees what lope_gltf_open made.
void lope_gltf_close(lope_gltf *g);

#endif
