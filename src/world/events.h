// events.h - the events of the last step or advance. Read next: events.c.
#ifndef LOPE_WORLD_EVENTS_H
#define LOPE_WORLD_EVENTS_H

#include "world/world_private.h"

// Forgets the events: a step or an advance begins.
void lope_events_clear(lope_world *world);
// Takes memory for the events of so many characters. Returns false when there is none.
bool lope_events_reserve(lope_world *world, uint32_t characters);
// Appends the events of a character's report. start: s, the world's time at the tick's start.
void lope_events_collect(lope_world *world, lope_character *character, const lope_report *report, double start);

#endif
