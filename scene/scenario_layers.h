// scenario_layers.h - reads layered moves, animations and curves. Read next: scenario_layers.c.
#ifndef LOPE_SCENE_SCENARIO_LAYERS_H
#define LOPE_SCENE_SCENARIO_LAYERS_H

#include "json.h"
#include "scenario.h"

// Reads "layer", "end_layer" and "root_motion" of an entry.
void lope_scene_read_layers(const lope_json *value, const lope_scene_character *character, lope_scene_entry *entry);

// Reads the curves of a character. Returns false on a fault.
bool lope_scene_read_curves(const lope_json *value, lope_scenario *scenario, lope_scene_character *character);

#endif
