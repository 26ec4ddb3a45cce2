// projectile.h - what is thrown or shot: a sphere that flies under gravity, bounces, slides, homes in and
// comes to rest.
//
// A pure function on plain data like lope_move. Flight is a parabola in closed form, and a hit cuts the tick
// at its instant. So a second of flight and its bounces come out the same at every tick rate. Moving bodies
// are met where they are at that instant. A projectile at rest on a moving body rides along. A projectile
// that is squeezed, with no way out of an overlap, stops.
//
// Names, defaults and laws are those of Unreal's ProjectileMovement, except where they depend on the tick
// rate: a projectile that bounces no more slides with Coulomb's friction.
//
// Threads: as for lope_move. Everything may run on any thread; a nearby belongs to one thread at a time.
#ifndef LOPE_PROJECTILE_H
#define LOPE_PROJECTILE_H

#include <lope/move.h>

#ifdef __cplusplus
extern "C" {
#endif

// How a projectile moves. Start from lope_projectile_tuning_default(); in it a zero is a zero. Defaults stand
// first.
typedef struct lope_projectile_tuning {
    float units_per_metre; // 1; 100 for centimetres. Scales tolerances, not these fields
    float initial_speed;   // 0 m/s: speed that it is made with; 0: that of its velocity
    float max_speed;       // 0 m/s; 0: no limit
    float gravity_scale;   // 1
    bool should_bounce;    // false: the first hit stops it
    float bounciness;      // 0.6: share of the speed into a surface that it leaves it with
    // 0.2: a bounce takes this share of the speed along the surface; sliding, it is Coulomb's coefficient.
    float friction;
    bool bounce_angle_affects_friction; // false; true: friction * tangent of the angle, at most 1
    float min_friction_fraction;        // 0: the least share of the friction then
    float bounce_stop_speed;            // 0.05 m/s: a slower bounce slides; slower sliding stops
    bool homing;                        // false; true: homing_acceleration toward the input's target
    float homing_acceleration;          // 0 m/s2
    bool constrain_to_plane;            // false; true: it stays in the plane below
    lope_vec3 plane_normal;             // z; of any length but 0
    float plane_offset;                 // 0 m: of the plane from the world's origin, along its normal
} lope_projectile_tuning;

// Returns the defaults above.
LOPE_API lope_projectile_tuning lope_projectile_tuning_default(void);

// Everything that a tick of a projectile changes and the next one needs. Plain data without padding: memcpy
// is rollback. Make it with lope_projectile_init; it changes only through lope_projectile_move.
typedef struct lope_projectile_state {
    lope_point position;     // m, of the middle
    double time;             // s that it has lived
    uint64_t own_body;       // a body that is never near to it, e.g. the thrower; or LOPE_BODY_NONE
    lope_vec3 velocity;      // m/s
    lope_vec3 gravity;       // m/s2
    lope_vec3 ground;        // unit normal of what it slides on
    float radius;            // m
    uint32_t channels;       // LOPE_CHANNEL_... of bodies that it collides with
    uint32_t ticks;          // that it has lived
    uint32_t stopped;        // 1: it rests on what stands, or was squeezed, and moves no more
    uint32_t sliding;        // 1: it slides on `ground`
    uint32_t bounces;        // so far
    uint32_t event_sequence; // events made so far
} lope_projectile_state;

// What to make a projectile with. All zero: at the origin, at rest, 0.05 m, under 9.8 m/s2.
typedef struct lope_projectile_def {
    lope_point position;   // m, of the middle
    lope_vec3 velocity;    // m/s
    lope_vec3 gravity;     // m/s2; zero, unless as given: (0, -9.8, 0)
    bool gravity_as_given; // gravity as given, also zero
    float radius;          // m; 0: 0.05
    uint32_t channels;     // LOPE_CHANNEL_...; 0: LOPE_CHANNEL_SOLID
    uint64_t own_body;     // 0: LOPE_BODY_NONE
    lope_error *error;     // optional: receives why it was refused
} lope_projectile_def;

// Makes a state from a definition. On a refusal def->error names the field:
//   LOPE_ERROR_NULL        an argument is NULL
//   LOPE_ERROR_NOT_FINITE  a number that is NaN or infinite
//   LOPE_ERROR_RANGE       a radius not above 0, a place beyond 1e12 m, a speed beyond 1e6 m/s, a tuning
//                          out of range
LOPE_API lope_result lope_projectile_init(lope_projectile_state *state, const lope_projectile_def *def,
                                          const lope_projectile_tuning *tuning);

// Returns a hash of all values of a state, the same on every machine.
LOPE_API uint64_t lope_projectile_hash(const lope_projectile_state *state);

// What acts on a projectile in a tick. All zero: gravity alone.
typedef struct lope_projectile_input {
    bool has_target;           // `target` counts
    lope_point target;         // m, world: what a homing one homes in on
    lope_vec3 acceleration;    // m/s2, besides gravity: wind, thrust
    lope_vec3 velocity_change; // m/s, added at the tick's start; sets one that has stopped going again
} lope_projectile_input;

// What may happen to a projectile.
typedef enum lope_projectile_event_kind { LOPE_PROJECTILE_BOUNCE = 1, LOPE_PROJECTILE_STOP } lope_projectile_event_kind;

// Something that happened in a tick.
typedef struct lope_projectile_event {
    uint32_t kind, sequence; // lope_projectile_event_kind; sequence: the same when a tick is run again
    float time;              // s into the tick
    uint32_t material;       // of what it hit
    uint64_t body;           // that it hit, or came to rest on
    lope_point point;        // m, world
    lope_vec3 normal;        // of the contact, toward the projectile
    lope_vec3 before, after; // m/s: its velocity
    uint32_t reserved;
} lope_projectile_event;

#define LOPE_PROJECTILE_EVENTS 16 // events that a report holds; more are counted

// What happened in a tick.
typedef struct lope_projectile_report {
    uint32_t event_count, events_dropped; // entries of `events`; those beyond LOPE_PROJECTILE_EVENTS
    lope_projectile_event events[LOPE_PROJECTILE_EVENTS];
    lope_point moved;   // m, the whole displacement
    double depth;       // m, deepest overlap left
    double time_unused; // s of the tick beyond the bounds on its work; normally 0
} lope_projectile_report;

// Moves a projectile by one tick of `seconds` (0 < seconds <= 1). `nearby` is used as by lope_move;
// `report` may be NULL. On a refusal the state is untouched:
//   LOPE_ERROR_NULL        a required argument is NULL
//   LOPE_ERROR_NOT_FINITE  input or seconds
//   LOPE_ERROR_RANGE       seconds or tuning
//   LOPE_ERROR_STATE       a state that lope_projectile_init has not made
//   others                 what the surroundings' gather refused with
LOPE_API lope_result lope_projectile_move(lope_projectile_state *state, const lope_projectile_input *input,
                                          const lope_projectile_tuning *tuning, const lope_surroundings *surroundings,
                                          lope_nearby *nearby, float seconds, lope_projectile_report *report);

#ifdef __cplusplus
}
#endif
#endif
