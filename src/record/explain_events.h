// explain_events.h - the part of lope_explain that tells what happened, and what is in the way. Read next:
// explain_events.c.
#ifndef LOPE_RECORD_EXPLAIN_EVENTS_H
#define LOPE_RECORD_EXPLAIN_EVENTS_H

#include "record/facts.h"

// Returns the last event that says more than the rest of the line does, or NULL. A change of mode or base is
// returned only when there is nothing else.
const lope_event *lope_facts_cause(const lope_facts *f);

// Appends that event, what was refused, and what is in the way.
void lope_explain_events(const lope_facts *f);

#endif
