// events.h - writes events as lines of JSON. Read next: events.c.
#ifndef LOPE_SCENE_EVENTS_H
#define LOPE_SCENE_EVENTS_H

#include "player.h"

#include <stdio.h>

// Writes an event as one line of JSON. tick: the one under way; time: s since the start.
void lope_scene_event_line(const lope_scene_player *player, uint32_t actor, uint64_t tick, double time, const lope_event *event,
                           FILE *out);

#endif
