// scenario_volume.h - reads volumes, and what of them a character is told. Read next: scenario_volume.c.
#ifndef LOPE_SCENE_SCENARIO_VOLUME_H
#define LOPE_SCENE_SCENARIO_VOLUME_H

#include "json.h"
#include "scenario.h"

// Reads the volumes and puts them behind the pieces of the level.
void lope_scene_read_volumes(const lope_json *root, lope_scenario *scenario);

// Reads a character's sensors, and the channels of the overlaps that it is told of. Returns false on a fault.
bool lope_scene_read_overlaps(const lope_json *value, lope_scenario *scenario, lope_scene_character *character);

#endif
