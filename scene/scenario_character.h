// scenario_character.h - reads a character of a scenario. Read next: scenario_character.c.
#ifndef LOPE_SCENE_SCENARIO_CHARACTER_H
#define LOPE_SCENE_SCENARIO_CHARACTER_H

#include "json.h"
#include "scenario.h"

// Reads a character. Returns false on a fault.
bool lope_scene_read_character(const lope_json *value, lope_scenario *scenario, lope_scene_character *character);

#endif
