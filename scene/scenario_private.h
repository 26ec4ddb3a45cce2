// scenario_private.h - what the files that read a scenario share.
//
// Limits keep every number far from where floats overflow, and catch typing errors. Read next: scenario.c.
#ifndef LOPE_SCENE_SCENARIO_PRIVATE_H
#define LOPE_SCENE_SCENARIO_PRIVATE_H

#include "json.h"
#include "scenario.h"

#define LOPE_SCENE_FAR 1e12  // m: positions
#define LOPE_SCENE_LARGE 1e6 // m, m/s, m/s2, degrees: everything else that may be large
#define LOPE_SCENE_LONG 1e6  // s

bool lope_scene_out_of_memory(const lope_json *value);
// A name of 1 to `longest` bytes without control characters, copied.
bool lope_scene_read_name(const lope_json *object, lope_scenario *scenario, uint32_t longest, char **name);
// A list of channel names as bits; new names get the next free bit.
bool lope_scene_read_channels(const lope_json *object, const char *key, lope_scenario *scenario, uint32_t *bits);
bool lope_scene_read_euler(const lope_json *object, lope_point *euler);
// A mode by its name.
bool lope_scene_read_mode(const lope_json *object, uint32_t *mode);

bool lope_scene_read_piece(const lope_json *value, lope_scenario *scenario, lope_scene_piece *piece);
bool lope_scene_read_shape(const lope_json *value, lope_scenario *scenario, lope_scene_piece *piece);
bool lope_scene_read_motion(const lope_json *value, lope_scenario *scenario, bool by_quaternion, lope_point euler,
                            lope_scene_piece *piece);
bool lope_scene_read_character(const lope_json *value, lope_scenario *scenario, lope_scene_character *character);
bool lope_scene_read_tuning(const lope_json *character, lope_tuning *tuning);
bool lope_scene_read_input(const lope_json *list, lope_scenario *scenario, lope_scene_character *character);

#endif
