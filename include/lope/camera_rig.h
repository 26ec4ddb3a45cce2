// camera_rig.h - the settings of a camera: kinds of rigs, their presets, and the table of fields.
//
//     lope_camera_settings rig = lope_camera_rig(LOPE_CAMERA_OVER_SHOULDER);
//     rig.arm_length = 2;
//
// Lengths and speeds are in world units; the presets take these for metres. Settings are read alone: one may
// serve many cameras, from any thread, and may change from frame to frame (lope_camera_blend). Read next:
// camera.h.
#ifndef LOPE_CAMERA_RIG_H
#define LOPE_CAMERA_RIG_H

#include <lope/field.h>

#ifdef __cplusplus
extern "C" {
#endif

// Kinds of rigs.
typedef enum lope_camera_kind {
    LOPE_CAMERA_THIRD_PERSON = 0,
    LOPE_CAMERA_FIRST_PERSON,
    LOPE_CAMERA_OVER_SHOULDER,
    LOPE_CAMERA_SIDE,     // beside a lane, as in a side-scroller
    LOPE_CAMERA_TOP_DOWN, // from above, at a pitch of its own
    LOPE_CAMERA_LOCK_ON,  // third person that looks along the line to a target
    LOPE_CAMERA_FREE_FLY, // moves by itself
    LOPE_CAMERA_FIXED,    // at a place
    LOPE_CAMERA_RAIL,     // on a line, as near to the character as that comes
    LOPE_CAMERA_UNREAL,   // the spring arm of spring_arm.h, to the letter
    LOPE_CAMERA_KIND_COUNT
} lope_camera_kind;

// Settings of a rig. Make them with lope_camera_rig and change what shall differ: a zero is a zero. Rates are
// 1/s, half-lives s; 0 of either is at once. lope_camera_fields is the table of all that follow.
typedef struct lope_camera_settings {
    uint32_t kind; // lope_camera_kind
    // ---- arm
    float arm_length; // m
    // m, in the camera's frame: x right, y up, z backward. x counts for the right side
    float socket_offset[3];
    // m, from the capsule's middle: x, y (along up), z, as in the world when y is up
    float target_offset[3];
    float least_pitch, most_pitch; // rad: limits of the view
    float own_yaw, own_pitch;      // rad, of side and top_down, and of the others with own_view
    uint32_t own_view;             // 1: the control rotation does not count
    // ---- lens
    float fov;           // rad, horizontal
    float aspect;        // width over height
    float near_distance; // m, of the near plane
    // ---- lag
    float lag_right, lag_up, lag_forward; // 1/s, along the axes of the view's yaw
    float rotation_lag;                   // 1/s
    float lag_max_distance;               // m; 0: without a limit
    float step_half_life;                 // s, of the height of steps
    float crouch_half_life;               // s, of the height of the capsule
    float up_half_life;                   // s, of turns of gravity
    float dead_radius, dead_height;       // m: within so far of where it was the character moves alone
    // m that a jump may rise before the camera follows: platform snap. 0: always follows
    float air_hold;
    float teleport_distance; // m in a frame, beyond what velocity explains, that is a teleport
    // ---- arm and lens by pitch and speed
    float arm_low, arm_high; // the arm's length at least_pitch and most_pitch, in shares of arm_length
    float fov_low, fov_high; // the same of the field of view
    float speed_full;        // m/s, at which the next two count in full; 0: they do not count
    float speed_arm;         // share of arm_length that speed adds
    float speed_fov;         // share of fov that speed adds
    float speed_half_life;   // s
    // ---- solver
    uint32_t no_collision;   // 1: nothing is swept
    float probe_radius;      // m, at least; the near plane's sphere is swept where that is larger
    float margin;            // m that stays between the near plane's corners and what is in the way
    float relax_half_life;   // s, of letting the arm out
    float relax_speed;       // m/s, at most; 0: without a limit
    float hold_time;         // s after a contraction until the arm is let out
    float thin_angle;        // rad: what is narrower, seen from the hand, is looked past. 0: nothing is
    float whisker_angle;     // rad, of the outer feelers to either side; 0: none
    float whisker_weight;    // 0 to 1: share by which what an inner feeler meets shortens the arm
    float whisker_half_life; // s
    // rad/s that the view turns away from what feelers meet, while the character moves
    float whisker_turn;
    // ---- recentring
    float recentre_wait;      // s without look input until the view turns behind the character; 0: never
    float recentre_half_life; // s
    float recentre_rate;      // rad/s, at most; 0: without a limit
    // ---- rest
    float side_half_life;      // s, of a swap of shoulders
    float fade_near, fade_far; // m from the capsule's axis: the body is not drawn, and drawn in full
    float fly_speed;           // m/s, of free fly
} lope_camera_settings;

// Returns the settings of a kind of rig. A kind that there is not gives third person.
LOPE_API lope_camera_settings lope_camera_rig(uint32_t kind);
// Returns the kind of a name ("third_person", "unreal_spring_arm"), or LOPE_CAMERA_KIND_COUNT.
LOPE_API uint32_t lope_camera_find(const char *name);
// Returns the name of a kind, NULL for none that there is.
LOPE_API const char *lope_camera_name(uint32_t kind);
// Returns the table of the settings' fields. *count: how many. `initial` is that of third person.
LOPE_API const lope_field *lope_camera_fields(uint32_t *count);
// Checks settings against the table. *error (may be NULL) names the member. Returns LOPE_OK, LOPE_ERROR_NULL,
// LOPE_ERROR_NOT_FINITE or LOPE_ERROR_RANGE.
LOPE_API lope_result lope_camera_settings_check(const lope_camera_settings *settings, lope_error *error);

#ifdef __cplusplus
}
#endif
#endif
