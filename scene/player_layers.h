// player_layers.h - layered moves and animations that the input asks for. Read next: player_layers.c.
#ifndef LOPE_SCENE_PLAYER_LAYERS_H
#define LOPE_SCENE_PLAYER_LAYERS_H

#include "player_private.h"

// Starts the animation of an entry.
void lope_scene_layers_start(lope_scene_control *control, const lope_scene_entry *entry);

// Returns the next instant at which an animation ends, s since the start.
double lope_scene_layers_next(const lope_scene_control *control, double now);

// Writes the layers and animations of a step from `now` to `end` into an input.
void lope_scene_layers_tell(lope_scene_player *player, uint32_t actor, double now, double end, lope_requests *requests);

#endif
