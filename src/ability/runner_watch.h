// runner_watch.h - what a runner has reached on its way. Read next: runner_watch.c.
#ifndef LOPE_ABILITY_RUNNER_WATCH_H
#define LOPE_ABILITY_RUNNER_WATCH_H

#include <lope/runner.h>

// The data of "runner": what the character has reached at this instant.
typedef struct lope_runner_reached {
    double speed;          // m/s, level
    lope_point direction;  // unit, level: the way; zero: there is none
    uint64_t body;         // of the marker
    uint32_t wall, marker; // 1: a wall is reached head-on; a marker is
    // The last answer of `piece` in this piece of the tick, and what it was for
    double answer; // s; 0: none; below 0: the next piece runs whole
    lope_point feet, velocity;
    float height, left;
} lope_runner_reached;

// Returns what the runner has reached, or NULL when "runner" is not at work.
const lope_runner_reached *lope_runner_reached_by(const lope_tick *tick);

// Returns the bit of "runner" in a moveset, by ability; 0: it has none.
uint32_t lope_runner_bit(const lope_moveset *moveset);

// Returns the scale of lengths.
double lope_runner_scale(const lope_tick *tick);

#endif
