// player_moveset.h - the movesets of a scenario's characters, in the world's axes. Read next: player_moveset.c.
#ifndef LOPE_SCENE_PLAYER_MOVESET_H
#define LOPE_SCENE_PLAYER_MOVESET_H

#include "player_private.h"

// Makes the moveset of each character. Returns false on a fault.
bool lope_scene_player_make_movesets(lope_scene_player *player, lope_scene_fault *fault);

// Gives a character of the scenario, by its number there, the tuning of another moveset, and the settings of
// the modes and abilities that both have. Its instances go on as they are. To be called between two ticks.
// Returns false on a fault.
bool lope_scene_player_retune(lope_scene_player *player, uint32_t character, const lope_moveset *now, lope_scene_fault *fault);

#endif
