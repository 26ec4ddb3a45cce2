// scenario_keys.h - the keys that shapes have in scenario files.
#ifndef LOPE_SCENE_SCENARIO_KEYS_H
#define LOPE_SCENE_SCENARIO_KEYS_H

#include "scenario.h"

// Returns the key of a shape; NULL for LOPE_SCENE_SHAPE_COUNT.
const char *lope_scene_shape_key(lope_scene_shape shape);

#endif
