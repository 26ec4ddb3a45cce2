// scenario_level.h - reads a piece of the level. Read next: scenario_level.c.
#ifndef LOPE_SCENE_SCENARIO_LEVEL_H
#define LOPE_SCENE_SCENARIO_LEVEL_H

#include "json.h"
#include "scenario.h"

// Reads a piece of the level. Returns false on a fault.
bool lope_scene_read_piece(const lope_json *value, lope_scenario *scenario, lope_scene_piece *piece);

// Reads where a piece is. by_quaternion: its rotation is given so; else `euler` gets the angles, in degrees.
bool lope_scene_read_pose(const lope_json *value, lope_scene_piece *piece, bool *by_quaternion, lope_point *euler);

// Reads how a piece moves. by_quaternion and euler: of lope_scene_read_pose.
bool lope_scene_read_motion(const lope_json *value, lope_scenario *scenario, bool by_quaternion, lope_point euler,
                            lope_scene_piece *piece);

#endif
