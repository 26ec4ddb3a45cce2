// context.h - the short list of a tick, which every part of the tick may ask for.
#ifndef LOPE_CHARACTER_TICK_CONTEXT_H
#define LOPE_CHARACTER_TICK_CONTEXT_H

#include "character/tick/tick.h"

// Lists the triangles near the capsule for all queries of the tick, while the survey's whole ground stood in
// for the list. Does nothing when they are listed.
void lope_tick_list(lope_tick *tick);

#endif
