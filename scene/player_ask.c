// player_ask.c - what a player tells of its world, characters and bodies. Read first: player.h.
#include "player_level.h"

#include <math.h>
#include <stdlib.h>

static int by_id(const void *a, const void *b)
{
    const lope_scene_body *left = a, *right = b;
    return left->id < right->id ? -1 : left->id > right->id ? 1 : 0;
}

lope_scene_cameras *lope_scene_player_cameras(const lope_scene_player *player) { return player->cameras; }

lope_level *lope_scene_player_level(const lope_scene_player *player) { return lope_scene_level_of(player); }

bool lope_scene_player_body_pose(const lope_scene_player *player, uint64_t body, lope_transform *pose, lope_vec3 *velocity)
{
    return lope_scene_pose_of(player, body, pose, velocity);
}

lope_world *lope_scene_player_world(const lope_scene_player *player) { return player->world; }
const lope_scenario *lope_scene_player_scenario(const lope_scene_player *player) { return player->scenario; }
uint64_t lope_scene_player_ticks(const lope_scene_player *player) { return player->ticks; }
uint64_t lope_scene_player_length(const lope_scene_player *player)
{
    return (uint64_t)floor(player->scenario->duration * player->rate + 0.5);
}
double lope_scene_player_rate(const lope_scene_player *player) { return player->rate; }
double lope_scene_player_time(const lope_scene_player *player) { return (double)player->ticks / player->rate; }
uint64_t lope_scene_player_steps(const lope_scene_player *player) { return player->steps; }
double lope_scene_player_seconds_spent(const lope_scene_player *player) { return player->spent; }
uint32_t lope_scene_player_actor_count(const lope_scene_player *player) { return player->actor_count; }
const lope_scene_actor *lope_scene_player_actor(const lope_scene_player *player, uint32_t index)
{
    return &player->actors[index];
}

uint32_t lope_scene_player_body_count(const lope_scene_player *player) { return (uint32_t)player->bodies.count; }

const lope_scene_body *lope_scene_player_body_at(const lope_scene_player *player, uint32_t index)
{
    return &player->bodies.list[index];
}

const lope_scene_piece *lope_scene_player_piece(const lope_scene_player *player, uint64_t body)
{
    lope_scene_body key = {.id = body};
    const lope_scene_body *found =
        player->bodies.count == 0 ? NULL : bsearch(&key, player->bodies.list, player->bodies.count, sizeof key, by_id);
    return found != NULL ? &player->scenario->pieces[found->piece] : NULL;
}

const char *lope_scene_player_body_name(const lope_scene_player *player, uint64_t body)
{
    if (body == LOPE_BODY_NONE) return "";
    const lope_scene_piece *piece = lope_scene_player_piece(player, body);
    if (piece != NULL) return piece->name != NULL ? piece->name : piece->number;
    // Characters' ids usually follow each other, so the first guess mostly hits.
    uint64_t guess = player->actor_count == 0 ? 0 : body - lope_character_state(player->actors[0].handle)->own_body;
    if (guess < player->actor_count && lope_character_state(player->actors[guess].handle)->own_body == body)
        return player->actors[guess].name;
    for (uint32_t i = 0; i < player->actor_count; i++) {
        if (lope_character_state(player->actors[i].handle)->own_body == body) return player->actors[i].name;
    }
    return "";
}

const lope_floor *lope_scene_player_floor(const lope_scene_player *player, const lope_scene_actor *actor)
{
    return player->ticks == 0 ? &actor->first_floor : &lope_character_state(actor->handle)->floor;
}

lope_point lope_scene_player_to_file(const lope_scene_player *player, lope_point world)
{
    lope_point moved = lope_point_sub(world, player->frame.origin);
    return lope_scene_quat_rotate(lope_scene_quat_conjugate(player->frame.turn), moved);
}

lope_point lope_scene_player_vector_to_file(const lope_scene_player *player, lope_vec3 world)
{
    return lope_scene_quat_rotate(lope_scene_quat_conjugate(player->frame.turn), lope_vec3_to_point(world));
}
