// parts.h - a tick beside moving bodies that pass the character runs as several short ticks.
//
// Within one tick the character first gets out of the way of what moves, and then walks among bodies that
// stand at the tick's end. That is right for where the body has gone, but not for when: whether the character
// is under a gate in time, or on which side of a pillar it is pushed. So where a body goes far in the tick,
// and comes near, the tick is cut until no part of it sees that body go farther than LOPE_PART_WAY. All rates
// then come to the same end. A character that is stuck asks for parts of at most LOPE_PART_TIME. What the
// input asks for once is done in the first part.
//
// Read next: parts.c; motion/moving/passing.h for what counts as near and far;
// motion/nearby/tick_part.h for how a body is seen in a part.
#ifndef LOPE_CHARACTER_MOVE_PARTS_H
#define LOPE_CHARACTER_MOVE_PARTS_H

#include "character/tick/tick.h"

#define LOPE_PART_WAY 5e-3 // m, by which a body that passes moves in a part, at most

// Returns in how many parts the tick is to run. Call it after lope_look_around. 1: as a whole.
LOPE_COLD uint32_t lope_parts_of(lope_tick *tick);

// True when some moving body is near, so that lope_parts_of must be asked.
static inline bool lope_parts_concern(const lope_tick *tick) { return LOPE_UNLIKELY(tick->space.nearby->sets[1].moves); }

// Fills in *parts before the first part: a copy of the state, and the input of later parts. From here on
// the tick runs in parts.
LOPE_COLD void lope_parts_begin(lope_tick_parts *parts, lope_tick *tick, const lope_state *state);
// Readies the tick for a part. The context must be filled in by lope_begin next.
LOPE_COLD void lope_parts_next(lope_tick *tick, lope_part part);
// Called when a part is over: counts its cost.
LOPE_COLD void lope_parts_pass(lope_tick *tick);
// Writes the result of all parts into the state and the report.
LOPE_COLD void lope_parts_end(lope_tick *tick, lope_state *state);

#endif
