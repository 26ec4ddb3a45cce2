// predict.h - lope_move run ahead on a copy, tick by tick, for what looks at each tick: lope_predict, and the
// animation report.
//
// One loop serves both, so the ticks are the same. Read next: predict.c, lope/predict.h.
#ifndef LOPE_CHARACTER_MOVE_PREDICT_H
#define LOPE_CHARACTER_MOVE_PREDICT_H

#include <lope/predict.h>

// A tick that was run ahead. The pointers live during the visit.
typedef struct lope_tick_ahead {
    uint32_t tick;           // from 0
    float seconds;           // s a tick
    const lope_state *state; // at the tick's end
    const lope_input *input; // that the tick has seen
    const lope_report *report;
} lope_tick_ahead;

// Looks at a tick. Returns false to end there.
typedef bool (*lope_tick_visitor)(void *context, const lope_tick_ahead *tick);

// Runs the ticks of a definition ahead and calls `visit` after each. every, stop and ticks up to `visit`: the
// definition's `ticks` counts, `every` and `stop` do not. Returns LOPE_OK, or what a tick was refused with.
lope_result lope_predict_run(const lope_predict_def *def, lope_tick_visitor visit, void *context);

// Returns the surroundings of the first `share` (0 to 1) of tick `tick` of a definition: what moves is where
// it is then.
const lope_surroundings *lope_predict_around(const lope_predict_def *def, uint32_t tick, double share);

// Runs the first `share` (above 0, at most 1) of tick `tick` of a definition on *state, which is the state
// before it. input: that the tick sees. report: of that part; may be NULL.
lope_result lope_predict_part(const lope_predict_def *def, uint32_t tick, double share, const lope_input *input,
                              lope_state *state, lope_report *report);

#endif
