// forces.h - pushes that spread from a point: explosions, fans, magnets.
//
// A character is pushed at the middle of its capsule, away from the origin, with the strength that is left at its distance. The push goes
// into a character's input: as `impulse` once, or as `force` in each tick that it lasts. A world does the first for all of its own at once.
#ifndef LOPE_FORCES_H
#define LOPE_FORCES_H

#include <lope/move.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum lope_falloff {
    LOPE_FALLOFF_CONSTANT = 0, // full strength within the radius
    LOPE_FALLOFF_LINEAR = 1    // full at the origin, none at the radius
} lope_falloff;

typedef struct lope_radial {
    lope_point origin;    // m
    float radius;         // m; beyond it nothing
    float strength;       // N s of an impulse, N of a force; negative: toward the origin
    uint32_t falloff;     // lope_falloff
    bool ignores_mass;    // the strength is m/s, or m/s2
    float knockback_time; // s, of an impulse: how long control is cut to knockback_control
} lope_radial;

// What reaches a point: zero beyond the radius and at the origin itself, where there is no way away from it.
LOPE_API lope_vec3 lope_radial_push(const lope_radial *radial, lope_point point);
// The middle of a character's capsule.
LOPE_API lope_point lope_state_center(const lope_state *state);
// Adds it to an input, for one who is there: to its impulse, or its force. False: it does not reach him, and the input is as it was.
LOPE_API bool lope_radial_impulse(const lope_radial *radial, const lope_state *state, float mass, lope_input *input);
LOPE_API bool lope_radial_force(const lope_radial *radial, const lope_state *state, float mass, lope_input *input);

#ifdef __cplusplus
}
#endif
#endif
