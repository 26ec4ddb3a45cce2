// player_level.h - makes bodies of a scenario's pieces. Read next: player_level.c.
#ifndef LOPE_SCENE_PLAYER_LEVEL_H
#define LOPE_SCENE_PLAYER_LEVEL_H

#include "player_private.h"

// Adds every piece to a level, at its pose at time 0. bodies may be NULL; its list is from malloc. Returns false on a fault.
bool lope_scene_build_level(lope_level *level, const lope_scenario *scenario, const lope_scene_frame *frame,
                            lope_scene_bodies *bodies, lope_scene_fault *fault);

// Returns the level of all pieces: the world's own, or with Bullet's world a picture of it.
lope_level *lope_scene_level_of(const lope_scene_player *player);

// Tells where a body is, in the world, and how fast it goes; velocity may be NULL. Returns false when there is none of that id.
bool lope_scene_pose_of(const lope_scene_player *player, uint64_t body, lope_transform *pose, lope_vec3 *velocity);

#endif
