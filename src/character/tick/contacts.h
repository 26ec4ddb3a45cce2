// contacts.h - what has blocked the character, and whether that is a new hit.
#ifndef LOPE_CHARACTER_TICK_CONTACTS_H
#define LOPE_CHARACTER_TICK_CONTACTS_H

#include "character/tick/tick.h"

// Notes a blocking contact, at tick->now. Adds a hit or touch event when its body has not blocked for
// LOPE_HIT_TIME.
void lope_tick_hit(lope_tick *tick, const lope_contact *contact);

// Notes that the latest `count` bodies that blocked in this tick still do, at tick->now.
void lope_tick_still_hit(lope_tick *tick, uint32_t count);

// True when something blocked the character at the end of the last tick.
bool lope_tick_was_hit(const lope_tick *tick);

// Keeps the first contact with each moving body, for forces/push_bodies.c. At most LOPE_IMPACTS are kept.
void lope_body_hit(lope_tick *tick, const lope_contact *contact);

// Reads the remembered hits out of the state, at the tick's start.
static inline void lope_tick_read_hits(lope_tick *tick)
{
    const lope_state *state = &tick->state;
    tick->hits[0] = (lope_hit){state->last_hit_body, (double)state->last_hit_left - LOPE_HIT_TIME - LOPE_MIN_TIME};
    tick->hits[1] = (lope_hit){state->other_hit_body, (double)state->other_hit_left - LOPE_HIT_TIME - LOPE_MIN_TIME};
}

// Writes the remembered hits into the state.
void lope_tick_store_hits(lope_tick *tick);

// Calls lope_tick_store_hits at the tick's end, when there is something to write: most ticks touch nothing.
static inline void lope_tick_write_hits(lope_tick *tick)
{
    bool none = tick->hits[0].body == LOPE_BODY_NONE && tick->hits[1].body == LOPE_BODY_NONE;
    if (!none || tick->state.last_hit_body != LOPE_BODY_NONE || tick->state.other_hit_body != LOPE_BODY_NONE)
        lope_tick_store_hits(tick);
}

#endif
