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
// A list of channel names as bits; new names get the next free bit. asked_for: by a character, of channels that pieces are on.
bool lope_scene_read_channels(const lope_json *object, const char *key, bool asked_for, lope_scenario *scenario, uint32_t *bits);
bool lope_scene_read_euler(const lope_json *object, lope_point *euler);
// A mode by its name.
bool lope_scene_read_mode(const lope_json *object, bool or_none, uint32_t *mode);

bool lope_scene_read_piece(const lope_json *value, lope_scenario *scenario, lope_scene_piece *piece);
// The volumes, behind the level's pieces. scenario_volume.c
void lope_scene_read_volumes(const lope_json *root, lope_scenario *scenario);
// Channels of what a character tells that it enters and leaves; and its sensors.
bool lope_scene_read_overlaps(const lope_json *value, lope_scenario *scenario, lope_scene_character *character);
bool lope_scene_read_pose(const lope_json *value, lope_scene_piece *piece, bool *by_quaternion, lope_point *euler);
// A name that no other piece has.
void lope_scene_check_piece_name(const lope_json *element, const lope_scenario *scenario, uint32_t index);
bool lope_scene_read_shape(const lope_json *value, lope_scenario *scenario, lope_scene_piece *piece);
bool lope_scene_read_motion(const lope_json *value, lope_scenario *scenario, bool by_quaternion, lope_point euler,
                            lope_scene_piece *piece);
bool lope_scene_read_character(const lope_json *value, lope_scenario *scenario, lope_scene_character *character);
bool lope_scene_read_tuning(const lope_json *character, lope_tuning *tuning);
// layer, end_layer and root_motion of an entry; a character's curves.
void lope_scene_read_layers(const lope_json *value, const lope_scene_character *character, lope_scene_entry *entry);
bool lope_scene_read_curves(const lope_json *value, lope_scenario *scenario, lope_scene_character *character);
bool lope_scene_read_input(const lope_json *list, lope_scenario *scenario, lope_scene_character *character);
// crouch, resize, teleport_free
void lope_scene_read_size(const lope_json *value, const lope_scene_character *character, lope_scene_entry *entry);
// A path to follow. scenario_path.c
void lope_scene_read_path(const lope_json *value, lope_scenario *scenario, lope_scene_entry *entry);
// Radial pushes, knock-back, what is forbidden.
void lope_scene_read_pushes(const lope_json *value, lope_scene_entry *entry);

#endif
