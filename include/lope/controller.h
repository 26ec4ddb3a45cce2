// controller.h - a player's controller: what mouse, stick and buttons add up to during a frame becomes the
// control rotation, and the input of the ticks.
//
// A frame adds input as it comes (lope_controller_add_look and its kin), then takes it in once
// (lope_controller_update). Each tick of the frame is then given lope_controller_input. Frames and ticks need
// not match: a frame without a tick loses no press, and in a frame of several ticks the first has the presses
// and all have the stick.
//
//     lope_controller_add_look(&player, -mouse_x * 0.002, -mouse_y * 0.002, 0);
//     lope_controller_add_stick(&player, right, forward, false);
//     lope_controller_update(&player, NULL);
//     lope_controller_input(&player, state, &input);   // in each tick
//
// The control rotation is the player's own. What a turning base adds to it stands in the state
// (carried_yaw), so a base turns the view once, however often the controller is asked; lope_controller_view
// is the sum of both.
//
// A lope_controller is plain data: copy, save and hash it. All zero is one that looks along the state's
// forward and controls no character. All functions are pure, and check and allocate nothing unless they say
// so. From any thread; one thread at a time for one controller. Read next: look.h for mouse, stick and touch.
#ifndef LOPE_CONTROLLER_H
#define LOPE_CONTROLLER_H

#include <lope/move.h>

#ifdef __cplusplus
extern "C" {
#endif

// Pitch, yaw and roll, rad. Pitch grows upward, yaw to the left, roll to the left shoulder, as in the state.
typedef struct lope_view {
    double pitch, yaw, roll;
} lope_view;

// How far the control rotation may turn, rad. Where an angle is outside, it takes the nearer end. All zero:
// Unreal's, pitch and roll of 89.9 degrees either way and yaw without a limit. An axis of which both ends are
// zero has Unreal's limit, one of which both are equal and not zero is fixed there.
typedef struct lope_view_limits {
    double least_pitch, most_pitch;
    double least_yaw, most_yaw; // a range of a whole turn (or 359.999 degrees) is none
    double least_roll, most_roll;
} lope_view_limits;

// How a controller takes input in. All zero: the defaults.
typedef struct lope_controller_settings {
    lope_view_limits limits;
    // Optional: the camera manager's place in the chain. It may change the view and what is about to be added
    // to it: slow the look near a target, recentre, shake. Called once in each update, before the limits.
    void (*modify)(void *context, lope_view *view, lope_view *added);
    void *context; // for modify
} lope_controller_settings;

// A player's controller.
typedef struct lope_controller {
    lope_view view;         // rad: the control rotation, without what bases have turned it by
    lope_view added;        // rad: look input since the last update
    lope_vec3 added_move;   // move input since the last update, in world space
    float added_stick[2];   // right and forward, since the last update
    lope_vec3 move;         // what the last update took in, for the ticks of the frame
    float stick[2];         // the same; turned into world space by each tick's view
    uint32_t held, pressed; // LOPE_BUTTON_...: down now; went down and not yet given to a tick
    uint64_t character;     // id of the character that is possessed; LOPE_BODY_NONE or 0: none
    uint16_t look_ignores;  // how often look input is ignored: it counts while this is 0
    uint16_t move_ignores;  // the same of move input
    uint32_t paused;        // 1: nothing is taken in
} lope_controller;

// Adds look input, rad, as Unreal's AddPitchInput, AddYawInput and AddRollInput do. Nothing is added while
// look input is ignored or the game is paused. Numbers that are not finite are left out.
LOPE_API void lope_controller_add_look(lope_controller *controller, double yaw, double pitch, double roll);

// Adds move input in world space, as Unreal's AddMovementInput does: scale times direction. force: also while
// move input is ignored. What all calls of a frame add up to is cut to length 1 by the tick.
LOPE_API void lope_controller_add_move(lope_controller *controller, lope_vec3 direction, float scale, bool force);

// Adds a stick, -1 to 1: right and forward as the player sees it. Each tick turns it by its view's yaw, in
// the level plane of the character's gravity. force: as in lope_controller_add_move.
LOPE_API void lope_controller_add_stick(lope_controller *controller, float right, float forward, bool force);

// Presses buttons (LOPE_BUTTON_...). A button that is down already is not pressed again. While the game is
// paused nothing is pressed.
LOPE_API void lope_controller_press(lope_controller *controller, uint32_t buttons);
// Lets buttons go, also while the game is paused. A press that no tick has seen stays.
LOPE_API void lope_controller_let_go(lope_controller *controller, uint32_t buttons);

// Ignores look input once more (true) or once less (false). Calls nest: input counts again after as many
// false as true. A false too many does nothing.
LOPE_API void lope_controller_ignore_look(lope_controller *controller, bool ignore);
// Ignores move input once more, or once less. It is counted apart from look input.
LOPE_API void lope_controller_ignore_move(lope_controller *controller, bool ignore);
// Forgets all such calls: look and move input count.
LOPE_API void lope_controller_reset_ignores(lope_controller *controller);

// Takes a character over: its id, and a control rotation that looks where it faces. Input that was meant for
// another is forgotten; buttons that are down stay down and are not pressed anew.
LOPE_API void lope_controller_possess(lope_controller *controller, uint64_t character, const lope_state *state);
// Gives the character up. The control rotation stays, and nothing is given to ticks.
LOPE_API void lope_controller_release(lope_controller *controller);
// Pauses or goes on. Input of the frame is forgotten, and none is taken in while paused.
LOPE_API void lope_controller_pause(lope_controller *controller, bool paused);

// Sets the control rotation at once, within the limits. settings: may be NULL. Angles that are not finite
// change nothing.
LOPE_API void lope_controller_set_view(lope_controller *controller, const lope_controller_settings *settings, lope_view view);

// Takes the frame's input in, once a frame: look input turns the control rotation within the limits, move
// input becomes that of the coming ticks. settings: may be NULL, all defaults. The frame's length does not
// matter.
LOPE_API void lope_controller_update(lope_controller *controller, const lope_controller_settings *settings);

// Returns the move input that the last update took in, in world space, and forgets it: Unreal's
// ConsumeInputVector, for a game that moves something else by it. state: of the character that the stick
// moves; NULL: the stick counts by yaw around y.
LOPE_API lope_vec3 lope_controller_consume_move(lope_controller *controller, const lope_state *state);

// Writes a tick's move, look, held and pressed into *input; its other members stay. Presses are given once.
// state: of the character that is possessed, before the tick. Without a character the input asks for
// nothing but the view.
LOPE_API void lope_controller_input(lope_controller *controller, const lope_state *state, lope_input *input);

// Returns the view: the control rotation, and what bases have turned it by. state: NULL without a character.
LOPE_API lope_view lope_controller_view(const lope_controller *controller, const lope_state *state);

// Returns the rotation of a view around an up: the camera's or the aim's. forward: where yaw 0 looks, level;
// up and forward as in the state. The rotated -z is where the view looks, the rotated y is its up.
LOPE_API lope_quat lope_view_rotation(lope_view view, lope_vec3 up, lope_vec3 forward);

// Returns an angle (rad) limited on the circle: inside the arc from `least` to `most` it stays, outside it
// becomes the nearer end. The result is wrapped to -pi to pi. An arc of a turn or more is no limit.
LOPE_API double lope_angle_limit(double angle, double least, double most);

// Checks settings. *error (may be NULL) names the member. Returns LOPE_OK, or LOPE_ERROR_NOT_FINITE,
// LOPE_ERROR_RANGE: an end is beyond 2 pi, or the least is over the most.
LOPE_API lope_result lope_controller_settings_check(const lope_controller_settings *settings, lope_error *error);

// How a character faces.
typedef enum lope_facing {
    LOPE_FACING_MOVEMENT = 0, // free view: it turns toward where it moves
    LOPE_FACING_CONTROL,      // strafing: it turns toward the control rotation, at the rotation rate
    LOPE_FACING_INSTANT       // first person: it faces the control rotation at once
} lope_facing;

// Sets the three fields of a tuning that say how a character faces; the others stay. A facing that there is
// not changes nothing.
LOPE_API void lope_tuning_set_facing(lope_tuning *tuning, lope_facing facing);

// What an animation turns the upper body by to look along the view: Unreal's aim offset. rad, each from -pi
// to pi; yaw grows to the left, pitch upward.
typedef struct lope_aim_offset {
    double yaw, pitch;
} lope_aim_offset;

// Returns the view against where the character faces.
LOPE_API lope_aim_offset lope_state_aim_offset(const lope_state *state);

#ifdef __cplusplus
}
#endif
#endif
