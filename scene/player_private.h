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
    bool crouch;
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
    uint32_t layer_next; // entry of the input whose layer is told next
    lope_scene_root_motion animation;
    double animation_start; // s
} lope_scene_control;

// player_path.c: the path that an entry gives, or ends; and the input that follows it from `now` to `end`.
void lope_scene_path_start(lope_scene_control *control, const lope_scene_entry *entry);
void lope_scene_path_follow(lope_scene_player *player, uint32_t actor, double now, double end, lope_input *input);
// player.c: what happened to a character at `t`.
void lope_scene_tell_event(lope_scene_player *player, uint32_t actor, double t, const lope_event *event);

#define LOPE_SCENE_NO_BULLET \
    "bullet is not in this build, which found no Bullet (Debian: apt-get install libbullet-dev), expected embedded"
typedef struct lope_scene_bullet lope_scene_bullet; // bullet.h

struct lope_scene_player {
    const lope_scenario *scenario;
    lope_scene_frame frame;
    lope_world *world;
    lope_level *picture;       // the pieces where the world is Bullet's; else NULL
    lope_scene_bullet *bullet; // or NULL
    lope_scene_bodies bodies;  // ascending by id
    lope_scene_actor *actors;
    lope_scene_control *controls;
    lope_moveset *movesets; // one a character of the scenario
    uint32_t actor_count;
    lope_scene_listener listener;
    void *context;
    double rate, spent;
    uint64_t ticks, steps;
    bool threaded;
};

// player_moveset.c: the movesets in the world's axes.
bool lope_scene_player_make_movesets(lope_scene_player *player, lope_scene_fault *fault);

void lope_scene_control_start(lope_scene_control *control, const lope_scenario *scenario, const lope_scene_character *from);
// The next instant at which something changes; a huge number when nothing will.
double lope_scene_control_next(const lope_scene_control *control, const lope_scene_character *from, double now);
// Applies what is due at `now`, requests included.
bool lope_scene_control_apply(lope_scene_player *player, uint32_t actor, double now, lope_scene_fault *fault);
// player_layers.c: an entry's animation begins; the next instant at which one ends; what of layers and animations is told for a step.
void lope_scene_layers_start(lope_scene_control *control, const lope_scene_entry *entry);
double lope_scene_layers_next(const lope_scene_control *control, double now);
void lope_scene_layers_tell(lope_scene_player *player, uint32_t actor, double now, double end, lope_input *input);
// Tells the character what holds from `now` to `end`.
bool lope_scene_control_hold(lope_scene_player *player, uint32_t actor, double now, double end, lope_scene_fault *fault);

// player_pushes.c: what lasts from an entry on; what it asks for once; what lasts, into an input.
void lope_scene_pushes_keep(lope_scene_control *control, const lope_scene_entry *entry);
void lope_scene_pushes_request(const lope_scene_player *player, uint32_t actor, const lope_scene_entry *entry, lope_input *input);
void lope_scene_pushes_hold(const lope_scene_player *player, uint32_t actor, lope_input *input);

#endif
