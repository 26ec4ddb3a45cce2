// query_log.h - what a tick notes down while it is recorded: its queries, and what changed the velocity.
//
// A space has no log as long as nobody records queries; then each query costs one test of that pointer. The log's memory is the
// recorder's: nothing here allocates. Read next: src/record/recorder.c.
#ifndef LOPE_MOTION_NEARBY_QUERY_LOG_H
#define LOPE_MOTION_NEARBY_QUERY_LOG_H

#include "base/hot_cold.h"
#include "motion/floor/find_floor.h"
#include "motion/nearby/sink.h"
#include <lope/record.h>

struct lope_tick_log {
    lope_query *queries;      // NULL: none are kept
    uint32_t capacity, count; // of queries
    uint32_t dropped;         // beyond the capacity
    uint32_t last;            // the latest query, LOPE_LOG_NONE when it was dropped
    uint32_t floor;           // the query that decided about the latest floor
    lope_point start;         // feet at the tick's start
    const double *now;        // s into the tick
    lope_point known;         // m/s: the velocity that the terms have led to so far
    uint32_t term_mask;       // bit i: term i is not zero
    lope_point force;         // m/s2, as far as it acts in the air
    // what gathers of moving bodies brought, one behind the other
    lope_recorded_body *bodies;
    lope_recorded_shape *shapes;
    uint32_t body_capacity, body_count, shape_capacity, shape_count;
    uint32_t shapes_dropped;           // bodies and shapes beyond the capacity
    bool dropping;                     // the present body had no room: nor have its shapes
    lope_point terms[LOPE_TERM_COUNT]; // m/s; of those in the mask
};

#define LOPE_LOG_NONE UINT32_MAX

// Each writes one query with the space's purpose; what it found, NULL for nothing, counts as used until it is judged otherwise.
LOPE_RARE void lope_log_sweep(const lope_space *space, lope_point feet, lope_point motion, const lope_contact *hit);
LOPE_RARE void lope_log_overlap(const lope_space *space, lope_point feet, double reach, const lope_contact *hit);
LOPE_RARE void lope_log_line(const lope_space *space, lope_point from, lope_point motion, const lope_contact *hit);
LOPE_RARE void lope_log_rim(const lope_space *space, lope_point feet, double lowest, double raise, const lope_contact *hit);

// Notes down what a gather of moving bodies hands out.
lope_sink_watch lope_log_watch(lope_tick_log *log);

// Judges a query.
LOPE_RARE void lope_log_judge(lope_tick_log *log, uint32_t query, lope_query_verdict verdict);
// Of several things that a query met, that one counts.
LOPE_RARE void lope_log_choose(lope_tick_log *log, uint32_t query, const lope_contact *hit);

// What the latest sweep has found straight down from feet: it decides about the floor, or says why there is none.
LOPE_RARE void lope_log_floor(const lope_space *space, lope_point feet, const lope_floor_hit *floor);
// A rim, which the latest query has found, takes the place of that floor.
LOPE_RARE void lope_log_lip(lope_tick_log *log, const lope_floor_hit *floor);

// Judges the latest query.
static inline void lope_log_verdict(const lope_space *space, lope_query_verdict verdict)
{
    if (space->log) lope_log_judge(space->log, space->log->last, verdict);
}
// Judges the query that decided about the latest floor.
static inline void lope_log_floor_verdict(const lope_space *space, lope_query_verdict verdict)
{
    if (space->log) lope_log_judge(space->log, space->log->floor, verdict);
}

// The number that the next query gets, and: all since that one were only a search's probes.
static inline uint32_t lope_log_next(const lope_space *space) { return space->log ? space->log->count : 0; }
void lope_log_probes(const lope_space *space, uint32_t first);

#endif
