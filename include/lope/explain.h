// explain.h - one line that says why a character is as it is.
//
//   "walking at 5.98 m/s on gym (12 of 44.8 degrees), stepped up 0.30 m, blocked by wall"
//
// Mode, speed, floor with its angle and the limit, what happened last in the tick, and what is refused or in the way. The same bits of
// text on every machine: numbers are printed by lope itself, whatever the locale is. Read next: draw.h.
#ifndef LOPE_EXPLAIN_H
#define LOPE_EXPLAIN_H

#include <lope/record.h>

#ifdef __cplusplus
extern "C" {
#endif

// The game's name of a body; NULL or "": it has none, and its id is written.
typedef const char *lope_body_name_function(void *context, uint64_t body);

// All zero but the state: what can be said is said. Lengths are told in the world's own units, called m.
typedef struct lope_explain_def {
    const lope_state *state;        // required, unless there is a tick
    const lope_moveset *moveset;    // NULL: the tick's, or without limits and top speed
    const lope_report *report;      // of the last tick; NULL: without what happened in it
    const lope_input *input;        // of the last tick; NULL: without what was pressed in it
    const lope_recorded_tick *tick; // in place of state, report and input: tells also why a step was refused; NULL: none
    lope_body_name_function *body_name;
    void *context; // of body_name
} lope_explain_def;

// Writes the line, cut to size and always with a zero at its end, and returns the length that it has in full, as snprintf does. 0: there
// is neither a state nor a tick. size 0: text may be NULL.
LOPE_API size_t lope_explain(const lope_explain_def *def, char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
