// ask_parts.h - asks for a tick to be run again in short parts.
//
// Near the walkable limit a small difference of place decides whether the ground holds the character, whether
// a step leads up, or whether the character falls. That is so where it stands on such ground, meets it, or
// comes onto it, where it slides along a slope that is too steep, and where the ground bends to such a slope
// under its way. There a tick longer than LOPE_PART_TIME runs in parts no longer than that, so that all rates
// go the same way. The mode asks for it when it finds such ground. So does a character that is stuck and
// moves: its way out is looked for where a tick or a part of it begins (depenetration/free_character.c). The
// tick then ends, and begins again: the state is written only at a tick's end. How the parts run:
// move/parts.h.
#ifndef LOPE_CHARACTER_TICK_ASK_PARTS_H
#define LOPE_CHARACTER_TICK_ASK_PARTS_H

#include "character/tick/tick.h"

// s, of a part on ground near the walkable limit, at most
#define LOPE_PART_TIME (1.0 / 240.0)
// Of the rise of a normal over that of the walkable limit. Ground within it is near the limit.
#define LOPE_NEAR_LIMIT 0.1
// Rise of a normal, 3 degrees from upright: what is steeper is a wall and no ground.
#define LOPE_WALL_RISE 0.05

// Returns true when the ground of a contact is nearly too steep to stand on, or too steep, and no wall: by
// its surface, or by the contact normal that the round bottom rests on.
static inline bool lope_is_near_limit(const lope_space *space, const lope_contact *contact)
{
    const double limit = contact->limit > 0 ? (double)contact->limit : space->walkable_cosine; // 0: not known
    const double most = limit + LOPE_NEAR_LIMIT, surface = lope_rise(space, contact->surface);
    const double normal = lope_rise(space, contact->normal);
    return surface > LOPE_WALL_RISE && (surface < most || (normal < most && normal > LOPE_WALL_RISE));
}

// Returns in how many parts no longer than LOPE_PART_TIME a tick of `seconds` is cut. 1: it is short enough.
uint32_t lope_short_parts(double seconds);

// Asks for the tick to be run again in short parts. Nothing happens where that may not be: in a part, by a
// law that counts ticks, with root motion, or where hooks would be called again that do not say that they may
// be (LOPE_ABILITY_REPEATABLE, LOPE_MODE_REPEATABLE).
LOPE_COLD void lope_tick_ask_parts(lope_tick *tick, const lope_law *drive);

#endif
