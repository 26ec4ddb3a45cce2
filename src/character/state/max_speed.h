// max_speed.h - the top speed that the input asks for at the moment: the one rule for ticks, paths and
// explanations.
//
// A game's own mode has a function of its own (lope_mode.max_speed), which only a tick can ask.
#ifndef LOPE_CHARACTER_STATE_MAX_SPEED_H
#define LOPE_CHARACTER_STATE_MAX_SPEED_H

#include "character/state/state_flags.h"
#include <lope/mode.h>
#include <lope/tuning.h>

// Returns the top speed (m/s) in a built-in mode; in any other, the one for modes that name none.
// state_flags: of the state, for the crouch. In a fall it is that of walking, crouched or not.
static inline float lope_mode_max_speed(uint32_t mode, uint32_t state_flags, const lope_tuning *tuning)
{
    switch (mode) {
    case LOPE_MODE_NONE:
        return 0;
    case LOPE_MODE_WALKING:
    case LOPE_MODE_NAV_WALKING:
        return state_flags & LOPE_STATE_CROUCHED ? tuning->max_walk_speed_crouched : tuning->max_walk_speed;
    case LOPE_MODE_FALLING:
        return tuning->max_walk_speed;
    case LOPE_MODE_SWIMMING:
        return tuning->max_swim_speed;
    case LOPE_MODE_FLYING:
        return tuning->max_fly_speed;
    default:
        return tuning->max_custom_movement_speed;
    }
}

// Returns the top speed (m/s) of a stick that is pressed by so much (above 0, at most 1) in a mode with the
// top speed `fastest`.
static inline double lope_pressed_max_speed(double fastest, double pressed, const lope_tuning *tuning)
{
    const double speed = fastest * pressed, least = (double)tuning->min_analog_walk_speed;
    return speed < least ? least : speed;
}

#endif
