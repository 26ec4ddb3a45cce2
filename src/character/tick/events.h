// events.h - the events and refusals of a tick.
#ifndef LOPE_CHARACTER_TICK_EVENTS_H
#define LOPE_CHARACTER_TICK_EVENTS_H

#include "character/tick/tick.h"
#include <lope/tick.h>

// lope_tick_event (lope/mode.h) and lope_tick_event_at (lope/tick.h) serve the library and a game's modes
// alike.

// Adds a refusal at `time` seconds into the tick: to the list, and as an event. Does nothing when `asked` is
// listed already or `why` is LOPE_REFUSAL_NONE.
LOPE_COLD void lope_tick_refuse_at(lope_tick *tick, uint32_t asked, uint32_t why, double time);

// Adds a refusal to the report's list without an event. time: s into the tick. Returns its place there; NULL
// when `asked` is listed already.
LOPE_COLD lope_refused *lope_tick_note_refusal(lope_tick *tick, uint32_t asked, uint32_t why, double time);

// Adds the event that the character stands on that body from now on; LOPE_BODY_NONE: on none.
void lope_tick_tell_base(lope_tick *tick, uint64_t body);

// Tells the body that the character stands on, when it is another one than events have told last.
static inline void lope_tick_base(lope_tick *tick)
{
    bool stands = lope_tick_on_ground(tick) && tick->floor.kind != LOPE_FLOOR_NONE;
    uint64_t body = stands ? tick->floor.contact.body : LOPE_BODY_NONE;
    if (LOPE_UNLIKELY(body != tick->base)) lope_tick_tell_base(tick, body);
}

#endif
