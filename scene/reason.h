// reason.h - why a character stopped or fell, in one line. Read next: reason.c, reason_notes.c.
#ifndef LOPE_SCENE_REASON_H
#define LOPE_SCENE_REASON_H

#include "player.h"

// Writes the line: that the character asks to move at the end and does not, and since when and why; or where it
// last walked off an edge. Without its name. Returns false when there is nothing to tell.
bool lope_scene_reason_text(const lope_scene_player *player, uint32_t actor, char *text, size_t size);

#endif
