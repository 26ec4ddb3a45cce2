// context.h - what every part of a tick asks of it: the list of what is near.
#ifndef LOPE_CHARACTER_TICK_CONTEXT_H
#define LOPE_CHARACTER_TICK_CONTEXT_H

#include "character/tick/tick.h"

// Lists the triangles near the capsule for all queries of the tick, unless that has been done.
void lope_tick_list(lope_tick *tick);

#endif
