// attach.h - characters that something else moves. Read next: attach.c.
#ifndef LOPE_WORLD_ATTACH_H
#define LOPE_WORLD_ATTACH_H

#include "world/world_private.h"

// Puts where the attachments are into the inputs of the attached, in order of id: a tick begins.
void lope_attachments_follow(lope_world *world);
// Ends a character's attachment, if it has one.
void lope_attachment_end(lope_character *character);

#endif
