// forces.h - pushes that spread from a point: explosions, fans, magnets.
//
// A character is pushed at the middle of its capsule, away from the origin, with the strength that is left at
// its distance. The push goes into the character's requests: as an impulse once, or as a force in each tick
// that it lasts. lope_world_radial_impulse (world.h) does the first for all characters of a world.
//
// Every function is pure and may be called from any thread. Numbers are not checked here: lope_move refuses
// numbers that are not finite. Pointers must not be NULL. Read next: move.h, for the input that takes the
// requests.
#ifndef LOPE_FORCES_H
#define LOPE_FORCES_H

#include <lope/move.h>

#ifdef __cplusplus
extern "C" {
#endif

// How the strength falls off with the distance.
typedef enum lope_falloff {
    LOPE_FALLOFF_CONSTANT = 0, // full within the radius
    LOPE_FALLOFF_LINEAR = 1    // full at the origin, none at the radius
} lope_falloff;

// A push from a point.
typedef struct lope_radial {
    lope_point origin;    // m
    float radius;         // m; beyond it nothing
    float strength;       // N s of an impulse, N of a force; negative: toward the origin
    uint32_t falloff;     // lope_falloff
    bool ignores_mass;    // the strength is m/s, or m/s2
    float knockback_time; // s, of an impulse: how long control is cut to the tuning's knockback_control
} lope_radial;

// Returns the push that reaches a point, in the unit of the strength. Zero beyond the radius, and at the
// origin itself, where there is no direction away from it.
LOPE_API lope_vec3 lope_radial_push(const lope_radial *radial, lope_point point);

// Returns the middle of a character's capsule, m.
LOPE_API lope_point lope_state_center(const lope_state *state);

// Adds the impulse that reaches the character of `state` to requests->impulse, and raises
// requests->knockback_time to the radial's. `mass`: kg, the tuning's, used where one impulse ignores mass
// and the other does not; not above 0: 1. Returns false, and leaves the requests alone, when the push does
// not reach the character.
LOPE_API bool lope_radial_impulse(const lope_radial *radial, const lope_state *state, float mass, lope_requests *requests);

// Adds the force that reaches the character of `state` to requests->force, for one tick. `mass` as for
// lope_radial_impulse. Returns false, and leaves the requests alone, when the push does not reach the
// character.
LOPE_API bool lope_radial_force(const lope_radial *radial, const lope_state *state, float mass, lope_requests *requests);

#ifdef __cplusplus
}
#endif
#endif
