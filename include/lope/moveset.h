// moveset.h - what a kind of character can do: its tuning, its table of modes, its curves and sensors.
//
// A tuning starts from lope_tuning_default(); in it a zero is a zero. Names are Unreal's in snake case. One table of fields
// (lope_tuning_field) serves files, sliders, docs and bindings. A moveset is immutable once made and shared by many characters.
#ifndef LOPE_MOVESET_H
#define LOPE_MOVESET_H

#include <lope/curve.h>
#include <lope/mode.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lope_integrator {
    LOPE_INTEGRATOR_EXACT = 0, // closed forms inside a tick: the same path at every tick rate
    LOPE_INTEGRATOR_UNREAL = 1 // Unreal's per-tick formulas, for tuned values that come from there
} lope_integrator;

typedef enum lope_push_law {
    LOPE_PUSH_LIMITED = 0, // never more than max_push_force, never faster than the character: no energy is made
    LOPE_PUSH_UNREAL = 1   // Unreal's impulses and forces
} lope_push_law;

// Lengths in m (times units_per_metre), times in s, angles in radians, masses in kg.
typedef struct lope_tuning {
    float units_per_metre; // 1; 100 when the world is in centimetres: scales the library's tolerances, not these fields
    int32_t integrator;    // lope_integrator

    // all modes
    float gravity_scale;                   // 1
    float max_acceleration;                // 20.48 m/s2
    float braking_friction_factor;         // 2: multiplies the friction while braking
    float braking_friction;                // 0: used with use_separate_braking_friction
    int32_t use_separate_braking_friction; // false
    float terminal_speed;                  // 40 m/s along gravity
    float mass;                            // 100 kg
    float max_simulation_time_step;        // 0.05 s: longest sub-step of walking and falling in Unreal's per-tick formulas
    int32_t max_simulation_iterations;     // 8: most of them in a tick; the last takes all that is left
    float braking_sub_step_time;           // 1/33 s: of braking in Unreal's per-tick formulas
    int32_t max_jump_apex_attempts;        // 2: forced apex steps in a tick, in Unreal's per-tick formulas
    int32_t force_max_acceleration;        // false; true: full acceleration however the stick is pressed, also without input
    float max_custom_movement_speed;       // 6 m/s: of custom modes that name none
    int32_t default_land_mode; // walking: at birth, and out of the water; who lands takes it when it is on the ground, else walks
    int32_t default_water_mode; // swimming: what water makes of who comes in; walking or nav_walking: nothing, he goes on
    int32_t up_follows_gravity; // true: the character stands against the gravity of the volume it is in

    // walking
    float max_walk_speed;                        // 6 m/s
    float min_analog_walk_speed;                 // 0 m/s: lower bound of the speed a half-pressed stick asks for
    float ground_friction;                       // 8 1/s: how fast velocity turns toward the input
    float braking_deceleration_walking;          // 20.48 m/s2
    float max_step_height;                       // 0.45 m
    float walkable_floor_angle;                  // 0.7813 rad (44.765 degrees)
    float snap_distance;                         // -1: as max_step_height. How far down a walker is kept on the floor
    float perch_radius_threshold;                // 0 m: ring at the capsule's rim in which support does not count
    float perch_additional_height;               // 0.40 m: how far below a perched edge a floor still keeps it standing
    float ledge_check_threshold;                 // 0.04 m: depth beyond the step height that is no ledge yet
    int32_t can_walk_off_ledges;                 // true
    int32_t can_walk_off_ledges_when_crouching;  // false
    int32_t maintain_horizontal_ground_velocity; // true: ramps do not change the horizontal speed
    int32_t turn_instantly;                      // false; true: velocity follows the input at once

    // crouching
    int32_t can_crouch;            // true
    float crouched_height;         // 0.80 m, whole
    float max_walk_speed_crouched; // 3 m/s

    // moving bases
    int32_t ignore_base_rotation;         // false; true: the base's turn carries the character round, but does not turn it
    int32_t impart_base_velocity_x;       // true: on leaving a moving base its velocity is added; each axis of the world,
    int32_t impart_base_velocity_y;       // true   y being up
    int32_t impart_base_velocity_z;       // true
    int32_t impart_base_angular_velocity; // true: and what its turn adds at the feet
    int32_t stay_based_in_air;            // false; true: it goes on following its base through the air
    float stay_based_in_air_height;       // 10 m, up to that far above it
    float former_base_velocity_half_life; // 0 s: of imparted velocity in the air; 0: it stays

    // falling and jumping
    float jump_speed;                           // 4.2 m/s
    float jump_max_hold_time;                   // 0 s: how long holding the button keeps the jump's speed up
    int32_t jump_max_count;                     // 1
    float jump_off_jump_z_factor;               // 0.5: of jump_speed, off a body that may not be stood upon
    int32_t dont_fall_below_jump_speed;         // true: while the jump is held the upward speed does not sink below jump_speed
    float air_control;                          // 0.05 of max_acceleration
    float air_control_boost_multiplier;         // 2
    float air_control_boost_velocity_threshold; // 0.25 m/s
    float falling_lateral_friction;             // 0 1/s
    float braking_deceleration_falling;         // 0 m/s2
    int32_t apply_gravity_while_jumping;        // true
    float coyote_time;      // 0.10 s: how long after walking off a ledge a jump still counts as from the ground
    float jump_buffer_time; // 0.10 s: how long before landing a press is remembered

    // swimming and flying
    float max_swim_speed;                // 3 m/s
    float braking_deceleration_swimming; // 0 m/s2
    float buoyancy;                      // 1: neutral when immersed; more: rises
    float max_out_of_water_step_height;  // 0.40 m: how high a shore is that is climbed out of the water
    float out_of_water_speed;            // 4.2 m/s: upward, of the leap out of the water
    float jump_out_of_water_pitch;       // 0.1963 rad (11.25 degrees): looking up by more than this, it leaps out at a wall
    float max_fly_speed;                 // 6 m/s
    float braking_deceleration_flying;   // 0 m/s2
    int32_t fly_stop_instantly;          // false; true: without input a flyer stands still at once

    // nav walking and paths
    int32_t sweep_while_nav_walking;              // true: what is solid stops it
    int32_t project_nav_walking;                  // true: the height is that of the real floor, where one is near the surface
    float nav_projection_interval;                // 0.1 s between two looks at the real floor
    float nav_projection_interp_speed;            // 12 1/s: how fast the height follows it
    float nav_walking_floor_dist_tolerance;       // 0.10 m
    int32_t requested_move_use_acceleration;      // true: a requested velocity is reached by acceleration, else at once
    int32_t use_acceleration_for_paths;           // false; true: a path presses the stick, rather than request a velocity
    int32_t use_fixed_braking_distance_for_paths; // false
    float fixed_path_braking_distance;            // 0 m

    // rotation
    float rotation_rate;                     // 6.2832 rad/s, about up; negative: at once; 0: never
    float rotation_rate_pitch;               // 0 rad/s
    float rotation_rate_roll;                // 0 rad/s
    int32_t orient_rotation_to_movement;     // false; true: it turns toward its acceleration
    int32_t use_controller_desired_rotation; // false; true: it turns toward the control rotation at its rate
    int32_t use_controller_rotation_yaw;     // true: without the two it faces where the control rotation does, at once
    int32_t keep_upright;                    // true: pitch and roll stay 0 in every mode

    // forces upon it
    float knockback_control; // 0: share of control that is left while it is knocked back

    // bodies that it pushes
    int32_t push_law;                       // "limited": no energy is made; "unreal": Unreal's forces
    int32_t enable_physics_interaction;     // true
    float max_push_force;                   // 500 N, limited: the most it pushes with
    float standing_downward_force_scale;    // 1: of its weight on what it stands upon
    float initial_push_force_factor;        // 5 N s, unreal: impulse on a body at rest
    float push_force_factor;                // 7500 N, unreal: force on a body that moves
    int32_t push_force_scaled_to_mass;      // false
    int32_t scale_push_force_to_velocity;   // true
    int32_t push_force_using_z_offset;      // false; true: it pushes at push_force_point_z_offset_factor, not where it touches
    float push_force_point_z_offset_factor; // -0.75: -1 the bottom, 1 the top of the body's bounds
    int32_t touch_force_scaled_to_mass;     // true
    float touch_force_factor;               // 1: impulse on bodies that it overlaps
    float min_touch_force;                  // -0.01 N s; below 0: none
    float max_touch_force;                  // 2.5 N s
    float repulsion_force;                  // 0.025 N a kg of it, on bodies that come into it

    // plane constraint
    int32_t constrain_to_plane; // false; true: it stays in a plane
    float plane_normal_x;       // 0: of the plane
    float plane_normal_y;       // 0
    float plane_normal_z;       // 1
    float plane_offset;         // 0 m: of the plane from the world's origin, along its normal
} lope_tuning;

typedef enum lope_field_kind {
    LOPE_FIELD_FLOAT,
    LOPE_FIELD_BOOL,
    LOPE_FIELD_INT,
    LOPE_FIELD_ANGLE,
    LOPE_FIELD_ENUM
} lope_field_kind;

typedef struct lope_tuning_field {
    const char *name;        // "max_walk_speed"
    const char *unreal_name; // "MaxWalkSpeed", or NULL
    const char *unit;        // "m/s", "rad", ""
    const char *text;        // one sentence
    lope_field_kind kind;
    float low, high;            // inclusive range
    float unreal_scale;         // this field = Unreal's value * unreal_scale (0.01 for centimetres, pi / 180 for degrees)
    uint32_t offset;            // in lope_tuning
    const char *const *choices; // LOPE_FIELD_ENUM: names of 0, 1, ..., NULL at the end
    uint32_t refused;           // LOPE_FIELD_ENUM: bit n: choice n has a name, but this field does not take it
} lope_tuning_field;

LOPE_API uint32_t lope_tuning_field_count(void);
LOPE_API const lope_tuning_field *lope_tuning_field_at(uint32_t index);     // NULL past the end
LOPE_API const lope_tuning_field *lope_tuning_field_find(const char *name); // NULL when unknown

LOPE_API lope_tuning lope_tuning_default(void);
LOPE_API lope_tuning lope_tuning_unreal(void); // Unreal's defaults and per-tick formulas; no coyote time, no jump buffer
// "default", "unreal", "platformer", "shooter", "heavy", "moon": by name, or all of them by index; NULL past the end.
LOPE_API lope_result lope_tuning_preset(const char *name, lope_tuning *tuning);
LOPE_API uint32_t lope_preset_count(void);
LOPE_API const char *lope_preset_name(uint32_t index);
LOPE_API const char *lope_preset_text(uint32_t index); // one sentence: how it feels

// Sets one field; flags take 0 and 1. Refuses unknown names and values out of range.
LOPE_API lope_result lope_tuning_set(lope_tuning *tuning, const char *name, double value);
LOPE_API lope_result lope_tuning_get(const lope_tuning *tuning, const char *name, double *value);
// By Unreal's names and in its units: centimetres, degrees, half heights, its numbers of movement modes. A flag's b may be left out; the
// members of its vectors are named "RotationRate.Pitch", "PlaneConstraintNormal.X" (its axes); WalkableFloorZ is the angle's cosine.
LOPE_API lope_result lope_tuning_set_unreal(lope_tuning *tuning, const char *unreal_name, double value);
LOPE_API lope_result lope_tuning_get_unreal(const lope_tuning *tuning, const char *unreal_name, double *value);
LOPE_API lope_result lope_tuning_check(const lope_tuning *tuning, lope_error *error);

// A shape that is attached to a character, moves with it and tells what it overlaps: a pick-up reach, a sight, a foot.
typedef struct lope_sensor {
    const char *name;  // the game's own, another for each; may be NULL
    uint32_t channels; // of the bodies and characters that it meets
    lope_vec3 a, b;    // m, ends of its core in the character's frame: x right, y up from the feet, z back
    float radius;      // m
} lope_sensor;
#define LOPE_SENSORS 8
#define LOPE_CURVES 16

typedef struct lope_moveset {
    lope_tuning tuning;
    uint64_t hash;         // of all that changes results; stands in recordings
    float walkable_cosine; // of tuning.walkable_floor_angle, worked out once; at least 1.1e-4
    uint32_t mode_count, curve_count, sensor_count;
    const lope_mode *modes[LOPE_MODES]; // by mode id; the built-in ones first
    lope_curve curves[LOPE_CURVES];     // that layered moves name by their index
    lope_sensor sensors[LOPE_SENSORS];
} lope_moveset;

// Checks the tuning and fills the moveset. Refuses, and leaves the moveset untouched, when a field is out of range.
LOPE_API lope_result lope_moveset_make(lope_moveset *moveset, const lope_tuning *tuning, lope_error *error);

// Each adds to a made moveset and changes its hash; *id and *index say under which number. Refused: a full table, a name taken twice, a
// data_size that is too large, points out of order, a radius that is not positive.
LOPE_API lope_result lope_moveset_add_mode(lope_moveset *moveset, const lope_mode *mode, uint32_t *id, lope_error *error);
LOPE_API lope_result lope_moveset_add_curve(lope_moveset *moveset, const lope_curve *curve, uint32_t *index, lope_error *error);
LOPE_API lope_result lope_moveset_add_sensor(lope_moveset *moveset, const lope_sensor *sensor, uint32_t *index,
                                             lope_error *error);
// Another tuning for a made moveset, whose modes, curves and sensors stay: what hot reload does. States go on under it as they are: what
// it changes counts from their next tick on (a limit that is exceeded is not cut but braked, jumps that were made are counted). Refuses,
// and leaves the moveset untouched, when a field is out of range. Not while a tick reads it.
LOPE_API lope_result lope_moveset_retune(lope_moveset *moveset, const lope_tuning *tuning, lope_error *error);
LOPE_API const char *lope_moveset_mode_name(const lope_moveset *moveset, uint32_t mode); // "?" when unknown

#ifdef __cplusplus
}
#endif
#endif
