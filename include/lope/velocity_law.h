// velocity_law.h - the velocity law as a hook: how velocity follows the input, in figures that a mode or an
// ability may rewrite.
//
// In every mode the velocity solves an equation in time:
//   with input:  v' = -friction (v - direction |v|) + acceleration direction - fluid_friction v + push
//   without:     v' = -(braking_friction + fluid_friction) v - braking_deceleration v / |v| + push
// With input |v| is held at max_speed. On the ground and in a fall v is level; in a fluid it has all
// directions. On what moves, v is relative to it. A law function gets the figures that the tuning, the mode
// and the input give, and may rewrite any of them. The library solves the equation as it does without:
// exactly, whatever the tick rate, along walls, over steps and slopes. LOPE_INTEGRATOR_UNREAL runs the same
// figures by its rule per tick.
//
// Threads: as for mode.h. Read next: mode.h (lope_mode.law), tick.h.
#ifndef LOPE_VELOCITY_LAW_H
#define LOPE_VELOCITY_LAW_H

#include <lope/mode.h>

#ifdef __cplusplus
extern "C" {
#endif

// A law's own rate: returns the acceleration (m/s2) at a velocity (m/s), `seconds` after the law was given.
// A pure function of its arguments and what `context` points to, for it is called several times for one
// instant. A rate that is not finite counts as zero.
typedef lope_point (*lope_rate_function)(const void *context, lope_point velocity, double seconds);

// The law's figures for the coming piece of way. Numbers below 0 count as 0. A law with a number that is not
// finite is not taken: the figures stay as they were.
typedef struct lope_velocity_law {
    lope_point direction;        // of the input, unit; zero: no input. Made level, and unit, where it is not
    double acceleration;         // m/s2, of the input
    double boost_acceleration;   // m/s2, in its place while slower than boost_speed: air control's boost
    double boost_speed;          // m/s, 0: no boost
    double max_speed;            // m/s, that the input asks for; no limit without input, and with `rate`
    double friction;             // 1/s, with input: turns the velocity into its direction
    double braking_friction;     // 1/s, without input
    double braking_deceleration; // m/s2, without input
    double fluid_friction;       // 1/s, always
    lope_point push;             // m/s2 besides: gravity along a slope, wind; made level where the law is
    bool instant;                // the velocity is max_speed along `direction` at once
    // A law of its own in place of all the figures but `push`; NULL: the figures. Solved by Runge-Kutta of
    // order 4 in steps of at most 1/240 s. In water its seconds are those of the middle of a step.
    lope_rate_function rate;
    const void *context; // handed to `rate`; must stay valid up to the end of the tick
} lope_velocity_law;

// Returns the unit normal of the plane underfoot: on an edge that of the contact, so over a crest it turns
// along with the way. The character's up off the ground, and where the tick has not looked for the floor.
LOPE_API lope_point lope_tick_plane(const lope_tick *tick);

// Returns the acceleration (m/s2, level) by gravity along the plane underfoot: what `push` is for what
// slides. It is that of the level part of the velocity: for a slope of angle a it is g sin a cos a. Zero off
// the ground and on level ground.
LOPE_API lope_point lope_tick_slope_acceleration(const lope_tick *tick);

// Returns the law that holds now, on the ground and in a fall: from the tuning, the mode and the input, with
// what the mode and the abilities at work make of it; but for walls. All zero in other modes. For an
// ability's `piece` and `passed`, with lope_law_time_to_speed; not inside a law function.
LOPE_API lope_velocity_law lope_tick_velocity_law(const lope_tick *tick);

// Returns the seconds after which a velocity (m/s) has come to a speed (m/s), by the exact integrator and
// with nothing in the way; 0 when it has it already, but for 1e-9 of it. Returns -1 when it does not within
// `within` seconds: a closed form knows any time; else the law is solved for at most 60 s of it. -1 too for
// a law that is not taken, and for a speed that is not finite or below 0. For an ability's `piece`, with the
// rest of the tick in `within`. Inside a tick and outside, from any thread.
LOPE_API double lope_law_time_to_speed(const lope_velocity_law *law, lope_point velocity, double speed, double within);

#ifdef __cplusplus
}
#endif
#endif
