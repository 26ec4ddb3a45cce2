// first_floor.h - the floor of characters that have not ticked yet, for what shows the start of a run.
// Read next: first_floor.c.
#ifndef LOPE_SCENE_FIRST_FLOOR_H
#define LOPE_SCENE_FIRST_FLOOR_H

#include "player_private.h"

// Fills lope_scene_actor.first_floor of every character. around: what they stand in. Returns false on a fault.
bool lope_scene_find_first_floors(lope_scene_player *player, const lope_surroundings *around, lope_scene_fault *fault);

#endif
