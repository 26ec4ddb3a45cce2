// scenario_moveset.h - what a character of a scenario can do: preset, tuning, modes, abilities, and their
// settings. Read next: scenario_moveset.c.
#ifndef LOPE_SCENE_SCENARIO_MOVESET_H
#define LOPE_SCENE_SCENARIO_MOVESET_H

#include "json.h"
#include "scenario.h"

// Makes the moveset of a character, but for curves and sensors. Returns false on a fault.
bool lope_scene_read_moveset(const lope_json *character, const lope_scene_catalog *catalog, lope_moveset *moveset);

#endif
