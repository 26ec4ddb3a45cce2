// player_way.h - the way that a character follows at the moment, for showing it: a path of the input, or one
// to a goal. Read next: player_way.c.
#ifndef LOPE_SCENE_PLAYER_WAY_H
#define LOPE_SCENE_PLAYER_WAY_H

#include "player.h"

#include <lope/follow.h>

// Returns how many points the way has, 0: none is followed. *next: index of the point that it goes to.
uint32_t lope_scene_player_way(const lope_scene_player *player, uint32_t actor, uint32_t *next);

// Returns a point of that way, in the world.
lope_follow_point lope_scene_player_way_point(const lope_scene_player *player, uint32_t actor, uint32_t index);

#endif
