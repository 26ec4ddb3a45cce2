// velocity_setup.h - the velocity law of a tick, from tuning, mode and input.
#ifndef LOPE_CHARACTER_TICK_VELOCITY_SETUP_H
#define LOPE_CHARACTER_TICK_VELOCITY_SETUP_H

#include "character/tick/tick.h"

// Fills in the velocity law for this tick's input, on the ground or in the air. A mode's law has its say.
void lope_tick_law(lope_tick *tick, bool ground, lope_law *drive);

// Fills in a law anew for the next piece of way, for a mode's law may give other figures there. Its walls
// stay. Not while a layer overrides the velocity.
void lope_tick_law_again(lope_tick *tick, bool ground, lope_law *drive);

// Returns the law for all directions, without gravity, through a fluid of that friction (1/s) and braking
// deceleration (m/s2). A mode's law has its say.
lope_law lope_tick_fluid_law(lope_tick *tick, double friction, double deceleration);

// Returns the top speed (m/s) of the mode, crouching included.
double lope_tick_max_speed(const lope_tick *tick);

// Makes the law Unreal's per-tick rule, when that is the integrator.
void lope_law_by_rule(const lope_tick *tick, lope_law *drive);

// Returns the next sub-step (s) by Unreal's rule: max_simulation_time_step and max_simulation_iterations.
// left: s of the tick. Counts the sub-step.
LOPE_COLD float lope_tick_sub_step(lope_tick *tick, float left);

// Returns a mode's time (s) as a float, as Unreal's formulas have it. It is never more than `time`: else a
// sub-step would begin before the tick does.
static inline float lope_rule_time(double time)
{
    const float left = (float)time;
    return (double)left > time ? left * (1.0f - FLT_EPSILON) : left;
}

// Returns when a sub-step ends, in s into the tick. begun, step: its begin and length, s. left: s to go until
// `end`. Rounding of floats never makes it begin earlier.
static inline double lope_rule_end(double begun, float step, double end, float left)
{
    const double at = end - (double)left;
    return at - (double)step < begun ? begun + (double)step : at;
}

#endif
