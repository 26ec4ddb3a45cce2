// projectile.h - what is thrown or shot: a sphere that flies under gravity, bounces, slides, homes in on a target and comes to rest.
//
// A pure function on plain data like lope_move. Flight is a parabola in closed form, a hit splits the tick at its instant, so a second of
// flight and its bounces come out the same at every tick rate; what moves is met where it is at that instant. What rests on a body that
// moves rides along and goes on sliding; what is crushed, with no way out of what it overlaps, stops. Names, defaults and laws are those
// of Unreal's ProjectileMovement, but for what there depends on the tick rate: what bounces no more slides with friction as Coulomb has it.
#ifndef LOPE_PROJECTILE_H
#define LOPE_PROJECTILE_H

#include <lope/move.h>

#ifdef __cplusplus
extern "C" {
#endif

// Start from lope_projectile_tuning_default(); in it a zero is a zero.
typedef struct lope_projectile_tuning {
    float units_per_metre; // 1; 100 when the world is in centimetres: scales the library's tolerances, not these fields
    float initial_speed;   // 0 m/s: of the velocity that it is made with; 0: that velocity's own
    float max_speed;       // 0 m/s; 0: no limit
    float gravity_scale;   // 1
    bool should_bounce;    // false: the first hit stops it
    float bounciness;      // 0.6: share of the speed into a surface that it leaves it with
    float friction;        // 0.2: share of the speed along a surface that a bounce takes; while it slides, Coulomb's coefficient
    bool bounce_angle_affects_friction; // false; true: friction times the tangent of the angle at which it hits, at most once
    float min_friction_fraction;        // 0: at least that share of it, then
    float bounce_stop_speed;            // 0.05 m/s: a bounce that leaves it slower slides; when it slides slower it stops
    bool homing;                        // false; true: homing_acceleration toward the input's target
    float homing_acceleration;          // 0 m/s2
    bool constrain_to_plane;            // false
    lope_vec3 plane_normal;             // z; of any length but 0
    float plane_offset;                 // 0 m
} lope_projectile_tuning;
LOPE_API lope_projectile_tuning lope_projectile_tuning_default(void);

// Plain data, no padding. Make it with lope_projectile_init.
typedef struct lope_projectile_state {
    lope_point position; // m, of the middle
    double time;         // s lived
    uint64_t own_body;   // never near to itself (the thrower's, as a rule); or LOPE_BODY_NONE
    lope_vec3 velocity;  // m/s
    lope_vec3 gravity;   // m/s2
    lope_vec3 ground;    // unit normal of what it slides on
    float radius;        // m
    uint32_t channels;   // of bodies that it collides with
    uint32_t ticks;      // lived
    uint32_t stopped;    // 1: it has come to rest on what stands, or was crushed, and moves no more
    uint32_t sliding;    // 1: it slides on `ground`
    uint32_t bounces;
    uint32_t event_sequence; // events made
} lope_projectile_state;

typedef struct lope_projectile_def {
    lope_point position;
    lope_vec3 velocity;
    lope_vec3 gravity;    // zero with gravity_mode 0: (0, -9.8, 0)
    int32_t gravity_mode; // 0: zero is the default; 1: as given, also zero
    float radius;         // 0: 0.05 m
    uint32_t channels;    // 0: LOPE_CHANNEL_SOLID
    uint64_t own_body;    // 0: LOPE_BODY_NONE
    lope_error *error;
} lope_projectile_def;
LOPE_API lope_result lope_projectile_init(lope_projectile_state *state, const lope_projectile_def *def,
                                          const lope_projectile_tuning *tuning);
LOPE_API uint64_t lope_projectile_hash(const lope_projectile_state *state);

typedef struct lope_projectile_input {
    bool has_target;
    lope_point target;         // m, that a homing one homes in on
    lope_vec3 acceleration;    // m/s2, beside gravity: wind, thrust
    lope_vec3 velocity_change; // m/s, added at the tick's start; wakes it up
} lope_projectile_input;

typedef enum lope_projectile_event_kind { LOPE_PROJECTILE_BOUNCE = 1, LOPE_PROJECTILE_STOP } lope_projectile_event_kind;
typedef struct lope_projectile_event {
    uint32_t kind, sequence; // sequence: the same when a tick is run again
    float time;              // s into the tick
    uint32_t material;
    uint64_t body; // that it hit or came to rest on
    lope_point point;
    lope_vec3 normal;
    lope_vec3 before, after; // m/s: velocity
    uint32_t reserved;
} lope_projectile_event;

#define LOPE_PROJECTILE_EVENTS 16
typedef struct lope_projectile_report {
    uint32_t event_count, events_dropped;
    lope_projectile_event events[LOPE_PROJECTILE_EVENTS];
    lope_point moved;   // m, the whole displacement
    double depth;       // m, deepest overlap left
    double time_unused; // s of the tick beyond the bounds on its work; normally 0
} lope_projectile_report;

// One tick of dt seconds (0 < dt <= 1). On a refusal the state is untouched. report may be NULL. nearby: as for lope_move.
LOPE_API lope_result lope_projectile_move(lope_projectile_state *state, const lope_projectile_input *input,
                                          const lope_projectile_tuning *tuning, const lope_surroundings *surroundings,
                                          lope_nearby *nearby, float dt, lope_projectile_report *report);

#ifdef __cplusplus
}
#endif
#endif
