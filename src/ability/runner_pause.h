// runner_pause.h - the pause in which a runner stands or hangs, and climbs. Read next: runner_pause.c.
#ifndef LOPE_ABILITY_RUNNER_PAUSE_H
#define LOPE_ABILITY_RUNNER_PAUSE_H

#include "mantle_data.h"

// What the data of a pause's mode is: lope_mantle_data.kind.
enum {
    LOPE_PAUSE_STANDS,  // where it is, along with its base
    LOPE_PAUSE_SETTLES, // comes to the target by a straight way
    LOPE_PAUSE_CLIMBS   // by the way `clear` of the mantle
};

// Runs the mode of a pause.
double lope_pause_run(lope_tick *tick, double seconds);

// Stops the character and begins a pause in a mode.
void lope_pause_begin(lope_tick *tick, uint32_t mode);

// Begins to climb by a plan, in `seconds`. faces: unit, level, where the character looks at the end.
void lope_pause_climb(lope_tick *tick, const lope_mantle_search *search, const lope_mantle_plan *plan, lope_point faces,
                      double seconds);

// Gives the character a speed along its facing, at the end of a pause.
void lope_pause_resume(lope_tick *tick, double speed);

#endif
