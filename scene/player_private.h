// player_private.h - the inside of a player, shared by the files that build its level, feed its characters and step it.
//
// Read next: player.c.
#ifndef LOPE_SCENE_PLAYER_PRIVATE_H
#define LOPE_SCENE_PLAYER_PRIVATE_H

#include "player.h"

#define LOPE_SCENE_INSTANT 1e-9 // s: what lies closer together happens at once

// Turns and moves the file's space into the world's.
typedef struct lope_scene_frame {
    lope_scene_quat turn;
    lope_point origin;
} lope_scene_frame;
lope_point lope_scene_frame_point(const lope_scene_frame *frame, lope_point p);
lope_vec3 lope_scene_frame_vector(const lope_scene_frame *frame, lope_point v);

typedef struct lope_scene_bodies {
    lope_scene_body *list;
    size_t count, capacity;
} lope_scene_bodies;

// Adds every piece, at its pose at time 0. bodies may be NULL; its list is from malloc.
bool lope_scene_build_level(lope_level *level, const lope_scenario *scenario, const lope_scene_frame *frame,
                            lope_scene_bodies *bodies, lope_scene_fault *fault);
lope_transform lope_scene_place(const lope_scene_frame *frame, const lope_scene_pose *pose);

// What a character is told at the moment.
typedef struct lope_scene_control {
    uint32_t next; // entry of the input that comes next
    bool by_stick, jump, force_is_acceleration;
    lope_point move, force; // in the file's space
    float right, forward;
    double yaw, pitch, turn; // degrees; yaw at yaw_time, turning by `turn` a second
    double yaw_time;         // s
    lope_scene_quat upright; // from y to the character's up
    bool wandering;
    lope_scene_random random;
    uint64_t generator, draws; // of the wanderer
    double wander_start;       // s
} lope_scene_control;

struct lope_scene_player {
    const lope_scenario *scenario;
    lope_scene_frame frame;
    lope_world *world;
    lope_scene_bodies bodies; // ascending by id
    lope_scene_actor *actors;
    lope_scene_control *controls;
    uint32_t actor_count;
    lope_scene_listener listener;
    void *context;
    double rate, spent;
    uint64_t ticks, steps;
    bool threaded;
};

void lope_scene_control_start(lope_scene_control *control, const lope_scenario *scenario, const lope_scene_character *from);
// The next instant at which something changes; a huge number when nothing will.
double lope_scene_control_next(const lope_scene_control *control, const lope_scene_character *from);
// Applies what is due at `now`, requests included.
bool lope_scene_control_apply(lope_scene_player *player, uint32_t actor, double now, lope_scene_fault *fault);
// Tells the character what holds from `now` to `end`.
bool lope_scene_control_hold(lope_scene_player *player, uint32_t actor, double now, double end, lope_scene_fault *fault);

#endif
