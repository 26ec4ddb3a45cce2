// player_ask.h - what a player tells of its world, characters and bodies. Part of player.h, which includes
// it.
#ifndef LOPE_SCENE_PLAYER_ASK_H
#define LOPE_SCENE_PLAYER_ASK_H

#include "player.h"

lope_world *lope_scene_player_world(const lope_scene_player *player);
const lope_scenario *lope_scene_player_scenario(const lope_scene_player *player);
uint64_t lope_scene_player_ticks(const lope_scene_player *player);  // played so far
uint64_t lope_scene_player_length(const lope_scene_player *player); // ticks in the scenario's duration
double lope_scene_player_rate(const lope_scene_player *player);     // Hz
double lope_scene_player_time(const lope_scene_player *player);     // s
uint64_t lope_scene_player_steps(const lope_scene_player *player);  // character-ticks, counting split ones as more
double lope_scene_player_seconds_spent(
    const lope_scene_player *player); // s in lope_world_step: thread time, wall time with threads
uint32_t lope_scene_player_actor_count(const lope_scene_player *player);
const lope_scene_actor *lope_scene_player_actor(const lope_scene_player *player, uint32_t index);
uint32_t lope_scene_player_body_count(const lope_scene_player *player); // the level's, ascending by id
const lope_scene_body *lope_scene_player_body_at(const lope_scene_player *player, uint32_t index);
// The cameras of its characters, as they are at the end of the last tick. They turn the looks of these.
lope_scene_cameras *lope_scene_player_cameras(const lope_scene_player *player);
// All pieces as lope's level has them, at their poses: the world's own, or with Bullet's world a picture of
// it.
lope_level *lope_scene_player_level(const lope_scene_player *player);
// Where a body is, in the world, and how fast it goes; false: there is none of that id.
bool lope_scene_player_body_pose(const lope_scene_player *player, uint64_t body, lope_transform *pose, lope_vec3 *velocity);
// The name of the piece (or its number in the level, or another character's name) under a body's id; "" for
// none.
const lope_scene_piece *lope_scene_player_piece(const lope_scene_player *player, uint64_t body); // NULL: it is none
const char *lope_scene_player_body_name(const lope_scene_player *player, uint64_t body);

// The floor of a character, before its first tick too.
const lope_floor *lope_scene_player_floor(const lope_scene_player *player, const lope_scene_actor *actor);

lope_point lope_scene_player_to_file(const lope_scene_player *player, lope_point world);
lope_point lope_scene_player_vector_to_file(const lope_scene_player *player, lope_vec3 world);

#endif
