// scenario_range.h - two settings of a mode or ability as one key: "ledge_height": [least, most] for
// ledge_height_least and ledge_height_most. Read next: scenario_range.c.
#ifndef LOPE_SCENE_SCENARIO_RANGE_H
#define LOPE_SCENE_SCENARIO_RANGE_H

#include "json.h"

#include <lope/lope.h>

#define LOPE_SCENE_RANGES 8         // of one owner
#define LOPE_SCENE_RANGE_LETTERS 40 // of a key, its end included

// The keys of an owner's ranges.
typedef struct lope_scene_ranges {
    char keys[LOPE_SCENE_RANGES][LOPE_SCENE_RANGE_LETTERS];
    uint32_t count;
} lope_scene_ranges;

// Finds the ranges among the names of settings, and adds their keys to the names, which end with NULL and have
// room for LOPE_SCENE_RANGES more. The names point into *ranges.
void lope_scene_list_ranges(lope_scene_ranges *ranges, const char **names);

// Reads the ranges that an object has into an owner's settings.
bool lope_scene_read_ranges(const lope_json *object, lope_moveset *moveset, const char *owner, const lope_scene_ranges *ranges);

#endif
