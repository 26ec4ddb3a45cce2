// scenario_fields.h - the fields that several parts of a scenario have, and the limits of their numbers.
//
// Limits keep every number far from where floats overflow, and catch typing errors. Each function returns false on a
// fault, which it has told by then. Read next: scenario.h.
#ifndef LOPE_SCENE_SCENARIO_FIELDS_H
#define LOPE_SCENE_SCENARIO_FIELDS_H

#include "json.h"
#include "scenario.h"

#define LOPE_SCENE_FAR 1e12  // m: positions
#define LOPE_SCENE_LARGE 1e6 // m, m/s, m/s2, degrees: everything else that may be large
#define LOPE_SCENE_LONG 1e6  // s

// Tells that memory is short. Returns false.
bool lope_scene_out_of_memory(const lope_json *value);

// Reads "name": 1 to `longest` bytes without control characters. The text is copied into the scenario's memory.
bool lope_scene_read_name(const lope_json *object, lope_scenario *scenario, uint32_t longest, char **name);

// Reads a list of channel names as bits. A new name gets the next free bit.
// asked_for: the list is a character's, so each channel must be one that a piece is on.
bool lope_scene_read_channels(const lope_json *object, const char *key, bool asked_for, lope_scenario *scenario, uint32_t *bits);

// Reads "euler": pitch, yaw and roll in degrees.
bool lope_scene_read_euler(const lope_json *object, lope_point *euler);

// Reads "mode" by its name: a built-in one, or one of the moveset's own. or_none: "none" is a mode too.
bool lope_scene_read_mode(const lope_json *object, const lope_moveset *moveset, bool or_none, uint32_t *mode);

// Tells a fault when an earlier piece has the name of the piece at `index`.
void lope_scene_check_piece_name(const lope_json *element, const lope_scenario *scenario, uint32_t index);

#endif
