// prefetch.h - the memory of characters whose turn comes soon, asked for while others move: thousands do not fit into the near caches.
//
// What a nearby points to is read from the nearby itself: it is asked for a tick later. Each call asks for the same number of cache lines,
// whatever they hold: a loop of unknown length costs more than a line too many.
#ifndef LOPE_CHARACTER_MOVE_PREFETCH_H
#define LOPE_CHARACTER_MOVE_PREFETCH_H

#include "base/prefetch.h"
#include "motion/nearby/nearby.h"

// The one whose turn is two ticks away. report, recorder: may be NULL.
void lope_prefetch_character(const lope_state *state, const lope_input *input, const lope_report *report,
                             const lope_nearby *nearby, const lope_recorder *recorder);
// And of one who meets others, what he knows of them.
static inline void lope_prefetch_meeting(const lope_nearby *nearby)
{
    lope_prefetch(&nearby->moving_bounds, offsetof(lope_nearby, clear_rest) - offsetof(lope_nearby, moving_bounds));
}
// The next one: of what is near what its last tick has used.
void lope_prefetch_near(const lope_nearby *nearby);

#endif
