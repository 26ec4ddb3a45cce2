// overlap_events.h - what the character begins and ceases to overlap. Read next: overlap_events.c.
#ifndef LOPE_CHARACTER_VOLUME_OVERLAP_EVENTS_H
#define LOPE_CHARACTER_VOLUME_OVERLAP_EVENTS_H

#include "character/tick/tick.h"

// Finds the overlaps that began or ended in the tick, at its end, and adds their events.
void lope_overlaps_find(lope_tick *tick);

// Calls lope_overlaps_find where something is overlapped or could be.
static inline void lope_overlaps_tell(lope_tick *tick)
{
    if (LOPE_UNLIKELY(tick->zoned || lope_has_page(&tick->state, LOPE_PAGE_OVERLAPS))) lope_overlaps_find(tick);
}

// Adds the feet at tick->now to the tick's trail as a corner. When the trail is full it replaces the last
// corner.
void lope_trail_add(lope_tick *tick);

// Calls lope_trail_add where something could be overlapped.
static inline void lope_tick_pass(lope_tick *tick)
{
    if (LOPE_UNLIKELY(tick->zoned)) lope_trail_add(tick);
}

// Returns the channels of all that the character or one of its sensors may overlap.
uint32_t lope_zone_channels(const lope_tick *tick);

#endif
