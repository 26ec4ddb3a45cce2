// explain_mode.h - the part of lope_explain that tells how the character moves. Read next: explain_mode.c.
#ifndef LOPE_RECORD_EXPLAIN_MODE_H
#define LOPE_RECORD_EXPLAIN_MODE_H

#include "record/facts.h"

// Fills in `slides`, `steep` and `steep_body`: the surface, too steep to stand on but no wall, that the
// character met.
void lope_facts_find_steep(lope_facts *f);

// Appends how the character moves in its mode, how fast, and on what.
void lope_explain_mode(const lope_facts *f);

#endif
