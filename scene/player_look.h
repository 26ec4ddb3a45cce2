// player_look.h - look input of the input list, and locks on targets. Read next: player_look.c.
#ifndef LOPE_SCENE_PLAYER_LOOK_H
#define LOPE_SCENE_PLAYER_LOOK_H

#include "player_private.h"

// Takes look input and the counters of an entry in, and begins or ends its lock.
void lope_scene_look_entry(lope_scene_player *player, uint32_t actor, const lope_scene_entry *entry);

// Begins the locks that characters have from the start on. Returns false when out of memory.
bool lope_scene_look_start(lope_scene_player *player, lope_scene_fault *fault);

// Turns the look of a character that is locked on, before a step from `now` to `end`. Returns false on a fault.
bool lope_scene_look_lock(lope_scene_player *player, uint32_t actor, double now, double end, lope_scene_fault *fault);

// Adds what a camera has turned the view by, as look input at `t`, s since the start.
void lope_scene_look_turn(lope_scene_player *player, uint32_t actor, double t, lope_view turn);

#endif
