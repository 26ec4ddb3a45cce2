// scenario_control.h - how a character faces, what it locks on to, and its look input.
//
// Read next: scenario_control.c.
#ifndef LOPE_SCENE_SCENARIO_CONTROL_H
#define LOPE_SCENE_SCENARIO_CONTROL_H

#include "json.h"
#include "scenario.h"

// Reads `facing` into the tuning of the character.
void lope_scene_read_facing(const lope_json *value, lope_scene_character *character);

// Reads `lock_on`: a name, or null. Returns true when it is given; *name is then the name or NULL.
bool lope_scene_read_lock_on(const lope_json *value, lope_scenario *scenario, char **name);

// Reads pitch_input, yaw_input, ignore_look, ignore_move and lock_on of an entry.
void lope_scene_read_control_input(const lope_json *value, lope_scenario *scenario, lope_scene_entry *entry);

// Checks that each name to lock on to is that of a character or piece. Returns false on a fault.
bool lope_scene_check_lock_ons(const lope_scenario *scenario, lope_scene_fault *fault);

#endif
