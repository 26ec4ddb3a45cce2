// facts.h - what lope_explain tells of a character: the state, the input and what the tick left behind.
// Internal. Read next: facts.c, then explain.c.
#ifndef LOPE_RECORD_FACTS_H
#define LOPE_RECORD_FACTS_H

#include "character/state/state_flags.h"
#include "record/line.h"

#include <lope/explain.h>

#define LOPE_STILL 0.005 // m/s, below which the character is said to stand

// What is known of the character, and the line that is being written.
typedef struct lope_facts {
    lope_line *line;
    const lope_explain_def *def;
    const lope_state *state;
    const lope_input *input;       // or NULL
    const lope_requests *requests; // of the input, never NULL
    const lope_moveset *moveset;   // or NULL
    const lope_tuning *tuning;     // the moveset's, or NULL
    const lope_event *events;
    uint32_t event_count;
    const lope_query *queries;
    uint32_t query_count;
    double unit;                 // world units in a metre
    double rise, level;          // m/s
    double depth;                // m, as far as it is known
    bool touched, other_touched; // last_hit_body and other_hit_body were touched when the tick ended
    bool slides;                 // in the air, on a surface that is too steep to stand on
    lope_vec3 steep;             // normal of that surface
    uint64_t steep_body;         // its body
    const lope_event *cause;     // which of the tick's events is told; or NULL
} lope_facts;

// Returns the name of a mode, by the moveset when there is one.
const char *lope_facts_mode_name(const lope_facts *f, uint32_t mode);

// Returns the last event of a kind, or NULL.
const lope_event *lope_facts_find(const lope_facts *f, uint32_t kind);

// Returns how far the stick is pressed, 0 to 1. Without an input, and on a path, 1 while the character
// accelerates.
double lope_facts_pressed(const lope_facts *f);

// Returns the speed that the input asks for, m/s; 0 without a moveset, because then it is not known.
double lope_facts_top_speed(const lope_facts *f);

// Returns whether the character stands: its level speed is under LOPE_STILL.
bool lope_facts_stands(const lope_facts *f);

#endif
