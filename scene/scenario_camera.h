// scenario_camera.h - reads the camera of a character. Read next: scenario_camera.c.
#ifndef LOPE_SCENE_SCENARIO_CAMERA_H
#define LOPE_SCENE_SCENARIO_CAMERA_H

#include "json.h"
#include "scenario.h"

// Reads "camera" of a character. The character's moveset is read by now.
bool lope_scene_read_camera(const lope_json *character, lope_scenario *scenario, lope_scene_character *to);

#endif
