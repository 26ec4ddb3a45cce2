// pack.h - the level that the page was given, in place of files. Read first: tools/lope/level_pack.h.
#ifndef LOPE_PLAY_PACK_H
#define LOPE_PLAY_PACK_H

#include <stdbool.h>
#include <stddef.h>

// Takes the bytes of a pack, which stay where they are. Returns false when they are none.
bool play_pack_open(const unsigned char *bytes, size_t size);
// Returns the name of the level's file, valid as long as the pack.
const char *play_pack_name(void);
// Returns whether the level is a mesh without a scenario.
bool play_pack_is_mesh(void);

#endif
