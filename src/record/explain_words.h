// explain_words.h - the words that lope_explain uses in several places. Read next: line.h.
#ifndef LOPE_RECORD_EXPLAIN_WORDS_H
#define LOPE_RECORD_EXPLAIN_WORDS_H

#include "record/facts.h"

// Appends words to the line.
static inline void lope_put(const lope_facts *f, const char *words) { lope_line_put(f->line, words); }

// Appends a speed in m/s, with its unit.
void lope_put_speed(const lope_facts *f, double speed);

// Appends the name of a body, or "body" and its id, or "nothing".
void lope_put_body(const lope_facts *f, uint64_t body);

#endif
