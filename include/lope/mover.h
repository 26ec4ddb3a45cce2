// mover.h - what moves and is no character: a floating pawn, a spectator, a drone; a projectile is in projectile.h.
//
// A mover is a capsule or a sphere that goes where it is told to in all three directions: no gravity, no floor, no modes. It is swept,
// slides along what it meets, comes out of what it overlaps, is pushed by what moves, and may be kept in a plane. Like lope_move it is a pure
// function on plain data: memcpy is rollback, equal states and inputs give equal results to the bit, and the path does not depend on the
// tick rate. Defaults and law are those of Unreal's FloatingPawnMovement, solved as an equation in time.
#ifndef LOPE_MOVER_H
#define LOPE_MOVER_H

#include <lope/move.h>

#ifdef __cplusplus
extern "C" {
#endif

// Start from lope_mover_tuning_default(); in it a zero is a zero.
typedef struct lope_mover_tuning {
    float units_per_metre;   // 1; 100 when the world is in centimetres: scales the library's tolerances, not these fields
    float max_speed;         // 12 m/s with the stick pressed full
    float acceleration;      // 40 m/s2
    float deceleration;      // 80 m/s2 without input, and above the maximum
    float turning_boost;     // 8 1/s: how fast the velocity turns toward the input, beyond what acceleration does
    bool no_collision;       // false; true: nothing is in its way, a spectator
    bool constrain_to_plane; // false
    lope_vec3 plane_normal;  // z; of any length but 0
    float plane_offset;      // 0 m: of the plane from the world's origin, along its normal
} lope_mover_tuning;
LOPE_API lope_mover_tuning lope_mover_tuning_default(void);

// Plain data, no padding. Make it with lope_mover_init.
typedef struct lope_mover_state {
    lope_point position; // m, of the middle
    uint64_t own_body;   // never near to itself; or LOPE_BODY_NONE
    // Crushed: the moving bodies that have come over it, and where in their frames its lowest point was while it was free of each. It comes out on
    // that side of them.
    uint64_t crush_bodies[2];
    lope_vec3 crush_points[2]; // m
    lope_vec3 velocity;        // m/s
    lope_vec3 up;              // unit: along which the capsule stands
    float radius, height;      // m; a height of twice the radius is a sphere
    uint32_t channels;         // of bodies that it collides with
    uint32_t ticks;            // lived
    uint32_t stuck_ticks;      // in a row in which it could not be freed from what it overlaps
    uint32_t crush_count;      // of crush_bodies
} lope_mover_state;

typedef struct lope_mover_def {
    lope_point position;
    lope_vec3 velocity;
    lope_vec3 up;         // zero: y
    float radius, height; // 0: 0.35 m, and twice the radius
    uint32_t channels;    // 0: LOPE_CHANNEL_SOLID
    uint64_t own_body;    // 0: LOPE_BODY_NONE
    lope_error *error;
} lope_mover_def;
LOPE_API lope_result lope_mover_init(lope_mover_state *state, const lope_mover_def *def);
LOPE_API uint64_t lope_mover_hash(const lope_mover_state *state);

typedef struct lope_mover_input {
    lope_vec3 move;            // wanted direction in world space; its length up to 1 is how far the stick is pressed
    lope_vec3 velocity_change; // m/s, added at the tick's start
} lope_mover_input;

#define LOPE_MOVER_HITS 8
typedef struct lope_mover_hit {
    uint64_t body;
    lope_point point;
    lope_vec3 normal; // of the contact
    float speed;      // m/s into it
    float time;       // s into the tick
    uint32_t material;
    uint32_t reserved;
} lope_mover_hit;

typedef struct lope_mover_report {
    uint32_t hit_count, hits_dropped; // each body once a tick; dropped: contacts with others, beyond LOPE_MOVER_HITS
    lope_mover_hit hits[LOPE_MOVER_HITS];
    lope_point moved;       // m, the whole displacement
    double moved_by_pushes; // m: by moving bodies and out of overlaps
    double depth;           // m, deepest overlap left
    double time_unused;     // s of the tick beyond the bounds on its work; normally 0
} lope_mover_report;

// One tick of dt seconds (0 < dt <= 1). On a refusal the state is untouched. report may be NULL. nearby: as for lope_move.
LOPE_API lope_result lope_mover_move(lope_mover_state *state, const lope_mover_input *input, const lope_mover_tuning *tuning,
                                     const lope_surroundings *surroundings, lope_nearby *nearby, float dt,
                                     lope_mover_report *report);

#ifdef __cplusplus
}
#endif
#endif
