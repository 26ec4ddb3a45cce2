// scenario_character.c - a character of a scenario: where it starts and what it is like.
//
// Read next: scenario_moveset.c for what it can do, scenario_input.c for what it is told.
#include "scenario_character.h"

#include "scenario_avoid.h"
#include "scenario_camera.h"
#include "scenario_control.h"
#include "scenario_fields.h"
#include "scenario_input.h"
#include "scenario_layers.h"
#include "scenario_moveset.h"
#include "scenario_navigation.h"
#include "scenario_path.h"
#include "scenario_volume.h"

#include <stdio.h>
#include <string.h>

static void read_size(const lope_json *value, lope_scene_character *character)
{
    double units = (double)character->moveset.tuning.units_per_metre;
    character->radius = 0.34 * units;
    character->height = 1.76 * units;
    lope_json_get_positive(value, "radius", LOPE_SCENE_LARGE, &character->radius);
    lope_json_get_positive(value, "height", LOPE_SCENE_LARGE, &character->height);
    if (lope_json_failed(value) || character->height >= 2.0 * character->radius) return;
    lope_json_wrong_member(value, lope_json_has(value, "height") ? "height" : "radius",
                           "a height of %.9g with a radius of %.9g, expected a height of at least twice the radius",
                           character->height, character->radius);
}

static void read_up(const lope_json *value, lope_scene_character *character)
{
    if (!lope_json_get_vector(value, "up", LOPE_SCENE_LARGE, &character->up)) return;
    double length = lope_point_length(character->up);
    if (length < 1e-6)
        lope_json_wrong_member(value, "up", "found a vector of length 0, expected a direction");
    else
        character->up = lope_point_scale(character->up, 1.0 / length);
}

static void read_count(const lope_json *value, lope_scene_character *character)
{
    lope_json member;
    double count = 1.0;
    character->spacing = 1.0;
    if (lope_json_member(value, "count", &member))
        lope_json_whole(&member, 1.0, 1000000.0, &count);
    else if (lope_json_has(value, "spacing"))
        lope_json_wrong_member(value, "spacing", "given without count, expected both or none");
    lope_json_get_positive(value, "spacing", LOPE_SCENE_LARGE, &character->spacing);
    character->count = (uint32_t)count;
}

// "character3" for what has no name of its own.
static void name_by_index(const lope_json *value, lope_scenario *scenario, lope_scene_character *character)
{
    char name[32];
    snprintf(name, sizeof name, "character%u", (unsigned)value->index);
    character->name = lope_scene_copy_text(&scenario->arena, name);
    if (character->name == NULL) lope_scene_out_of_memory(value);
}

bool lope_scene_read_character(const lope_json *value, lope_scenario *scenario, lope_scene_character *character)
{
    static const char *const keys[] = {"name",     "feet",       "yaw",     "radius",        "height",   "mode",    "velocity",
                                       "up",       "preset",     "tuning",  "collides_with", "count",    "spacing", "input",
                                       "overlaps", "sensors",    "curves",  "time_scale",    "can_base", "modes",   "abilities",
                                       "stamina",  "facing",     "lock_on", "camera",        "avoid",    "goal",    "soft_lock",
                                       "path",     "acceptance", NULL};
    lope_json member;
    if (!lope_json_keys(value, keys)) return false;
    if (!lope_scene_read_name(value, scenario, 64, &character->name) && !lope_json_failed(value))
        name_by_index(value, scenario, character);
    if (!lope_scene_read_moveset(value, &scenario->catalog, &character->moveset)) return false;
    if (!lope_scene_read_curves(value, scenario, character)) return false;
    lope_scene_read_facing(value, character);
    lope_scene_read_lock_on(value, scenario, &character->lock_on);
    lope_json_get_number(value, "soft_lock", 0.0, 10.0, &character->soft_lock);
    lope_json_get_vector(value, "feet", LOPE_SCENE_FAR, &character->feet);
    lope_json_get_number(value, "yaw", -LOPE_SCENE_LARGE, LOPE_SCENE_LARGE, &character->yaw);
    read_size(value, character);
    lope_scene_read_mode(value, &character->moveset, false, &character->mode);
    lope_json_get_vector(value, "velocity", LOPE_SCENE_LARGE, &character->velocity);
    read_up(value, character);
    character->channels = LOPE_CHANNEL_SOLID;
    lope_scene_read_channels(value, "collides_with", true, scenario, &character->channels);
    bool stood_upon = true;
    if (lope_json_get_bool(value, "can_base", &stood_upon)) character->no_stand = !stood_upon;
    lope_scene_read_overlaps(value, scenario, character);
    character->time_scale = 1.0;
    lope_json_get_number(value, "time_scale", 0.0, LOPE_TIME_SCALE_MOST, &character->time_scale);
    read_count(value, character);
    if (!lope_scene_read_camera(value, scenario, character)) return false;
    lope_scene_read_avoid(value, character);
    character->has_goal = lope_scene_read_goal(value, scenario, &character->goal);
    lope_scene_read_path(value, scenario, &character->start);
    if (character->has_goal && character->start.has_path)
        lope_json_wrong_member(value, "path", "given beside goal, expected one of them");
    if (lope_json_member(value, "input", &member)) lope_scene_read_input(&member, scenario, character);
    return !lope_json_failed(value);
}
