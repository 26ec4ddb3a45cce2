// scenario_pushes.h - reads what pushes a character, and what is forbidden to it. Read next: scenario_pushes.c.
#ifndef LOPE_SCENE_SCENARIO_PUSHES_H
#define LOPE_SCENE_SCENARIO_PUSHES_H

#include "json.h"
#include "scenario.h"

// Reads the radial push, the knock-back and what is forbidden of an entry.
void lope_scene_read_pushes(const lope_json *value, lope_scene_entry *entry);

#endif
