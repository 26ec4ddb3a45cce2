// spring_arm.h - Unreal's spring arm: a camera at the end of an arm behind a pivot, with lag and a collision
// test, by Unreal's law to the letter.
//
//     lope_spring_arm arm = {0};
//     lope_spring_arm_settings settings = lope_spring_arm_unreal();
//     lope_spring_arm_input in = {.pivot = middle, .up = state->up, .forward = state->forward};
//     in.view = lope_controller_view(&player, state);
//     lope_spring_arm_update(&arm, &settings, &in, &world, look, seconds, &out);
//
// The law, each frame of `seconds`:
//
//     R = the control rotation, or the component's own; pitch, yaw and roll inherited one by one
//     rotation lag   R = slerp(R before, R, min(seconds * rotation_lag, 1))
//     O = pivot + target_offset;  D = O
//     location lag   D = D before + (O - D before) * min(seconds * location_lag, 1)
//     sub-steps      a frame longer than lag_max_step runs in slices of that length, and the target of each
//                    slice lies on the straight way from the last frame's
//     most distance  D is brought to lag_max_distance from O
//     end            D - forward(R) * arm_length + R * socket_offset
//     collision      a sphere of probe_radius is swept from O, not from D, to the end
//
// It has that law's faults: lag depends on the frame rate, the arm comes out at once, and an offset pivot may
// stand in a wall. camera.h has an arm without them. Read next: controller.h, camera.h.
//
// Functions are pure: they read the surroundings, and allocate nothing but what the look grows by. From any
// thread; one look serves one call at a time.
#ifndef LOPE_SPRING_ARM_H
#define LOPE_SPRING_ARM_H

#include <lope/controller.h>
#include <lope/query.h>

#ifdef __cplusplus
extern "C" {
#endif

// Unreal's parameters. All zero: Unreal's defaults.
typedef struct lope_spring_arm_settings {
    float arm_length;          // TargetArmLength, m. 0: 3; negative: no arm
    lope_vec3 socket_offset;   // SocketOffset, m in the camera's frame: x right, y up, z backward
    lope_vec3 target_offset;   // TargetOffset, m in world space
    float probe_radius;        // ProbeSize, m. 0: 0.12
    lope_filter probe;         // ProbeChannel; channels 0: LOPE_CHANNEL_SOLID
    bool no_collision_test;    // bDoCollisionTest off
    bool use_control_rotation; // bUsePawnControlRotation: R is `view`; false: it is `own`
    // bInheritPitch, Yaw and Roll off: that angle is the component's own
    bool no_inherit_pitch, no_inherit_yaw, no_inherit_roll;
    bool enable_location_lag, enable_rotation_lag; // bEnableCameraLag, bEnableCameraRotationLag
    // CameraLagSpeed, CameraRotationLagSpeed, 1/s, to 1000. 0: 10
    float location_lag, rotation_lag;
    bool no_substeps;       // bUseCameraLagSubstepping off
    float lag_max_step;     // CameraLagMaxTimeStep, s, 0.005 to 0.5. 0: 1/60
    float lag_max_distance; // CameraLagMaxDistance, m. 0: without a limit
} lope_spring_arm_settings;

// What an arm follows in a frame.
typedef struct lope_spring_arm_input {
    lope_point pivot;      // m: where the component is
    lope_view view;        // the control rotation: lope_controller_view
    lope_view own;         // the component's own rotation, around the same up
    lope_vec3 up, forward; // as in the state. Zero: y and -z
    float units_per_metre; // of the world, 0: 1
    lope_error *error;     // optional: names what was refused
} lope_spring_arm_input;

// What an arm remembers. All zero: a new arm, which begins without lag. Plain data without padding: copy it
// for rollback, and hash its bytes.
typedef struct lope_spring_arm {
    lope_point lagged;     // m: D of the last frame
    lope_point origin;     // m: O of the last frame
    double turn[4];        // R of the last frame, x y z w
    lope_view turn_angles; // rad: the same as angles
    uint64_t started;      // 1: there was a last frame
} lope_spring_arm;

// Where the camera is.
typedef struct lope_spring_arm_output {
    lope_point position; // m
    lope_quat rotation;  // its -z looks forward
    lope_view view;      // rad: the same as angles
    lope_point origin;   // m: O
    lope_point lagged;   // m: D
    lope_point unfixed;  // m: where the camera would be without the collision test
    double arm;          // m from O to the camera
    uint64_t body;       // what blocks the arm, or LOPE_BODY_NONE
    bool blocked;
} lope_spring_arm_output;

// Returns the settings of a third-person character's arm in Unreal: the defaults, with the control rotation.
LOPE_API lope_spring_arm_settings lope_spring_arm_unreal(void);

// Checks settings. *error (may be NULL) names the member. Returns LOPE_OK, LOPE_ERROR_NULL,
// LOPE_ERROR_NOT_FINITE or LOPE_ERROR_RANGE.
LOPE_API lope_result lope_spring_arm_settings_check(const lope_spring_arm_settings *settings, lope_error *error);

// Moves the arm on by a frame of `seconds` (0 to 1) and tells where the camera is. settings: NULL is all
// defaults. surroundings and look: NULL with settings that test no collision. Returns LOPE_OK, or
// LOPE_ERROR_NULL, LOPE_ERROR_NOT_FINITE, LOPE_ERROR_RANGE, see in->error; or what the query was refused
// with. On a refusal the arm and *out stay as they are. Settings are not checked.
LOPE_API lope_result lope_spring_arm_update(lope_spring_arm *arm, const lope_spring_arm_settings *settings,
                                            const lope_spring_arm_input *in, const lope_surroundings *surroundings,
                                            lope_nearby *look, double seconds, lope_spring_arm_output *out);

// Forgets the lag: the next frame begins where the pivot is. After a teleport.
LOPE_API void lope_spring_arm_reset(lope_spring_arm *arm);

#ifdef __cplusplus
}
#endif
#endif
