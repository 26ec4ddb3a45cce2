// gltf_extensions.h - refuses a glTF file that requires an extension which is not read. Read next:
// gltf_extensions.c.
#ifndef LOPE_SCENE_GLTF_EXTENSIONS_H
#define LOPE_SCENE_GLTF_EXTENSIONS_H

#include "gltf_json.h"

// Looks over `extensionsRequired`. Returns false, with the extension's name and the remedy, when one is not
// read.
bool lope_gltf_check_extensions(lope_gltf *g);

// Refuses an extension by its name, with the remedy. Returns false.
bool lope_gltf_refuse_extension(const lope_gltf *g, const char *name);

#endif
