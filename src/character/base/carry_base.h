// carry_base.h - the base carries the character at the tick's start, and is kept at its end.
//
// Read next: carry_base.c for the rule, base_frame.h for the frames.
#ifndef LOPE_CHARACTER_BASE_CARRY_BASE_H
#define LOPE_CHARACTER_BASE_CARRY_BASE_H

#include "character/tick/tick.h"

// Carries the character along with its base, at the tick's start. Returns true when the base has let go of
// it, at tick->now: the caller lets it fall.
bool lope_base_begin(lope_tick *tick);

// Calls lope_base_begin in the ticks that have to do with a base; else returns false.
static inline bool lope_base_carry(lope_tick *tick)
{
    bool anew = tick->teleports || tick->input->look_is_absolute;
    bool concerned = (tick->state.flags & LOPE_STATE_FRESH) || lope_has_page(&tick->state, LOPE_PAGE_BASE | LOPE_PAGE_SQUEEZE);
    return LOPE_UNLIKELY(anew || concerned) && lope_base_begin(tick);
}

// True when the character has come less than half of the way on which its base takes it. `pushed` (m): what
// else has moved it.
bool lope_base_kept(const lope_tick *tick, lope_point pushed);

// Keeps what the character stands on as its base, at the tick's end. In the air decides what the base
// imparts.
void lope_base_end(lope_tick *tick);

// Calls lope_base_end in the ticks that have to do with a base.
static inline void lope_base_remember(lope_tick *tick)
{
    const lope_contact *floor = &tick->floor.contact;
    if (LOPE_UNLIKELY(lope_has_page(&tick->state, LOPE_PAGE_BASE) || floor->moving || floor->conveys)) lope_base_end(tick);
}

#endif
