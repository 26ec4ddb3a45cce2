// unreal.h - Unreal's law of velocity for a tick, written down again from its formulas (CalcVelocity and
// ApplyVelocityBraking), m and s.
//
// For what the library does by LOPE_INTEGRATOR_UNREAL. Read next: unreal.c.
#ifndef LOPE_TESTS_UNREAL_H
#define LOPE_TESTS_UNREAL_H

#include "brute.h"

typedef struct unreal_law {
    double friction; // 1/s: of the place; braking has it times `factor`
    double factor;
    double deceleration; // m/s2, of braking
    double acceleration; // m/s2, by a full stick
    double max_speed;    // m/s, by a full stick
    double sub_step;     // s, of braking
    int fluid;           // not 0: the friction takes of every speed
} unreal_law;

// The velocity after a tick of h seconds, with the stick at `input`, at most 1 long.
brute_point unreal_velocity(const unreal_law *law, brute_point v, brute_point input, double h);
brute_point unreal_brake(const unreal_law *law, brute_point v, double h);

#endif
