// moveset.h - what a kind of character can do: its tuning and, later, its tables of modes and abilities.
//
// A tuning starts from lope_tuning_default(); in it a zero is a zero. Names are Unreal's in snake case. One table of fields
// (lope_tuning_field) serves files, sliders, docs and bindings. A moveset is immutable once made and shared by many characters.
#ifndef LOPE_MOVESET_H
#define LOPE_MOVESET_H

#include <lope/vec.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lope_integrator {
    LOPE_INTEGRATOR_EXACT = 0, // closed forms inside a tick: the same path at every tick rate
    LOPE_INTEGRATOR_UNREAL = 1 // Unreal's per-tick formulas, for tuned values that come from there
} lope_integrator;

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
    float max_simulation_time_step;        // 0.05 s
    int32_t max_simulation_iterations;     // 8

    // walking
    float max_walk_speed;                        // 6 m/s
    float min_analog_walk_speed;                 // 0 m/s: lower bound of the speed a half-pressed stick asks for
    float ground_friction;                       // 8 1/s: how fast velocity turns toward the input
    float braking_deceleration_walking;          // 20.48 m/s2
    float max_step_height;                       // 0.45 m
    float walkable_floor_angle;                  // 0.7813 rad (44.765 degrees)
    float snap_distance;                         // -1: as max_step_height. How far down a walker is kept on the floor
    float perch_radius_threshold;                // 0 m: ring at the capsule's rim in which support does not count
    int32_t can_walk_off_ledges;                 // true
    int32_t maintain_horizontal_ground_velocity; // true: ramps do not change the horizontal speed
    int32_t turn_instantly;                      // false; true: velocity follows the input at once

    // falling and jumping
    float jump_speed;                           // 4.2 m/s
    float jump_max_hold_time;                   // 0 s: how long holding the button keeps the jump's speed up
    int32_t jump_max_count;                     // 1
    float air_control;                          // 0.05 of max_acceleration
    float air_control_boost_multiplier;         // 2
    float air_control_boost_velocity_threshold; // 0.25 m/s
    float falling_lateral_friction;             // 0 1/s
    float braking_deceleration_falling;         // 0 m/s2
    int32_t apply_gravity_while_jumping;        // true
    float coyote_time;      // 0.10 s: how long after walking off a ledge a jump still counts as from the ground
    float jump_buffer_time; // 0.10 s: how long before landing a press is remembered
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
} lope_tuning_field;

LOPE_API uint32_t lope_tuning_field_count(void);
LOPE_API const lope_tuning_field *lope_tuning_field_at(uint32_t index);     // NULL past the end
LOPE_API const lope_tuning_field *lope_tuning_field_find(const char *name); // NULL when unknown

LOPE_API lope_tuning lope_tuning_default(void);
LOPE_API lope_tuning lope_tuning_unreal(void); // Unreal's defaults and per-tick formulas; no coyote time, no jump buffer
LOPE_API lope_result lope_tuning_preset(const char *name, lope_tuning *tuning); // "default", "unreal"

// Sets one field; flags take 0 and 1. Refuses unknown names and values out of range.
LOPE_API lope_result lope_tuning_set(lope_tuning *tuning, const char *name, double value);
LOPE_API lope_result lope_tuning_get(const lope_tuning *tuning, const char *name, double *value);
LOPE_API lope_result lope_tuning_set_unreal(lope_tuning *tuning, const char *unreal_name, double value);
LOPE_API lope_result lope_tuning_check(const lope_tuning *tuning, lope_error *error);

typedef struct lope_moveset {
    lope_tuning tuning;
    uint64_t hash;         // of all that changes results; stands in recordings
    float walkable_cosine; // of tuning.walkable_floor_angle, worked out once
} lope_moveset;

// Checks the tuning and fills the moveset. Refuses, and leaves the moveset untouched, when a field is out of range.
LOPE_API lope_result lope_moveset_make(lope_moveset *moveset, const lope_tuning *tuning, lope_error *error);

#ifdef __cplusplus
}
#endif
#endif
