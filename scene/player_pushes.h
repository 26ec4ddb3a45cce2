// player_pushes.h - pushes that the input asks for, and what it forbids. Read next: player_pushes.c.
#ifndef LOPE_SCENE_PLAYER_PUSHES_H
#define LOPE_SCENE_PLAYER_PUSHES_H

#include "player_private.h"

// Keeps what lasts from an entry on.
void lope_scene_pushes_keep(lope_scene_control *control, const lope_scene_entry *entry);

// Writes what an entry asks for once into an input.
void lope_scene_pushes_request(const lope_scene_player *player, uint32_t actor, const lope_scene_entry *entry,
                               lope_requests *requests);

// Writes what lasts into an input.
void lope_scene_pushes_hold(const lope_scene_player *player, uint32_t actor, lope_input *input, lope_requests *requests);

#endif
