// pushes.h - what the characters did to bodies in the last tick. Read next: pushes.c.
#ifndef LOPE_WORLD_PUSHES_H
#define LOPE_WORLD_PUSHES_H

#include "world/world_private.h"

// Forgets the pushes: those of another tick are to come.
void lope_pushes_clear(lope_world *world);
// Takes memory for the pushes of so many characters. Returns false when there is none.
bool lope_pushes_reserve(lope_world *world, uint32_t characters);
// Appends the pushes of a report. nearby: of its character.
void lope_pushes_collect(lope_world *world, const lope_report *report, const lope_nearby *nearby);
// Calls the definition's `push` with all of a tick of `seconds`, if there are any.
void lope_pushes_tell(lope_world *world, float seconds);

#endif
