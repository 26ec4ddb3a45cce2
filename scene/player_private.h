// player_private.h - the inside of a player, shared by the files that build its level, feed its characters and step it.
//
// Read next: player.c.
#ifndef LOPE_SCENE_PLAYER_PRIVATE_H
#define LOPE_SCENE_PLAYER_PRIVATE_H

#include "frame.h"
#include "player.h"

#include <lope/lock_on.h>

#define LOPE_SCENE_INSTANT 1e-9 // s: what lies closer together happens at once

typedef struct lope_scene_bodies {
    lope_scene_body *list;
    size_t count, capacity;
} lope_scene_bodies;

// What a character is told at the moment.
typedef struct lope_scene_control {
    uint32_t next; // entry of the input that comes next
    bool by_stick, jump, force_is_acceleration;
    bool crouch;
    uint32_t buttons;       // LOPE_BUTTON_... of abilities
    lope_point move, force; // in the file's space
    float right, forward;
    double yaw, pitch, turn; // degrees; yaw at yaw_time, turning by `turn` a second
    double yaw_time;         // s
    lope_scene_quat upright; // from y to the character's up
    bool wandering;
    lope_scene_random random;
    uint64_t generator, draws; // of the wanderer
    double wander_start;       // s
    lope_scene_radial radial;  // a force that lasts
    bool radial_ignores_mass;
    uint32_t forbid;              // LOPE_FORBID_...
    const lope_scene_entry *path; // NULL: none is followed
    lope_path_follower follower;
    uint32_t layer_next; // entry of the input from which the next layer is told
    lope_scene_root_motion animation;
    double animation_start;              // s
    uint16_t look_ignores, move_ignores; // how often look and move input are ignored
    lope_lock_on lock;
    float flick[2];               // right, up
    struct lope_scene_goal *goal; // NULL: it never had one
} lope_scene_control;

typedef struct lope_scene_bullet lope_scene_bullet; // bullet.h
typedef struct lope_scene_goal lope_scene_goal;     // player_goal.c

struct lope_scene_player {
    const lope_scenario *scenario;
    lope_scene_frame frame;
    lope_world *world;
    lope_level *picture;       // the pieces where the world is Bullet's; else NULL
    lope_scene_bullet *bullet; // or NULL
    lope_scene_bodies bodies;  // ascending by id
    lope_scene_actor *actors;
    lope_scene_control *controls;
    lope_moveset *movesets;                     // one a character of the scenario
    struct lope_scene_navigation **navigations; // one a character of the scenario; NULL: nothing has had a goal
    uint32_t actor_count;
    lope_scene_listener listener;
    void *context;
    double rate, spent;
    lope_surroundings around;  // the level, or Bullet's world: for what looks around
    lope_nearby *look;         // for that; NULL: nothing locks on to anything
    lope_lock_target *targets; // of a lock that may switch; room for every character
    lope_scene_cameras *cameras;
    double lowest; // m, in the world: what is put back is so when it has fallen below
    uint64_t ticks, steps;
    bool threaded, has_level;
};

#endif
