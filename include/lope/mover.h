// mover.h - what moves and is no character: a floating pawn, a spectator, a drone. For what flies by itself
// see projectile.h.
//
// A mover is a capsule or a sphere that goes where it is told to in all three directions: no gravity, no
// floor, no modes. It is swept, slides along walls, leaves overlaps, is pushed by moving bodies, and may be
// kept in a plane. Like lope_move its tick is a pure function on plain data, so memcpy is rollback. Equal
// states and inputs give equal results to the bit. The path does not depend on the tick rate. Defaults and
// law are those of Unreal's FloatingPawnMovement, solved as an equation in time.
//
// Threads: as for lope_move. Everything may run on any thread; a nearby belongs to one thread at a time.
#ifndef LOPE_MOVER_H
#define LOPE_MOVER_H

#include <lope/move.h>

#ifdef __cplusplus
extern "C" {
#endif

// How a mover moves. Start from lope_mover_tuning_default(); in it a zero is a zero. Defaults stand in front
// of the unit.
typedef struct lope_mover_tuning {
    float units_per_metre;   // 1; 100 for centimetres. Scales tolerances, not these fields
    float max_speed;         // 12 m/s with the stick pressed full
    float acceleration;      // 40 m/s2
    float deceleration;      // 80 m/s2 without input, and above the maximum
    float turning_boost;     // 8 1/s: how fast the velocity turns to the input, besides acceleration
    bool no_collision;       // false; true: nothing is in its way, a spectator
    bool constrain_to_plane; // false; true: it stays in the plane below
    lope_vec3 plane_normal;  // z; of any length but 0
    float plane_offset;      // 0 m: of the plane from the world's origin, along its normal
} lope_mover_tuning;

// Returns the defaults above.
LOPE_API lope_mover_tuning lope_mover_tuning_default(void);

// Everything that a tick of a mover changes and the next one needs. Plain data without padding: memcpy is
// rollback. Make it with lope_mover_init; it changes only through lope_mover_move.
typedef struct lope_mover_state {
    lope_point position; // m, of the middle
    uint64_t own_body;   // the id of its own body, which is never near to it; or LOPE_BODY_NONE
    // While it is squeezed: the moving bodies that have swept over it.
    uint64_t crush_bodies[2];
    // m: its lowest point in the frame of each, when it was free of that body last. It comes out on that
    // side.
    lope_vec3 crush_points[2];
    lope_vec3 velocity;   // m/s
    lope_vec3 up;         // unit: along which the capsule stands
    float radius, height; // m; a height of twice the radius is a sphere
    uint32_t channels;    // LOPE_CHANNEL_... of bodies that it collides with
    uint32_t ticks;       // that it has lived
    uint32_t stuck_ticks; // ticks in a row in which it could not be freed from what it overlaps
    uint32_t crush_count; // of crush_bodies
} lope_mover_state;

// What to make a mover with. All zero: at the origin, at rest, a sphere of 0.35 m.
typedef struct lope_mover_def {
    lope_point position;  // m, of the middle
    lope_vec3 velocity;   // m/s
    lope_vec3 up;         // any length; zero: y
    float radius, height; // m; 0: 0.35, and twice the radius
    uint32_t channels;    // LOPE_CHANNEL_...; 0: LOPE_CHANNEL_SOLID
    uint64_t own_body;    // 0: LOPE_BODY_NONE
    lope_error *error;    // optional: receives why it was refused
} lope_mover_def;

// Makes a state from a definition. On a refusal def->error names the field:
//   LOPE_ERROR_NULL        no state or no definition
//   LOPE_ERROR_NOT_FINITE  a number that is NaN or infinite
//   LOPE_ERROR_RANGE       a radius not above 0, a height under twice the radius, a place beyond 1e12 m, a
//                          speed beyond 1e6 m/s
LOPE_API lope_result lope_mover_init(lope_mover_state *state, const lope_mover_def *def);

// Returns a hash of all values of a state, the same on every machine.
LOPE_API uint64_t lope_mover_hash(const lope_mover_state *state);

// What a mover is asked for in a tick. All zero: it brakes.
typedef struct lope_mover_input {
    lope_vec3 move;            // wanted direction, world; its length up to 1 is how far the stick is pressed
    lope_vec3 velocity_change; // m/s, added at the tick's start
} lope_mover_input;

#define LOPE_MOVER_HITS 8 // hits that a report holds; more are counted

// Something that a mover ran into.
typedef struct lope_mover_hit {
    uint64_t body;    // its id
    lope_point point; // m, world
    lope_vec3 normal; // of the contact, toward the mover
    float speed;      // m/s into it
    float time;       // s into the tick
    uint32_t material;
    uint32_t reserved;
} lope_mover_hit;

// What happened in a tick.
typedef struct lope_mover_report {
    // hit_count: entries of `hits`, each body once a tick. hits_dropped: contacts with others, beyond
    // LOPE_MOVER_HITS.
    uint32_t hit_count, hits_dropped;
    lope_mover_hit hits[LOPE_MOVER_HITS];
    lope_point moved;       // m, the whole displacement
    double moved_by_pushes; // m, by moving bodies and out of overlaps
    double depth;           // m, deepest overlap left
    double time_unused;     // s of the tick beyond the bounds on its work; normally 0
} lope_mover_report;

// Moves a mover by one tick of `seconds` (0 < seconds <= 1). `nearby` is used as by lope_move; `report`
// may be NULL. On a refusal the state is untouched:
//   LOPE_ERROR_NULL        a required argument is NULL
//   LOPE_ERROR_NOT_FINITE  input or seconds
//   LOPE_ERROR_RANGE       seconds or tuning
//   LOPE_ERROR_STATE       a state that lope_mover_init has not made
//   others                 what the surroundings' gather refused with
LOPE_API lope_result lope_mover_move(lope_mover_state *state, const lope_mover_input *input, const lope_mover_tuning *tuning,
                                     const lope_surroundings *surroundings, lope_nearby *nearby, float seconds,
                                     lope_mover_report *report);

#ifdef __cplusplus
}
#endif
#endif
