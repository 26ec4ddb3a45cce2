// facts.h - what is told of a character by lope_explain, and the words that its parts share. Internal. Read next: explain.c.
#ifndef LOPE_RECORD_FACTS_H
#define LOPE_RECORD_FACTS_H

#include "character/state/state_flags.h"
#include "record/line.h"

#include <lope/explain.h>

#define LOPE_STILL 0.005 // m/s, below which it is said to stand

typedef struct lope_facts {
    lope_line *line;
    const lope_explain_def *def;
    const lope_state *state;
    const lope_input *input;     // or NULL
    const lope_moveset *moveset; // or NULL
    const lope_tuning *tuning;   // the moveset's, or NULL
    const lope_event *events;
    uint32_t event_count;
    const lope_query *queries;
    uint32_t query_count;
    double unit;                 // world units in a metre
    double rise, level;          // m/s
    double depth;                // m, as far as it is known
    bool touched, other_touched; // when the tick ended
    bool slides;                 // in the air, on what is too steep to be stood upon
    lope_vec3 steep;             // its normal
    uint64_t steep_body;
    const lope_event *cause; // what is told of the tick's events; or NULL
} lope_facts;

// explain.c
static inline void lope_put(const lope_facts *f, const char *words) { lope_line_put(f->line, words); }
void lope_put_speed(const lope_facts *f, double speed); // m/s
void lope_put_body(const lope_facts *f, uint64_t body);
const char *lope_facts_mode_name(const lope_facts *f, uint32_t mode);
// The last event of that kind, or NULL.
const lope_event *lope_facts_find(const lope_facts *f, uint32_t kind);

// explain_mode.c
// How far the stick is pressed, 0 to 1, as far as it counts; m/s that the input asks for, 0 where that is not known; whether it stands.
double lope_facts_pressed(const lope_facts *f);
double lope_facts_top_speed(const lope_facts *f);
bool lope_facts_stands(const lope_facts *f);
// Whether something was met in this tick that is too steep to be stood upon, but no wall.
void lope_facts_find_steep(lope_facts *f);
void lope_explain_mode(const lope_facts *f);

// explain_events.c
// The last event that says more than the rest of the line does; a change of mode or base only when there is nothing else.
const lope_event *lope_facts_cause(const lope_facts *f);
// That one, what is refused, and what is in the way.
void lope_explain_events(const lope_facts *f);

#endif
