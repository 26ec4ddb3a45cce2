// input.h - what a character is asked to do in a tick: stick, control rotation, buttons, and requests.
//
// Plain data. All zero asks for nothing: the character stands still. Read next: move.h.
#ifndef LOPE_INPUT_H
#define LOPE_INPUT_H

#include <lope/layer.h>
#include <lope/moveset.h>
#include <lope/state.h>

#ifdef __cplusplus
extern "C" {
#endif

// Buttons: bits of `held` and `pressed`.
#define LOPE_BUTTON_JUMP (1u << 0)
#define LOPE_BUTTON_CROUCH (1u << 1)
#define LOPE_BUTTON_GAME (1u << 16) // bits 16 to 31 are the game's in every version

// Requests, used up by one tick.
#define LOPE_REQUEST_TELEPORT (1u << 0) // to teleport_feet; the velocity stays
#define LOPE_REQUEST_LAUNCH (1u << 1)   // launch_velocity is added, or replaces
#define LOPE_REQUEST_MODE (1u << 2)     // to `mode`
#define LOPE_LAUNCH_OVERRIDE_HORIZONTAL (1u << 3)
#define LOPE_LAUNCH_OVERRIDE_VERTICAL (1u << 4)
#define LOPE_REQUEST_RESIZE (1u << 5)        // to resize_radius and resize_height, the feet fixed
#define LOPE_REQUEST_LAYER (1u << 6)         // adds `layer`, or replaces the one of its id
#define LOPE_REQUEST_END_LAYERS (1u << 7)    // ends the layers with end_layer as their id; 0: all
#define LOPE_REQUEST_TELEPORT_FREE (1u << 8) // with TELEPORT: only when there is room, else it is refused

// Something else moves the character. In this tick it is in no mode, collides with nothing, and its feet come
// to teleport_feet. Mode none stays after the last such tick: ask for another mode with LOPE_REQUEST_MODE,
// and for a velocity with a launch. lope_character_attach does all of it.
#define LOPE_REQUEST_FOLLOW (1u << 9)

// What the game forbids right now: what is asked for all the same is refused, and reported so.
#define LOPE_FORBID_JUMP (1u << 0)
#define LOPE_FORBID_CROUCH (1u << 1)
#define LOPE_FORBID_MOVE (1u << 2) // the move vector counts as zero
#define LOPE_FORBID_TURN (1u << 3) // it keeps its facing
#define LOPE_FORBID_SWIM (1u << 4) // in water it falls
#define LOPE_FORBID_STEP_UP (1u << 5)
#define LOPE_FORBID_LAYERS (1u << 6)
#define LOPE_FORBID_ABILITIES (1u << 7) // none starts; those at work go on

// What the player, the AI or the network asks for. All zero: stand still.
typedef struct lope_input {
    // The wanted direction in world space. Its length is how far the stick is pressed, and is cut to 1.
    lope_vec3 move;
    // Control rotation, rad. Yaw 0 looks along the state's forward (-z), and grows to the left.
    float look_yaw, look_pitch;
    uint32_t held;              // LOPE_BUTTON_..., down during this tick
    uint32_t pressed;           // went down since the last tick, even if it is up again
    uint32_t requests;          // LOPE_REQUEST_...
    uint32_t forbidden;         // LOPE_FORBID_..., during this tick
    bool impulse_is_velocity;   // impulse is m/s
    bool force_is_acceleration; // force is m/s2
    bool look_is_absolute;      // look_yaw as given: what bases have carried it round is forgotten
    bool requests_velocity;     // requested_velocity counts, in place of move
    bool requested_at_max;      // its direction counts, the speed is the mode's maximum
    bool has_root_motion;       // an animation moves the character in this tick: root_motion counts
    // s, with a launch or an impulse: how long control is cut to knockback_control.
    float knockback_time;
    lope_vec3 launch_velocity; // m/s
    lope_vec3 impulse;         // N s, once; with impulse_is_velocity: m/s
    lope_vec3 force;           // N, during this tick
    lope_vec3 avoidance;       // m/s: what avoidance wishes to add to the velocity wanted; zero: nothing
    lope_point teleport_feet;  // m, with LOPE_REQUEST_TELEPORT or LOPE_REQUEST_FOLLOW
    // What stands from here on is read only when something above says that it counts.
    lope_vec3 requested_velocity;       // m/s, of a path
    uint32_t mode;                      // with LOPE_REQUEST_MODE
    float resize_radius, resize_height; // m, standing capsule, with LOPE_REQUEST_RESIZE; 0: stays as it is
    lope_layer layer;                   // with LOPE_REQUEST_LAYER
    uint32_t end_layer;                 // with LOPE_REQUEST_END_LAYERS
    lope_root_motion root_motion;       // with has_root_motion
} lope_input;

// Checks an input as lope_move and lope_character_set_input do. On a refusal *error (may be NULL) names the
// field and what it takes. From any thread. Returns LOPE_OK, or:
//   LOPE_ERROR_NULL        no input or no moveset
//   LOPE_ERROR_NOT_FINITE  a number is NaN or infinite
//   LOPE_ERROR_RANGE       a place beyond 1e12 m, a speed beyond 1e6 m/s, an impulse or force beyond 1e12; a
//                          size or time below 0; a mode, kind of layer or curve that there is not
LOPE_API lope_result lope_input_check(const lope_input *input, const lope_moveset *moveset, lope_error *error);

// Returns the wanted direction in world space, with y up. Its length is at most 1. right, forward: the stick,
// -1 to 1. yaw: the camera's, rad; positive turns left. From any thread.
LOPE_API lope_vec3 lope_move_from_stick(float right, float forward, float yaw);

// Returns the wanted direction in world space for a character in any gravity: in its level plane, of a length
// up to 1. right, forward: the stick, -1 to 1. yaw: rad, counted from the state's forward; positive turns
// left. `state` must not be NULL. From any thread.
LOPE_API lope_vec3 lope_state_from_stick(const lope_state *state, float right, float forward, float yaw);

#ifdef __cplusplus
}
#endif
#endif
