// tuning.h - the numbers of a kind of character, the table of their names, and presets.
//
// A tuning starts from lope_tuning_default(); in it a zero is a zero. Names are Unreal's in snake case. One
// table of fields (lope_tuning_field) serves files, sliders, docs and bindings; docs/TUNING.md prints it.
//
// Threads: every function may be called from any thread; two may not change one tuning at a time. None
// allocates. Read next: moveset.h, which makes a tuning into what a character can do.
#ifndef LOPE_TUNING_H
#define LOPE_TUNING_H

#include <lope/field.h>

#ifdef __cplusplus
extern "C" {
#endif

// How velocity and position follow from the tuning within a tick.
typedef enum lope_integrator {
    LOPE_INTEGRATOR_EXACT = 0, // closed forms inside a tick: the same path at every tick rate
    LOPE_INTEGRATOR_UNREAL = 1 // Unreal's per-tick formulas, for tuned values that come from there
} lope_integrator;

// How a character pushes bodies.
typedef enum lope_push_law {
    LOPE_PUSH_LIMITED = 0, // at most max_push_force, never faster than the character: no energy is made
    LOPE_PUSH_UNREAL = 1   // Unreal's impulses and forces
} lope_push_law;

// The numbers of a kind of character. Lengths in world units (written m), times in s, angles in radians,
// masses in kg. Each comment begins with the default; uint32_t members are flags (0 or 1) or enums,
// int32_t members counts. lope_tuning_check has the ranges, docs/TUNING.md prints them.
typedef struct lope_tuning {
    float units_per_metre; // 1; 100 for a world in centimetres. Scales the library's tolerances alone
    uint32_t integrator;   // LOPE_INTEGRATOR_EXACT: lope_integrator

    // all modes
    float gravity_scale;                    // 1
    float max_acceleration;                 // 20.48 m/s2
    float braking_friction_factor;          // 2: multiplies the friction while braking
    float braking_friction;                 // 0: used with use_separate_braking_friction
    uint32_t use_separate_braking_friction; // false
    float terminal_speed;                   // 40 m/s along gravity
    float mass;                             // 100 kg
    float max_simulation_time_step;         // 0.05 s: longest sub-step, in Unreal's per-tick formulas
    int32_t max_simulation_iterations;      // 8: most sub-steps in a tick; the last takes all that is left
    float braking_sub_step_time;            // 1/33 s: of braking, in Unreal's per-tick formulas
    int32_t max_jump_apex_attempts;         // 2: forced apex steps in a tick, in Unreal's per-tick formulas
    uint32_t force_max_acceleration;        // false; true: full acceleration however the stick is pressed
    float max_custom_movement_speed;        // 6 m/s: of a game's own modes that name none
    // walking: the mode at creation and out of the water. A landing takes it when it is a mode on the ground,
    // else walking.
    uint32_t default_land_mode;
    // swimming: the mode that water puts the character into. Walking or nav walking: it goes on as it is.
    uint32_t default_water_mode;
    uint32_t up_follows_gravity; // true: the character stands against the gravity of the volume that it is in

    // walking
    float max_walk_speed;                         // 6 m/s
    float min_analog_walk_speed;                  // 0 m/s: least speed that a half-pressed stick asks for
    float ground_friction;                        // 8 1/s: how fast velocity turns toward the input
    float braking_deceleration_walking;           // 20.48 m/s2
    float max_step_height;                        // 0.45 m
    float walkable_floor_angle;                   // 0.7813 rad (44.765 degrees)
    float snap_distance;                          // -1: max_step_height. How far down it is kept on the floor
    float perch_radius_threshold;                 // 0 m: width of the capsule's outer ring without support
    float perch_additional_height;                // 0.40 m: how far below a perched edge a floor still counts
    float ledge_check_threshold;                  // 0.04 m: depth beyond the step height that is no ledge yet
    uint32_t can_walk_off_ledges;                 // true
    uint32_t can_walk_off_ledges_when_crouching;  // false
    uint32_t maintain_horizontal_ground_velocity; // true: ramps do not change the horizontal speed
    uint32_t turn_instantly;                      // false; true: velocity follows the input at once

    // crouching
    uint32_t can_crouch;           // true
    float crouched_height;         // 0.80 m, whole
    float max_walk_speed_crouched; // 3 m/s

    // moving bases
    uint32_t ignore_base_rotation;         // false; true: a turning base carries it, but does not turn it
    uint32_t impart_base_velocity_x;       // true: on leaving a moving base its velocity along x is added
    uint32_t impart_base_velocity_y;       // true: along y, which is up
    uint32_t impart_base_velocity_z;       // true: along z
    uint32_t impart_base_angular_velocity; // true: and the velocity of its turn at the feet
    uint32_t stay_based_in_air;            // false; true: it goes on following its base through the air
    float stay_based_in_air_height;        // 10 m: up to that far above it
    float former_base_velocity_half_life;  // 0 s: of imparted velocity in the air; 0: it stays

    // falling and jumping
    float jump_speed;                           // 4.2 m/s
    float jump_max_hold_time;                   // 0 s: how long holding the button keeps up the jump's speed
    int32_t jump_max_count;                     // 1: jumps until it lands
    float jump_off_jump_z_factor;               // 0.5: of jump_speed, off a body that may not be stood upon
    uint32_t dont_fall_below_jump_speed;        // true: a held jump rises at jump_speed or more
    float air_control;                          // 0.05 of max_acceleration
    float air_control_boost_multiplier;         // 2: times air_control, below the threshold
    float air_control_boost_velocity_threshold; // 0.25 m/s: of level speed
    float falling_lateral_friction;             // 0 1/s
    float braking_deceleration_falling;         // 0 m/s2
    uint32_t apply_gravity_while_jumping;       // true: gravity acts while a jump is held
    float coyote_time;                          // 0.10 s: after walking off, a jump is as from the ground
    float jump_buffer_time;                     // 0.10 s: a press so long before landing still jumps

    // swimming and flying
    float max_swim_speed;                // 3 m/s
    float braking_deceleration_swimming; // 0 m/s2
    float buoyancy;                      // 1: neutral when immersed; more: rises
    float max_out_of_water_step_height;  // 0.40 m: how high a shore is that is climbed out of the water
    float out_of_water_speed;            // 4.2 m/s: upward, of the leap out of the water
    float jump_out_of_water_pitch;       // 0.1963 rad (11.25 degrees): look up by more to leap out at a wall
    float max_fly_speed;                 // 6 m/s
    float braking_deceleration_flying;   // 0 m/s2
    uint32_t fly_stop_instantly;         // false; true: without input a flyer stops at once

    // nav walking and paths
    uint32_t sweep_while_nav_walking;              // true: what is solid stops it
    uint32_t project_nav_walking;                  // true: its height is that of the real floor near by
    float nav_projection_interval;                 // 0.1 s between two looks at the real floor
    float nav_projection_interp_speed;             // 12 1/s: how fast the height follows it
    float nav_walking_floor_dist_tolerance;        // 0.10 m: floors so near the surface are the same
    uint32_t requested_move_use_acceleration;      // true: a requested velocity is reached by acceleration
    uint32_t use_acceleration_for_paths;           // false; true: a path presses the stick
    uint32_t use_fixed_braking_distance_for_paths; // false; true: brakes from the distance below on
    float fixed_path_braking_distance;             // 0 m: before a path's end

    // rotation
    float rotation_rate;                      // 6.2832 rad/s, about up; negative: at once; 0: never
    float rotation_rate_pitch;                // 0 rad/s
    float rotation_rate_roll;                 // 0 rad/s
    uint32_t orient_rotation_to_movement;     // false; true: it turns toward its acceleration
    uint32_t use_controller_desired_rotation; // false; true: it turns toward the control rotation
    uint32_t use_controller_rotation_yaw;     // true: else it faces the control rotation, at once
    uint32_t keep_upright;                    // true: pitch and roll stay 0 in every mode

    // forces on it
    float knockback_control; // 0: share of control that is left while it is knocked back

    // bodies that it pushes
    uint32_t push_law;                      // LOPE_PUSH_LIMITED: lope_push_law
    uint32_t enable_physics_interaction;    // true: it pushes, weighs on and repels bodies
    float max_push_force;                   // 500 N, limited: the most it pushes with
    float standing_downward_force_scale;    // 1: of its weight on what it stands upon
    float initial_push_force_factor;        // 5 N s, unreal: impulse on a body at rest
    float push_force_factor;                // 7500 N, unreal: force on a body that moves
    uint32_t push_force_scaled_to_mass;     // false; true: that force times the body's mass
    uint32_t scale_push_force_to_velocity;  // true: that force by the body's speed away
    uint32_t push_force_using_z_offset;     // false; true: it pushes at the height below
    float push_force_point_z_offset_factor; // -0.75: -1 the bottom, 1 the top of the body's bounds
    uint32_t touch_force_scaled_to_mass;    // true: the touch force times the body's mass
    float touch_force_factor;               // 1: impulse on bodies that it overlaps
    float min_touch_force;                  // -0.01 N s; below 0: none
    float max_touch_force;                  // 2.5 N s
    float repulsion_force;                  // 0.025 N/kg of its mass, on bodies that come into it

    // plane constraint
    uint32_t constrain_to_plane; // false; true: it stays in a plane
    float plane_normal_x;        // 0: of the plane
    float plane_normal_y;        // 0
    float plane_normal_z;        // 1
    float plane_offset;          // 0 m: of the plane from the world's origin, along its normal

    // events
    float footstep_distance; // 0 m: none; 0.75 for a walk. Way on the ground between two LOPE_EVENT_FOOTSTEP
} lope_tuning;

// A row of the table of a tuning's fields: field.h.
typedef lope_field lope_tuning_field;

// Returns how many fields a tuning has.
LOPE_API uint32_t lope_tuning_field_count(void);
// Returns the field at `index`, in the order of lope_tuning; NULL past the end.
LOPE_API const lope_tuning_field *lope_tuning_field_at(uint32_t index);
// Returns the field named `name`, "max_walk_speed"; NULL when there is none.
LOPE_API const lope_tuning_field *lope_tuning_field_find(const char *name);

// Returns the defaults above: Unreal's figures in metres, the exact integrator, coyote time and a jump
// buffer.
LOPE_API lope_tuning lope_tuning_default(void);
// Returns Unreal's figures with Unreal's per-tick formulas and push forces, without coyote time and jump
// buffer.
LOPE_API lope_tuning lope_tuning_unreal(void);
// Fills a tuning with the preset `name`: "default", "unreal", "platformer", "shooter", "heavy", "moon".
// LOPE_ERROR_UNKNOWN_NAME: there is no such preset, and *tuning is untouched. LOPE_ERROR_NULL: an argument is
// NULL.
LOPE_API lope_result lope_tuning_preset(const char *name, lope_tuning *tuning);
// Returns how many presets there are.
LOPE_API uint32_t lope_preset_count(void);
// Returns the name of preset `index`; NULL past the end. Static.
LOPE_API const char *lope_preset_name(uint32_t index);
// Returns one sentence on how preset `index` feels; NULL past the end. Static.
LOPE_API const char *lope_preset_text(uint32_t index);

// Sets one field by its name. Flags take 0 and 1, angles radians, enums their number. On a refusal the tuning
// is untouched: LOPE_ERROR_NULL, LOPE_ERROR_UNKNOWN_NAME, LOPE_ERROR_NOT_FINITE, or LOPE_ERROR_RANGE for a
// value that the field does not take.
LOPE_API lope_result lope_tuning_set(lope_tuning *tuning, const char *name, double value);
// Reads one field by its name into *value. LOPE_ERROR_NULL, LOPE_ERROR_UNKNOWN_NAME.
LOPE_API lope_result lope_tuning_get(const lope_tuning *tuning, const char *name, double *value);
// Sets one field by Unreal's name and in Unreal's units: centimetres, degrees, half heights, its numbers of
// movement modes. A flag's b may be left out. Members of its vectors are named "RotationRate.Pitch",
// "PlaneConstraintNormal.X" (Unreal's axes). "WalkableFloorZ" is the cosine of walkable_floor_angle. Refusals
// as for lope_tuning_set.
LOPE_API lope_result lope_tuning_set_unreal(lope_tuning *tuning, const char *unreal_name, double value);
// Reads one field by Unreal's name and in Unreal's units into *value. Names as for lope_tuning_set_unreal.
LOPE_API lope_result lope_tuning_get_unreal(const lope_tuning *tuning, const char *unreal_name, double *value);
// Checks all fields. Returns LOPE_OK, or LOPE_ERROR_NULL, LOPE_ERROR_NOT_FINITE or LOPE_ERROR_RANGE. *error
// (may be NULL) then has the first field that is refused, and what it takes.
LOPE_API lope_result lope_tuning_check(const lope_tuning *tuning, lope_error *error);
// Returns the first field that is allowed, and so large that it looks like Unreal's centimetres in a world of
// metres: above 200 m/s, 1000 m/s2 or 20 m, times units_per_metre. NULL: none, or no tuning. A world's log is
// told of it.
LOPE_API const lope_tuning_field *lope_tuning_doubt(const lope_tuning *tuning);

#ifdef __cplusplus
}
#endif
#endif
