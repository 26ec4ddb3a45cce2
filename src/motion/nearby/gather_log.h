// gather_log.h - the log of a recorded tick, and the bodies and shapes that its gathers brought.
//
// The log's memory is the recorder's: nothing here allocates.
// Read next: motion/query/query_log.h (queries), character/tick/velocity_log.h (terms of the velocity).
#ifndef LOPE_MOTION_NEARBY_GATHER_LOG_H
#define LOPE_MOTION_NEARBY_GATHER_LOG_H

#include "motion/nearby/sink.h"
#include <lope/record.h>

// What is noted of the tick that is being recorded.
struct lope_tick_log {
    lope_query *queries;      // NULL: none are kept
    uint32_t capacity, count; // of queries
    uint32_t dropped;         // beyond the capacity
    uint32_t last;            // the latest query; LOPE_LOG_NONE when it was dropped
    uint32_t floor;           // the query that decided about the latest floor
    lope_point start;         // feet at the tick's start
    const double *now;        // s into the tick, or into the part of it that runs
    const double *began;      // s into the tick at which that part has begun; NULL: there are no parts
    lope_point known;         // m/s, to which the terms have led so far
    uint32_t term_mask;       // bit i: term i is not zero
    lope_point force;         // m/s2, as far as it acts in the air
    // What gathers of moving bodies brought, each body's shapes in one run.
    lope_recorded_body *bodies;
    lope_recorded_shape *shapes;
    uint32_t body_capacity, body_count, shape_capacity, shape_count;
    uint32_t shapes_dropped;           // bodies and shapes beyond the capacity
    bool dropping;                     // the present body had no room, so its shapes have none
    lope_point terms[LOPE_TERM_COUNT]; // m/s, of those in the mask
};

#define LOPE_LOG_NONE UINT32_MAX

// Notes that the tick runs in steps with others, by a body of the character's own id without shapes: a replay
// has to know it.
void lope_log_steps(lope_tick_log *log, uint64_t own, lope_part first);

// Returns a watch that writes what a gather of moving bodies hands out into the log.
lope_sink_watch lope_log_watch(lope_tick_log *log);

#endif
