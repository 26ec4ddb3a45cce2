// prefetch.h - fetches the memory of characters that move soon, while others move.
//
// Thousands of characters do not fit into the near caches. What a nearby points to is read from the nearby,
// so it is fetched a tick later. Each call fetches about the same number of cache lines, whatever they hold.
// A loop of unknown length costs more than a line too many.
#ifndef LOPE_CHARACTER_MOVE_PREFETCH_H
#define LOPE_CHARACTER_MOVE_PREFETCH_H

#include "base/prefetch.h"
#include "motion/nearby/nearby.h"

// Fetches the structs of the character that moves two turns from now. report and recorder may be NULL.
void lope_prefetch_character(const lope_state *state, const lope_input *input, const lope_report *report,
                             const lope_nearby *nearby, const lope_recorder *recorder);
// Fetches what the nearby of a character knows of the other characters near it.
static inline void lope_prefetch_meeting(const lope_nearby *nearby)
{
    lope_prefetch(&nearby->moving_bounds, offsetof(lope_nearby, clear_rest) - offsetof(lope_nearby, moving_bounds));
}
// Fetches what the last tick used of the geometry near the character that moves next.
void lope_prefetch_near(const lope_nearby *nearby);

#endif
