// measure.h - what a tuning feels like, in figures: a character on a flat floor is started, stopped, turned round and made to jump.
#ifndef LOPE_TOOL_MEASURE_H
#define LOPE_TOOL_MEASURE_H

#include <lope/lope.h>

typedef struct tool_measures {
    double top_speed;               // m/s
    double rise_time;               // s to 99 % of it
    double stop_way;                // m
    double turn_time;               // s from the top speed to 99 % of it the other way
    double tap_height, hold_height; // m
    double air_time;                // s, of a tapped jump
    double jump_way;                // m, of one at top speed, let go
} tool_measures;

// False: out of memory.
bool tool_measure(const lope_tuning *tuning, tool_measures *measures);

#endif
