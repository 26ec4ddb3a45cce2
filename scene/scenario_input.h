// scenario_input.h - reads the input of a character. Read next: scenario_input.c.
#ifndef LOPE_SCENE_SCENARIO_INPUT_H
#define LOPE_SCENE_SCENARIO_INPUT_H

#include "json.h"
#include "scenario.h"

// Reads the list of entries that a character is told. Returns false on a fault.
bool lope_scene_read_input(const lope_json *list, lope_scenario *scenario, lope_scene_character *character);

#endif
