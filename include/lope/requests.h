// requests.h - what a game or a server orders a character to do, beside what its player wishes: to be
// elsewhere, to be thrown, to change its mode or size, to follow an animation or a path.
//
// Most ticks of most characters have none: an input then has no requests at all. Plain data. All zero orders
// nothing. Read next: input.h.
#ifndef LOPE_REQUESTS_H
#define LOPE_REQUESTS_H

#include <lope/layer.h>

#ifdef __cplusplus
extern "C" {
#endif

// What is asked for: bits of `asked`. Each is used up by one tick, and lets the members named with it count.
#define LOPE_REQUEST_TELEPORT (1u << 0)   // to teleport_feet; the velocity stays
#define LOPE_REQUEST_LAUNCH (1u << 1)     // launch_velocity is added, or replaces
#define LOPE_REQUEST_MODE (1u << 2)       // to `mode`
#define LOPE_REQUEST_RESIZE (1u << 5)     // to resize_radius and resize_height, the feet fixed
#define LOPE_REQUEST_LAYER (1u << 6)      // adds `layer`, or replaces the one of its id
#define LOPE_REQUEST_END_LAYERS (1u << 7) // ends the layers with end_layer as their id; 0: all

// Drops through the one-way body that the character stands on. In the ticks after it, a body that the
// character overlaps is passed in any case. Refused, and reported so, where it does not stand on such a body.
#define LOPE_REQUEST_DROP (1u << 10)

// Something else moves the character. In this tick it is in no mode, collides with nothing, and its feet come
// to teleport_feet. Mode none stays after the last such tick: ask for another mode with LOPE_REQUEST_MODE,
// and for a velocity with a launch. lope_character_attach does all of it.
#define LOPE_REQUEST_FOLLOW (1u << 9)

// What a game orders for a tick. A member that no bit and no flag makes count has no effect: a world's log
// says so, and options without their request are refused (lope_character_set_input).
typedef struct lope_requests {
    uint32_t asked; // LOPE_REQUEST_..., used up by one tick
    // Options of a launch: it replaces the level part, or the part along up, of the velocity.
    bool launch_overrides_horizontal, launch_overrides_vertical;
    bool teleport_needs_room;    // option of a teleport: without room at its goal it is refused
    bool impulse_is_velocity;    // impulse is m/s
    bool force_is_acceleration;  // force is m/s2
    bool has_requested_velocity; // requested_velocity counts, in place of the input's move
    bool requested_at_max;       // its direction counts, the speed is the mode's maximum
    bool has_root_motion;        // an animation moves the character in this tick: root_motion counts
    // s, with a launch or an impulse: how long control is cut to knockback_control.
    float knockback_time;
    lope_vec3 launch_velocity; // m/s
    lope_vec3 impulse;         // N s, once; with impulse_is_velocity: m/s
    lope_vec3 force;           // N, during the tick
    lope_vec3 avoidance;       // m/s, added to the velocity wanted; a world fills it
    lope_point teleport_feet;  // m, with LOPE_REQUEST_TELEPORT or LOPE_REQUEST_FOLLOW
    // What stands from here on is read only when something above says that it counts.
    lope_vec3 requested_velocity;       // m/s, of a path
    uint32_t mode;                      // with LOPE_REQUEST_MODE
    float resize_radius, resize_height; // m, standing capsule, with LOPE_REQUEST_RESIZE; 0: stays as it is
    uint32_t end_layer;                 // with LOPE_REQUEST_END_LAYERS
    lope_layer layer;                   // with LOPE_REQUEST_LAYER
    lope_root_motion root_motion;       // with has_root_motion
} lope_requests;

#ifdef __cplusplus
}
#endif
#endif
