// player_events.h - what happened to a character is counted and passed on. Read next: player_events.c.
#ifndef LOPE_SCENE_PLAYER_EVENTS_H
#define LOPE_SCENE_PLAYER_EVENTS_H

#include "player_private.h"

// Counts an event of a character and tells it to the player's listener. t: s since the start.
void lope_scene_tell_event(lope_scene_player *player, uint32_t actor, double t, const lope_event *event);

#endif
