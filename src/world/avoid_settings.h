// avoid_settings.h - the memory of a world's avoidance, and its end. Read next: avoid_settings.c.
#ifndef LOPE_WORLD_AVOID_SETTINGS_H
#define LOPE_WORLD_AVOID_SETTINGS_H

#include "world/world_private.h"

// Takes memory for the avoidance of so many characters. Returns false when there is none.
bool lope_avoid_reserve(lope_world *world, uint32_t count);
// Ends a character's avoidance, if it has one.
void lope_avoid_end(lope_character *character);
// Gives back what the world itself keeps for avoidance.
void lope_avoid_end_all(lope_world *world);
// Gives back what a block keeps for avoidance.
void lope_avoid_release(lope_block *block, const lope_allocator *allocator);

// Adds to a hash what the characters remember for avoidance, those that remember anything.
uint64_t lope_avoid_hash(const lope_world *world, uint64_t hash);

#endif
