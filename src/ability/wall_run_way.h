// wall_run_way.h - one piece of a run along a wall. Read next: wall_run_way.c.
#ifndef LOPE_ABILITY_WALL_RUN_WAY_H
#define LOPE_ABILITY_WALL_RUN_WAY_H

#include <lope/tick.h>
#include <lope/wall_run.h>

#define LOPE_WALL_OFF_SPEED 0.5 // m/s away from the wall: thrown off

// The wall beside the character.
typedef struct lope_wall_side {
    lope_point normal; // level, unit, away from the wall
    uint64_t body;
    double side; // 1: the wall is at the left, -1: right
} lope_wall_side;

// Returns the level direction of the run.
lope_point lope_wall_way(const lope_wall_side *wall, lope_point up);

// Runs for `time` s, and finds the wall anew. Returns false when the run is over; the time may be left then.
bool lope_wall_run_go(lope_tick *tick, const lope_wall_run_settings *settings, lope_wall_side *wall, double time);

#endif
