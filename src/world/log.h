// log.h - what a world has to say to a developer. Read next: log.c.
#ifndef LOPE_WORLD_LOG_H
#define LOPE_WORLD_LOG_H

#include "world/world_private.h"

// Hands a line to the world's log, if it has one. While characters move, perhaps on several threads, it says
// nothing.
void lope_world_say(const lope_world *world, const char *text);

#endif
