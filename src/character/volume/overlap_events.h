// overlap_events.h - what the character begins and ceases to overlap.
#ifndef LOPE_CHARACTER_VOLUME_OVERLAP_EVENTS_H
#define LOPE_CHARACTER_VOLUME_OVERLAP_EVENTS_H

#include "character/tick/tick.h"

// Finds the overlaps that began and ended in the tick, and adds their events.
void lope_overlaps_find(lope_tick *tick);

// The same, where there are any.
static inline void lope_overlaps_tell(lope_tick *tick)
{
    if (LOPE_UNLIKELY(tick->zoned || lope_has_page(&tick->state, LOPE_PAGE_OVERLAPS))) lope_overlaps_find(tick);
}

// Adds the feet at tick->now as a corner of the tick's trail.
void lope_trail_add(lope_tick *tick);

// The same, where something could be overlapped.
static inline void lope_tick_pass(lope_tick *tick)
{
    if (LOPE_UNLIKELY(tick->zoned)) lope_trail_add(tick);
}

// Returns the channels of all that the character or one of its sensors may overlap.
uint32_t lope_zone_channels(const lope_tick *tick);

#endif
