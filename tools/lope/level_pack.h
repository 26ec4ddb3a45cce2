// level_pack.h - a level in one piece for the page that plays: the scenario's text, and its meshes as .lmesh.
//
// All numbers are 32 bits, little-endian:
//   8 bytes  "LPACK\r\n\x1a"
//   text     name of the file; scenario's text, empty where the file is a mesh
//   u32      meshes, and of each the name that the scenario's reader asks for, and its bytes
//   A text has its length before it, and no end.
//
// Read next: viewer/play/pack.c, which reads it.
#ifndef LOPE_TOOL_LEVEL_PACK_H
#define LOPE_TOOL_LEVEL_PACK_H

#include "scene/scenario.h"

typedef struct tool_pack {
    unsigned char *bytes; // from malloc
    size_t size, room;
} tool_pack;

// Packs a level that was loaded from its file by tool_network_level. Returns false on a fault.
bool tool_level_pack(const lope_scenario *scenario, tool_pack *pack, lope_scene_fault *fault);

#endif
