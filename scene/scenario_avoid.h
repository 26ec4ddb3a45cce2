// scenario_avoid.h - whether a character avoids others, and how. Read next: scenario_avoid.c.
#ifndef LOPE_SCENE_SCENARIO_AVOID_H
#define LOPE_SCENE_SCENARIO_AVOID_H

#include "json.h"
#include "scenario.h"

// Reads the key "avoid" of a character: true, or an object with settings. Faults are noted in the value's
// source.
void lope_scene_read_avoid(const lope_json *value, lope_scene_character *character);

#endif
