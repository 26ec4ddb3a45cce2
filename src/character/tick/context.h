// context.h - what every part of a tick asks of it: the rare part of the state, and the list of what is near.
#ifndef LOPE_CHARACTER_TICK_CONTEXT_H
#define LOPE_CHARACTER_TICK_CONTEXT_H

#include "character/tick/tick.h"

// Returns the state for writing its rare part (from base_body on), which is zeroed before its first use.
lope_state *lope_tick_more(lope_tick *tick);

// Lists the triangles near the capsule for all queries of the tick, unless that has been done.
void lope_tick_list(lope_tick *tick);

#endif
