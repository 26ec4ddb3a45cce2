// parts_state.h - what the parts of one tick share. Read next: move/parts.h.
#ifndef LOPE_CHARACTER_TICK_PARTS_STATE_H
#define LOPE_CHARACTER_TICK_PARTS_STATE_H

#include "motion/nearby/tick_part.h"
#include <lope/input.h>
#include <lope/state.h>

#define LOPE_PARTS_MOST 64 // parts of a tick

// The parts of a tick: which one runs, and what it is given in place of the tick's own state and input.
typedef struct lope_tick_parts {
    lope_part part; // the one that runs
    double whole;   // s of the whole tick
    double began;   // s into the whole tick at which the part begins
    bool new_here;  // the character came here without a tick
    // the base with which the tick began, and its velocity (m/s) as the mean over the last tick
    uint64_t base;
    lope_vec3 base_velocity;
    uint32_t impacts;                                // of the part before, which wait for the last one
    uint32_t gathers, sweeps, triangles, iterations; // what parts that are over cost
    lope_state state;                                // at the end of the part before
    lope_input input;                                // of later parts: without what is done once
    lope_requests requests;                          // of later parts
} lope_tick_parts;

#endif
