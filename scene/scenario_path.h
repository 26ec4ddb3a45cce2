// scenario_path.h - reads a path to follow. Read next: scenario_path.c.
#ifndef LOPE_SCENE_SCENARIO_PATH_H
#define LOPE_SCENE_SCENARIO_PATH_H

#include "json.h"
#include "scenario.h"

// Reads "path" of an entry.
void lope_scene_read_path(const lope_json *value, lope_scenario *scenario, lope_scene_entry *entry);

#endif
