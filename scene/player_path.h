// player_path.h - a path that an entry of the input gives. Read next: player_path.c.
#ifndef LOPE_SCENE_PLAYER_PATH_H
#define LOPE_SCENE_PLAYER_PATH_H

#include "player_private.h"

// Starts the path that an entry gives, or ends the present one when the entry steers.
void lope_scene_path_start(lope_scene_control *control, const lope_scene_entry *entry);

// Writes the input that follows the path from `now` to `end`, s since the start.
void lope_scene_path_follow(lope_scene_player *player, uint32_t actor, double now, double end, lope_input *input,
                            lope_requests *requests);

#endif
