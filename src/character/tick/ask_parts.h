// ask_parts.h - asks for a tick to be run again in short parts.
//
// Near the walkable limit a small difference of place decides whether the ground holds the character, whether
// a step leads up, or whether the character falls. That is so where it slides along a slope that is too
// steep, and where the ground bends to such a slope under its way. There a tick longer than LOPE_PART_TIME
// runs in parts no longer than that, so that all rates go the same way. The mode asks for it when it meets
// such ground. The tick then ends, and begins again: the state is written only at a tick's end. How the parts
// run: move/parts.h.
#ifndef LOPE_CHARACTER_TICK_ASK_PARTS_H
#define LOPE_CHARACTER_TICK_ASK_PARTS_H

#include "character/tick/tick.h"

// s, of a part on ground near the walkable limit, at most
#define LOPE_PART_TIME (1.0 / 240.0)

// Returns in how many parts no longer than LOPE_PART_TIME the tick is cut. 1: it is short enough.
uint32_t lope_short_parts(const lope_tick *tick);

// Asks for the tick to be run again in short parts. Nothing happens where that may not be: in a part, by a
// law that counts ticks, with root motion, or where hooks of a game would be called again: with abilities,
// or in a mode of the game's own.
LOPE_COLD void lope_tick_ask_parts(lope_tick *tick, const lope_law *drive);

#endif
