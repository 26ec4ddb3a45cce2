// player_input.h - what a character is told, entry by entry of its input. Read next: player_input.c.
#ifndef LOPE_SCENE_PLAYER_INPUT_H
#define LOPE_SCENE_PLAYER_INPUT_H

#include "player_private.h"

// Sets the control to what holds before the first entry.
void lope_scene_control_start(lope_scene_control *control, const lope_scenario *scenario, const lope_scene_character *from);

// Returns the next instant at which something changes, s since the start; a huge number when nothing will.
double lope_scene_control_next(const lope_scene_control *control, const lope_scene_character *from, double now);

// Applies what is due at `now`, requests included. Returns false on a fault.
bool lope_scene_control_apply(lope_scene_player *player, uint32_t actor, double now, lope_scene_fault *fault);

// Tells the character to be at its start, at rest. Returns false on a fault.
bool lope_scene_control_put_back(lope_scene_player *player, uint32_t actor, double now, lope_scene_fault *fault);

// Tells the character what holds from `now` to `end`. Returns false on a fault.
bool lope_scene_control_hold(lope_scene_player *player, uint32_t actor, double now, double end, lope_scene_fault *fault);

#endif
