// units.h - what an ability's settings are in the world's unit: the rule stands in lope/ability.h. Read next:
// level.h.
#ifndef LOPE_ABILITY_UNITS_H
#define LOPE_ABILITY_UNITS_H

#include <lope/state.h>
#include <lope/tick.h>
#include <lope/tuning.h>

#define LOPE_STANDARD_HEIGHT 1.76 // m: the standing height for which lengths of the body are given

// Returns how many of the world's units a metre is.
static inline double lope_unit(const lope_tick *tick) { return (double)lope_tick_tuning(tick)->units_per_metre; }

// Returns a setting in m, m/s or m/s2 in the world's unit.
static inline double lope_metres(const lope_tick *tick, float setting) { return (double)setting * lope_unit(tick); }

// Returns by what a length of the body is multiplied: it grows with the standing height.
static inline double lope_body_scale(const lope_tick *tick)
{
    return (double)lope_tick_state(tick)->standing_height / LOPE_STANDARD_HEIGHT;
}

#endif
