// runner_watch.h - what the runner's abilities share: what was reached, and the pause. Read next: runner.c.
#ifndef LOPE_ABILITY_RUNNER_WATCH_H
#define LOPE_ABILITY_RUNNER_WATCH_H

#include "mantle_data.h"

#include <lope/runner.h>

#define LOPE_RUNNER_STANDARD 1.76 // m: the standing height for which settings are given

// The data of "runner": what the character has reached at this instant.
typedef struct lope_runner_reached {
    double speed;         // m/s, level
    lope_point direction; // unit, level: the way; zero: there is none
    uint64_t body;        // of the marker
    uint32_t wall, marker; // 1: a wall is reached head-on; a marker is
    // The last answer of `piece` in this piece of the tick, and what it was for: asked again, it is told again.
    double answer; // s; 0: none
    lope_point feet, velocity;
    float height, left;
} lope_runner_reached;

// Returns what the runner has reached, or NULL when "runner" is not at work.
const lope_runner_reached *lope_runner_reached_by(const lope_tick *tick);

// Returns the scale of lengths.
double lope_runner_scale(const lope_tick *tick);

// What the data of a pause's mode is: lope_mantle_data.kind.
enum {
    LOPE_PAUSE_STANDS,  // where it is, along with its base
    LOPE_PAUSE_SETTLES, // comes to the target by a straight way
    LOPE_PAUSE_CLIMBS   // by the way `clear` of the mantle
};

// Runs the mode of a pause.
double lope_pause_run(lope_tick *tick, double seconds);

// Stops the character and begins a pause in a mode: all other abilities that move the body end.
void lope_pause_begin(lope_tick *tick, uint32_t own, uint32_t mode);

// Begins to climb by a plan, in `seconds`. faces: unit, level, where the character looks at the end.
void lope_pause_climb(lope_tick *tick, const lope_mantle_search *search, const lope_mantle_plan *plan, lope_point faces,
                      double seconds);

// Gives the character a speed along its facing, at the end of a pause.
void lope_pause_resume(lope_tick *tick, double speed);

#endif
