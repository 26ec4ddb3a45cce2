// query_log.h - the queries of a recorded tick, and what was decided about them.
//
// Rule: a space has no log while no recorder asks for queries; then each query costs one test of that
// pointer. The log's memory is the recorder's: nothing here allocates. Read next: src/record/recorder.c.
#ifndef LOPE_MOTION_QUERY_QUERY_LOG_H
#define LOPE_MOTION_QUERY_QUERY_LOG_H

#include "base/hot_cold.h"
#include "motion/nearby/gather_log.h"
#include "motion/query/capsule_query.h"
#include <lope/record.h>

// Writes a sweep of the space's capsule, with the space's purpose. motion: m. hit: what it met, NULL for
// nothing; it counts as used until it is judged otherwise.
LOPE_COLD void lope_log_sweep(const lope_space *space, lope_point feet, lope_point motion, const lope_contact *hit);

// Writes an overlap of the space's capsule, grown by `reach` (m). hit: as for a sweep.
LOPE_COLD void lope_log_overlap(const lope_space *space, lope_point feet, double reach, const lope_contact *hit);

// Writes a ray. motion: m. hit: as for a sweep.
LOPE_COLD void lope_log_line(const lope_space *space, lope_point from, lope_point motion, const lope_contact *hit);

// Writes a search for rims, from `lowest` to `raise` (m above the feet). hit: as for a sweep.
LOPE_COLD void lope_log_rim(const lope_space *space, lope_point feet, double lowest, double raise, const lope_contact *hit);

// Writes the verdict on a query. A number that was dropped is left out.
LOPE_COLD void lope_log_judge(lope_tick_log *log, uint32_t query, lope_query_verdict verdict);

// Writes which of the things that a query met counts.
LOPE_COLD void lope_log_choose(lope_tick_log *log, uint32_t query, const lope_contact *hit);

// Writes what the latest sweep found straight down from feet: that sweep decided about the floor, or says why
// there is none. floor: what it met, NULL for nothing. walkable: it holds a character.
LOPE_COLD void lope_log_floor(const lope_space *space, lope_point feet, const lope_contact *floor, bool walkable);

// Lets the latest query, which found a rim, decide about the floor instead. walkable: what decided before was
// walkable.
LOPE_COLD void lope_log_rim_support(lope_tick_log *log, bool walkable);

// Writes the verdict on the latest query.
static inline void lope_log_verdict(const lope_space *space, lope_query_verdict verdict)
{
    if (space->log) lope_log_judge(space->log, space->log->last, verdict);
}

// Writes the verdict on the query that decided about the latest floor.
static inline void lope_log_floor_verdict(const lope_space *space, lope_query_verdict verdict)
{
    if (space->log) lope_log_judge(space->log, space->log->floor, verdict);
}

// Returns the number that the next query gets.
static inline uint32_t lope_log_next(const lope_space *space) { return space->log ? space->log->count : 0; }

// Marks all queries from number `first` on as probes of a search.
void lope_log_probes(const lope_space *space, uint32_t first);

#endif
