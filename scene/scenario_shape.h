// scenario_shape.h - reads the shape of a piece. Read next: scenario_shape.c.
#ifndef LOPE_SCENE_SCENARIO_SHAPE_H
#define LOPE_SCENE_SCENARIO_SHAPE_H

#include "json.h"
#include "scenario.h"

// Reads the one shape of a piece. Returns false on a fault.
bool lope_scene_read_shape(const lope_json *value, lope_scenario *scenario, lope_scene_piece *piece);

#endif
