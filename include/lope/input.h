// input.h - what a character is asked to do in a tick: stick, control rotation and buttons of its player, and
// what the game orders beside them.
//
// All zero asks for nothing: the character stands still. Read next: requests.h, move.h.
#ifndef LOPE_INPUT_H
#define LOPE_INPUT_H

#include <lope/moveset.h>
#include <lope/requests.h>
#include <lope/state.h>

#ifdef __cplusplus
extern "C" {
#endif

// Buttons: bits of `held` and `pressed`.
#define LOPE_BUTTON_JUMP (1u << 0)
#define LOPE_BUTTON_CROUCH (1u << 1)
#define LOPE_BUTTON_SLIDE (1u << 2)
#define LOPE_BUTTON_MANTLE (1u << 3)
#define LOPE_BUTTON_SPRINT (1u << 4)
#define LOPE_BUTTON_DASH (1u << 5)
#define LOPE_BUTTON_PRONE (1u << 6)
#define LOPE_BUTTON_ROLL (1u << 7)
#define LOPE_BUTTON_GLIDE (1u << 8)
#define LOPE_BUTTON_GRAB (1u << 9) // takes hold of a ledge, ladder, wall to climb, rope or zipline
#define LOPE_BUTTON_VAULT (1u << 10)
#define LOPE_BUTTON_GAME (1u << 16) // bits 16 to 31 are the game's in every version

// What the game forbids right now: what is asked for all the same is refused, and reported so.
#define LOPE_FORBID_JUMP (1u << 0)
#define LOPE_FORBID_CROUCH (1u << 1)
#define LOPE_FORBID_MOVE (1u << 2) // the move vector counts as zero
#define LOPE_FORBID_TURN (1u << 3) // it keeps its facing
#define LOPE_FORBID_SWIM (1u << 4) // in water it falls
#define LOPE_FORBID_STEP_UP (1u << 5)
#define LOPE_FORBID_LAYERS (1u << 6)
#define LOPE_FORBID_ABILITIES (1u << 7) // none starts; those at work go on
#define LOPE_FORBID_WALK_OFF (1u << 8)  // it is held at ledges, as without can_walk_off_ledges

// What a player, an AI or the network wishes. All zero: stand still. The first part is what a wire carries.
typedef struct lope_input {
    // The wanted direction in world space. Its length is how far the stick is pressed, and is cut to 1.
    lope_vec3 move;
    // Control rotation, rad. Yaw 0 looks along the state's forward (-z), and grows to the left.
    float look_yaw, look_pitch;
    uint32_t held;         // LOPE_BUTTON_..., down during this tick
    uint32_t pressed;      // went down since the last tick, even if it is up again
    uint32_t forbidden;    // LOPE_FORBID_..., during this tick
    bool look_is_absolute; // look_yaw as given: what bases have carried it round is forgotten
    // What the game orders beside it; NULL: nothing. Read during the call that gets the input.
    const lope_requests *requests;
} lope_input;

// Copies an input together with its requests, which are copied to *requests and pointed to there. For keeping
// what a tick was given: lope_character_input changes with the next tick. Returns the copy; its `requests`
// are NULL when the input has none. From any thread.
LOPE_API lope_input lope_input_copy(const lope_input *input, lope_requests *requests);

// Checks an input as lope_move and lope_character_set_input do. On a refusal *error (may be NULL) names the
// field, "look_yaw" or "requests.launch_velocity", and what it takes. From any thread. Returns LOPE_OK, or:
//   LOPE_ERROR_NULL        no input or no moveset
//   LOPE_ERROR_STATE       a moveset that lope_moveset_make has not made
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
