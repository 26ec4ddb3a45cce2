// explain.h - one line that says why a character is as it is.
//
//   "walking at 5.98 m/s on gym (12 of 44.8 degrees), stepped up 0.30 m, blocked by wall"
//
// Mode, speed, floor with its angle and the limit, what happened last in the tick, and what is refused or in
// the way. The text is the same on every machine: numbers are printed by lope itself, whatever the locale is.
// Read next: draw.h.
#ifndef LOPE_EXPLAIN_H
#define LOPE_EXPLAIN_H

#include <lope/record.h>

#ifdef __cplusplus
extern "C" {
#endif

// A callback that returns the game's name of a body. NULL or "": it has none, and its id is written.
typedef const char *lope_body_name_function(void *context, uint64_t body);

// What to explain. Only a state or a tick is required; what else is given is told. Lengths are in the world's
// own units, written as m.
typedef struct lope_explain_def {
    const lope_state *state;            // required, unless there is a tick
    const lope_moveset *moveset;        // NULL: that of the tick; without one no limits and no top speed
    const lope_report *report;          // of the last tick; NULL: without what happened in it
    const lope_input *input;            // of the last tick; NULL: without what was pressed in it
    const lope_recorded_tick *tick;     // in place of state, report and input: says more
    lope_body_name_function *body_name; // NULL: ids are written
    void *context;                      // handed to body_name
} lope_explain_def;

// Writes the line into `text` of `size` bytes, cut to size and always ended with a zero. Returns the length
// that the line has in full, as snprintf does; 0 when there is neither a state nor a tick. With size 0 `text`
// may be NULL. From any thread; it only reads.
LOPE_API size_t lope_explain(const lope_explain_def *def, char *text, size_t size);

#ifdef __cplusplus
}
#endif
#endif
