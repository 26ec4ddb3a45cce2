// animation.h - what an animation needs: facts of a character's locomotion, no bones.
//
// Where the next stop, pivot, landing and apex are and how far away; the stride phase; the angle of a turn in
// place; the lean; the trajectory of the next second; the floor under each foot, and where it comes down
// next. All of it is read: nothing of a tick changes, and nothing is worked out unless it is asked for.
//
// Two functions. lope_animation_advance takes what must be remembered, a lope_animation_state, from one tick
// to the next. lope_animation_report_make looks ahead by running the game's own ticks on a copy of the state.
// So a stop on stairs, a landing on a slope, a pivot along a wall are where the character will really be:
//
//     lope_animation_advance(&memory, NULL, &moveset, &state, 1.0f / 60, NULL);    // after each tick
//     lope_animation_def def = {.state = &state, .memory = &memory, .moveset = &moveset,
//                               .surroundings = &around, .nearby = nearby, .input = input};
//     lope_animation_report_make(&def, &report);                                   // before a frame is posed
//
// "Held" is the character with its input as it is; "released" is the same without a direction and without
// requests. Stops are of the released one, all else of the held one.
//
// Frames: `feet` and `point` are places in the world. `offset`, `motion` and `yaw` are seen from the
// character of now, in the frame of its base: x right, y up, z back, as root motion has it. On a lift or a
// train they are the same as on the ground.
//
// Lengths are in the world's own units, written m; the defaults below are for metres, and scale with the
// tuning's units_per_metre. Threads: any, with a nearby that no other thread uses. Read first: predict.h.
#ifndef LOPE_ANIMATION_H
#define LOPE_ANIMATION_H

#include <lope/predict.h>

#ifdef __cplusplus
extern "C" {
#endif

// What a report tells, as bits.
#define LOPE_ANIMATION_STOP (1u << 0)       // where it stops
#define LOPE_ANIMATION_PIVOT (1u << 1)      // where it turns back
#define LOPE_ANIMATION_LANDING (1u << 2)    // where it lands
#define LOPE_ANIMATION_APEX (1u << 3)       // the highest point of a jump
#define LOPE_ANIMATION_TRAJECTORY (1u << 4) // where it will be in the next second
#define LOPE_ANIMATION_FEET (1u << 5)       // the floor under each foot
#define LOPE_ANIMATION_FOOTFALLS (1u << 6)  // where each foot comes down next
#define LOPE_ANIMATION_ALL 127u

#define LOPE_ANIMATION_FEET_MOST 4     // feet of a character
#define LOPE_ANIMATION_SAMPLES_MOST 32 // of a trajectory

// Where a foot belongs, seen from the character.
typedef struct lope_animation_foot_place {
    float right, ahead; // m, from the capsule's axis
    float phase;        // of the stride, 0 to below 1: when this foot comes down
} lope_animation_foot_place;

// How a kind of character is animated. Zero in a field is its default, so all zero is a human of 1.76 m.
typedef struct lope_animation_settings {
    uint32_t parts; // LOPE_ANIMATION_...; 0: all
    // A stride is two steps. Its length goes with the speed, in proportion from the one to the other. With
    // both strides at twice the tuning's footstep_distance, and crouched_stride 1, feet come down when
    // LOPE_EVENT_FOOTSTEP tells it.
    float walk_speed, run_speed;   // m/s; 0: 1.5 and 6
    float walk_stride, run_stride; // m; 0: 1.5 and 3
    float crouched_stride;         // times that while crouched; 0: 0.75
    // 0: two feet, the left one of phase 0 and the right one of phase 0.5, foot_spacing apart.
    uint32_t foot_count;
    float foot_spacing; // m; 0: 0.2
    lope_animation_foot_place feet[LOPE_ANIMATION_FEET_MOST];
    float foot_radius; // m, of the sphere that looks for the floor under a foot; 0: a ray
    float foot_reach;  // m up and down from the feet; 0: the tuning's max_step_height
    // Turn in place: slower than this the mesh stands while the capsule turns.
    float moving_speed;       // m/s; 0: 0.1
    float turn_most;          // rad that the mesh may be behind, at most 1e6; 0: 2.0944 (120 degrees)
    float turn_settle;        // s in which, once it moves, the mesh makes up for 63 % of that; 0: 0.1
    float lean_most;          // rad; 0: 0.5
    float lean_time;          // s in which the lean follows by 63 %; 0: 0.1; below 0: at once
    float trajectory_seconds; // s, at most 10; 0: 1
    uint32_t samples;         // of the trajectory, at most LOPE_ANIMATION_SAMPLES_MOST; 0: 10
    float farthest;           // s, at most 60: how far ahead marks are looked for; 0: 4
    // 1: the stop is that of the held input: of an AI, or of a `steer` that follows a path
    uint32_t stop_held;
} lope_animation_settings;

// What must be remembered between ticks. All zero at the beginning. Plain data without padding: copy it for
// rollback, save it with lope_animation_state_write.
typedef struct lope_animation_state {
    double walked;      // m: the state's distance_walked at the last tick
    double strides;     // strides walked; the part below 1 is the phase
    uint64_t base_body; // that carried the character then, or 0
    lope_quat base_rotation;
    lope_vec3 velocity, base_velocity; // m/s
    lope_vec3 up, facing;              // unit
    lope_vec3 acceleration;            // m/s2, in the character's frame; against its base
    float root_yaw;                    // rad of the mesh against the capsule, positive to the left
    float lean_right, lean_forward;    // rad
    uint32_t ticks;                    // the state's `ticks` then
    uint32_t begun;                    // 1: the above counts
} lope_animation_state;

// Where something will happen.
typedef struct lope_animation_mark {
    uint32_t known;     // 1: it happens within `farthest` seconds; else all is zero
    float seconds;      // s from now
    double distance;    // m of way up to there, in the frame of the base
    double rise;        // m along up; below 0: it is lower than now
    lope_point feet;    // m, in the world
    lope_vec3 offset;   // m, in the character's frame
    lope_vec3 velocity; // m/s, in the world, against the base; of a landing: just before it
    float yaw;          // rad: the facing there against that of now
    float impact;       // m/s into the floor, of a landing
    lope_vec3 normal;   // unit, of the floor there; zero in the air
    uint32_t material;  // of that floor
    uint64_t body;      // that floor's, or LOPE_BODY_NONE
} lope_animation_mark;

// A point of the trajectory: the character after a tick.
typedef struct lope_animation_sample {
    double seconds;           // s from now
    lope_point feet;          // m, in the world
    lope_vec3 velocity;       // m/s, in the world, against the base
    lope_vec3 offset, motion; // m and m/s, in the character's frame
    float facing;             // rad: the state's yaw
    float yaw;                // rad, against the facing of now
    uint32_t mode;            // lope_mode_id, or a game's own
    uint64_t floor_body;      // LOPE_BODY_NONE in the air
} lope_animation_sample;

// The floor at a foot.
typedef struct lope_animation_ground {
    uint32_t known;              // 1: there is a floor within reach; else only `point` counts
    uint32_t walkable;           // 1: it can be stood upon
    lope_point point;            // m, in the world
    lope_vec3 normal;            // unit, of the surface
    double height;               // m along up over the capsule's feet, for inverse kinematics
    float slope;                 // rad between normal and up
    float pitch, roll;           // rad, as the character faces: the ground rises ahead; it rises to the right
    uint32_t material, triangle; // of the body's surface
    uint64_t body;               // LOPE_BODY_NONE when it is not known
} lope_animation_ground;

// A foot.
typedef struct lope_animation_foot {
    lope_animation_ground now;  // under it as the character stands
    lope_animation_ground next; // where it comes down next; known: within the trajectory's time
    double next_seconds;        // s until then, by which time the character is at next_feet
    lope_point next_feet;       // m, in the world
} lope_animation_foot;

// What an animation needs. Values that were not asked for, or are not known, are zero.
typedef struct lope_animation_report {
    float speed;                    // m/s, level, against the base
    float direction;                // rad of the velocity against the facing, positive to the left; 0 at rest
    float stride;                   // m, at that speed
    float phase;                    // of the stride, 0 to below 1
    float cadence;                  // strides a second
    float turn;                     // rad that the mesh must turn to face as the capsule; left: > 0
    float lean_right, lean_forward; // rad
    lope_vec3 acceleration;         // m/s2, in the character's frame
    uint32_t airborne;              // 1: it falls or jumps
    lope_animation_mark stop, pivot, landing, apex;
    uint32_t foot_count, sample_count;
    lope_animation_foot feet[LOPE_ANIMATION_FEET_MOST];
    lope_animation_sample trajectory[LOPE_ANIMATION_SAMPLES_MOST];
    uint32_t ticks, casts; // that it took
} lope_animation_report;

// What to report. state, moveset, surroundings and nearby are required; the rest may be zero.
typedef struct lope_animation_def {
    const lope_state *state;                 // the character now
    const lope_animation_state *memory;      // NULL: no phase, turn, lean and acceleration
    const lope_animation_settings *settings; // NULL: all defaults
    const lope_moveset *moveset;             // what the character can do
    const lope_surroundings *surroundings;   // what it moves in
    lope_nearby *nearby;                     // the caller's own, which no other thread uses
    lope_input input;                        // held. Its presses count in the first tick
    // As in lope_predict_def: changes the held input before each tick.
    void (*steer)(void *context, uint32_t tick, const lope_state *state, lope_input *input);
    void *context;
    float seconds; // s a tick, 0.001 to 1: the game's, for its ticks to the bit; 0: 1/60
    // As in lope_predict_def: where what moves will be. The surroundings' `body` then finds the base.
    lope_surroundings_ahead around;
    void *around_context;
    lope_error *error; // optional: says which member was refused
} lope_animation_def;

// Checks settings. On a refusal *error (may be NULL) names the field: LOPE_ERROR_NULL, LOPE_ERROR_NOT_FINITE,
// or LOPE_ERROR_RANGE for what is negative, beyond its limit, parts and counts that there are not, and a run
// that is no faster than the walk. From any thread.
LOPE_API lope_result lope_animation_settings_check(const lope_animation_settings *settings, lope_error *error);

// Takes the memory from the last tick to this one. A pure function of the memory, the state and the time
// since: the same at every tick rate but for what a tick cannot know. Call it once a tick; with a state that
// has not ticked since, it changes nothing. The first call begins: a phase by the way walked so far, no lean.
// settings NULL: all defaults. seconds: since the last call, above 0 and at most 1e6. On a refusal the memory
// is untouched, and *error (may be NULL) names what was refused:
//   LOPE_ERROR_NULL        memory, moveset or state
//   LOPE_ERROR_STATE       a moveset that lope_moveset_make has not made
//   LOPE_ERROR_NOT_FINITE  seconds, or a number of the memory
//   LOPE_ERROR_RANGE       seconds; and what lope_animation_settings_check refuses
LOPE_API lope_result lope_animation_advance(lope_animation_state *memory, const lope_animation_settings *settings,
                                            const lope_moveset *moveset, const lope_state *state, float seconds,
                                            lope_error *error);

// Tells that an animation has turned the mesh by `angle` (rad, positive to the left) against the capsule: a
// turn in place. The report's `turn` is less by that. LOPE_ERROR_NULL, LOPE_ERROR_NOT_FINITE.
LOPE_API lope_result lope_animation_turned(lope_animation_state *memory, float angle);

// Makes a report. Runs up to `farthest` seconds of ticks on copies of the state, twice where a stop is asked
// for, and casts a ray or a sphere for each foot. The state is not touched. Nothing is allocated but what the
// nearby still grows. On a refusal *report is all zero and def->error names what was refused:
//   LOPE_ERROR_NULL        the report, the definition, or something that it requires
//   LOPE_ERROR_RANGE       seconds; and what settings and the input are refused with
//   LOPE_ERROR_NOT_FINITE  seconds, or a number of the memory
//   others                 what a tick was refused with
LOPE_API lope_result lope_animation_report_make(const lope_animation_def *def, lope_animation_report *report);

#define LOPE_ANIMATION_STATE_BYTES 136 // of a saved lope_animation_state

// Writes a memory as bytes that are the same on every machine. Either NULL: nothing is written.
LOPE_API void lope_animation_state_write(const lope_animation_state *memory, uint8_t bytes[LOPE_ANIMATION_STATE_BYTES]);

// Reads a memory back. On a refusal it is untouched. LOPE_ERROR_NULL. LOPE_ERROR_FORMAT: bytes of another
// kind or version, damaged ones, or numbers that are not finite.
LOPE_API lope_result lope_animation_state_read(lope_animation_state *memory, const uint8_t bytes[LOPE_ANIMATION_STATE_BYTES]);

#ifdef __cplusplus
}
#endif
#endif
