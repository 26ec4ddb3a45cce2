// characters.h - the characters of a world, by id and by handle. Read next: characters.c.
#ifndef LOPE_WORLD_CHARACTERS_H
#define LOPE_WORLD_CHARACTERS_H

#include "world/world_private.h"

// Returns the place in the world's order of the first seat with an id not below `id`; order_count: there is
// none.
uint32_t lope_world_place(const lope_world *world, uint64_t id);
// Returns the seat of the living character of an id; NULL: there is none.
const lope_seat *lope_world_seat(const lope_world *world, uint64_t id);
// Makes the lanes of destroyed characters free to be taken again: nothing names them any more.
void lope_world_recycle(lope_world *world);
// Gives back all that a world keeps for its characters, living ones included.
void lope_world_release_characters(lope_world *world);

#endif
