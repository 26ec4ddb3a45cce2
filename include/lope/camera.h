// camera.h - cameras that follow a character: first and third person, over the shoulder, side-scroller,
// top-down, lock-on, free fly, fixed, on a rail; and Unreal's spring arm.
//
//     lope_camera camera = {0};
//     lope_camera_settings rig = lope_camera_rig(LOPE_CAMERA_THIRD_PERSON);
//     lope_camera_input in = {.subject = lope_camera_subject_of(state, report)};
//     in.view = lope_controller_view(&player, state);
//     lope_camera_update(&camera, &rig, &in, &world, look, frame_seconds, &out);
//
// Call it once a frame, after all ticks of the frame. A frame goes through these stages:
//
//     subject   what a moving base carried, teleports
//     view      the control rotation, or the rig's own; limits, recentring, lock-on, lag
//     pivot     the character's middle and target_offset; lag an axis, dead zone, held height, steps, crouch
//     rig       where the arm begins and ends: socket_offset, arm length and field of view by pitch and speed
//     solver    sweeps from inside the capsule to the pivot, the hand and the camera
//     after     blends between rigs, shake, fade
//
//            hand <-- socket_offset -- pivot <-- safe point, in the capsule
//             |
//             |  arm, shortened at once by what is in the way, and let out again with a half-life
//             v
//          camera: a sphere that holds the near plane's rectangle, whatever its rotation
//
// The sphere of each sweep starts where the last one ended, and the first starts in the capsule. So while the
// capsule is free, no geometry reaches into the near plane, and none is between it and the character but what
// is thin. The sphere must fit into the capsule: a capsule of a smaller radius is swept with its own.
//
// What is smoothed is solved in closed form over the frame, for a character that moves evenly or with even
// acceleration. So a path hardly depends on how it is cut into frames.
//
// Limits. From one frame to the next the camera moves at most by what the character moves, by what the
// view's turn takes it along, by what is made up of the lag (its rate times what it lags by), and by
// relax_speed in each of pivot, hand and arm. Three things are not limited: what is in the way contracts
// the arm at once, a teleport moves it at once, and a swap of shoulders goes by its half-life. The view
// turns by what the control rotation turns, by recentre_rate and whisker_turn, and by what is made up of
// its lag; a rig that looks at something turns as that moves.
//
// Functions are pure: they read the surroundings, and allocate nothing but what the look grows by. From
// any thread; one look serves one call at a time. Read first: query.h, controller.h. Read next:
// camera_rig.h for the settings, spring_arm.h.
#ifndef LOPE_CAMERA_H
#define LOPE_CAMERA_H

#include <lope/camera_rig.h>
#include <lope/spring_arm.h>

#ifdef __cplusplus
extern "C" {
#endif

// A camera's character, as it is drawn.
typedef struct lope_camera_subject {
    lope_point feet;                       // m
    lope_vec3 up, forward;                 // as in the state; zero: y and -z
    lope_vec3 velocity;                    // m/s
    float radius, height, standing_height; // m, of the capsule. 0: 0.34, 1.76, height
    float yaw;                             // rad, faces there
    float stepped;                         // m along up that steps and snaps have moved it in the frame
    bool in_air;
    bool teleported;          // in this frame
    uint64_t base;            // id of the moving body that carries it, or LOPE_BODY_NONE or 0
    lope_transform base_pose; // of that body, now
} lope_camera_subject;

// What a camera is given in a frame. All zero but the subject: it looks along the subject's forward.
typedef struct lope_camera_input {
    lope_camera_subject subject;
    lope_view view;    // the control rotation: lope_controller_view
    lope_point target; // m, of lock_on
    bool has_target;
    bool left_side;         // over the left shoulder
    lope_point place;       // m, of a fixed camera
    bool look_along_view;   // a fixed camera and one on a rail look along `view`, not at the character
    const lope_point *rail; // m, at least one point
    uint32_t rail_count;
    lope_vec3 fly;         // of free fly: in the camera's frame, length to 1
    lope_filter probe;     // what is in the way; channels 0: LOPE_CHANNEL_SOLID
    float units_per_metre; // of the world, 0: 1
    lope_error *error;     // optional: names what was refused
} lope_camera_input;

#define LOPE_CAMERA_SHAKES 4

// A shake. Noise of a seed, the same on every machine, that fades in and out.
typedef struct lope_camera_shake {
    float seconds;           // how long, > 0
    float fade_in, fade_out; // s
    float frequency;         // Hz
    float move;              // m, along each of the camera's axes
    float turn;              // rad, of pitch, yaw and roll
    uint32_t seed;
    uint32_t reserved;
    double time; // s that it has lasted
} lope_camera_shake;

// What a camera remembers. All zero: a new camera, which begins without lag. Plain data without padding: copy
// it for rollback. lope_camera_hash is the same on every machine. Its members are the library's own.
typedef struct lope_camera {
    lope_spring_arm arm;         // of the kind LOPE_CAMERA_UNREAL
    lope_point feet;             // m, last frame
    lope_point followed;         // m: what the lag follows: the feet, but for dead zone and held height
    lope_point lag;              // m: the pivot's offset from it
    lope_point velocity;         // m/s, last frame, against the base
    lope_point base_position;    // m
    lope_view view, view_lag;    // rad
    lope_view given;             // rad: the control rotation of the last frame, with what was added to it
    lope_point place;            // m: of free fly and of a rail
    lope_point position;         // m: of the last frame, for blends
    lope_point blend_from;       // m, from the pivot
    double step, crouch;         // m: heights that are still to be made up for
    double height;               // m, last frame
    double cuts[3];              // m that pivot, hand and arm are short of
    double holds;                // s until the arm may be let out
    double side, speed, whisker; // -1 to 1; m/s; share of the arm
    double lean;                 // -1 to 1: to which side the feelers turn the view
    double felt[2];              // what whisker and lean follow
    double felt_time;            // s since the feelers were cast
    double quiet;                // s without look input
    double fov, blend_fov;       // rad
    double blend_time, blend_seconds;
    double last_speed; // m/s, of the last frame, not smoothed
    double up_turn[4]; // the lagged frame of up and forward
    lope_quat base_rotation, rotation, blend_rotation;
    lope_camera_shake shakes[LOPE_CAMERA_SHAKES];
    lope_point hand, end; // m, last frame: where the arm began, and where it ended with nothing in the way
    uint64_t struck;      // 1: something was in the arm's way in the last frame
    uint64_t base;
    uint64_t started; // 1: there was a last frame
} lope_camera;

// Where the camera is, and why.
typedef struct lope_camera_output {
    lope_point position; // m
    lope_quat rotation;  // its -z looks forward, its y is up
    // rad: the view without shake and blend. Where a rig turned it, the controller's
    lope_view view;
    // control rotation should become it: see turn
    // rad that recentring, feelers and lock-on added: lope_controller_add_look them
    lope_view turn;
    float fov;                    // rad, horizontal
    lope_point safe, pivot, hand; // m: where the sweeps go from
    double arm;                   // m from the pivot to the camera
    double arm_wanted;            // m: without anything in the way
    double contracted;            // m by which something in the way has shortened the way in this frame
    uint64_t body;                // what is in the way, or LOPE_BODY_NONE
    bool blocked;                 // something is in the way
    bool teleported;              // smoothing began anew in this frame
    bool looked_past;             // something thin is between the camera and the character
    float probe_radius;           // m, of the sphere that is swept
    float fade;                   // 0 to 1: how much of the character's body should be drawn
    // Poses of what is attached to the arm: [0] its end, the camera without shake; [1] the hand
    lope_transform sockets[2];
} lope_camera_output;

// Returns the subject of a state after a tick. report: of that tick, NULL without one: steps are then not
// smoothed. Where more ticks than one fall into a frame, add up `stepped`. A game that draws between ticks
// puts the drawn feet in.
LOPE_API lope_camera_subject lope_camera_subject_of(const lope_state *state, const lope_report *report);

// Moves the camera on by a frame of `seconds` (0 to 1). settings: NULL is third person. surroundings and
// look: may be NULL with no_collision. Returns LOPE_OK, or LOPE_ERROR_NULL, LOPE_ERROR_NOT_FINITE,
// LOPE_ERROR_RANGE, see in->error; or what a query was refused with. On a refusal the camera and *out stay as
// they are. Settings are not checked.
LOPE_API lope_result lope_camera_update(lope_camera *camera, const lope_camera_settings *settings, const lope_camera_input *in,
                                        const lope_surroundings *surroundings, lope_nearby *look, double seconds,
                                        lope_camera_output *out);

// Forgets all smoothing, a blend too: the next frame begins where the subject is. Shakes go on.
LOPE_API void lope_camera_teleport(lope_camera *camera);
// Moves all that the camera remembers by `way` (m): the world's origin is shifted.
LOPE_API void lope_camera_shift(lope_camera *camera, lope_point way);
// Blends from where the camera is to what the coming frames give, within `seconds`: call it when the settings
// change to those of another rig. The way is swept too.
LOPE_API void lope_camera_blend(lope_camera *camera, double seconds);
// Adds a shake; its `time` is where it begins. Where there are LOPE_CAMERA_SHAKES, the one that has least
// left is replaced. Returns LOPE_OK, LOPE_ERROR_NULL, LOPE_ERROR_NOT_FINITE or LOPE_ERROR_RANGE.
LOPE_API lope_result lope_camera_add_shake(lope_camera *camera, const lope_camera_shake *shake, lope_error *error);
// Returns a hash of all that the camera remembers.
LOPE_API uint64_t lope_camera_hash(const lope_camera *camera);

// What can be measured of a camera, at the cost of some queries.
typedef struct lope_camera_measures {
    // m from the near plane's rectangle to the nearest surface, to within 4 mm; negative where one reaches
    // into it. At most `most`.
    double near_clear;
    bool head_visible, chest_visible; // no solid is between the camera and that part
} lope_camera_measures;

// Measures where a camera is. most: m, up to which near_clear is looked for; 0: 0.5. Refusals are those of
// lope_surroundings_overlap.
LOPE_API lope_result lope_camera_measure(const lope_camera_output *out, const lope_camera_settings *settings,
                                         const lope_camera_input *in, const lope_surroundings *surroundings, lope_nearby *look,
                                         double most, lope_camera_measures *measures);

#ifdef __cplusplus
}
#endif
#endif
