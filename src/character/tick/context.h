// context.h - the short list of a tick, which every part of the tick may ask for.
#ifndef LOPE_CHARACTER_TICK_CONTEXT_H
#define LOPE_CHARACTER_TICK_CONTEXT_H

#include "character/tick/tick.h"

// Lists the triangles near the capsule for all queries of the tick. Does nothing unless the survey found
// whole ground: else they are listed already.
void lope_tick_list(lope_tick *tick);

#endif
