// scenario_size.h - reads what an entry says of the size of the capsule. Read next: scenario_size.c.
#ifndef LOPE_SCENE_SCENARIO_SIZE_H
#define LOPE_SCENE_SCENARIO_SIZE_H

#include "json.h"
#include "scenario.h"

// Reads "crouch", "resize" and "teleport_free" of an entry.
void lope_scene_read_size(const lope_json *value, const lope_scene_character *character, lope_scene_entry *entry);

#endif
