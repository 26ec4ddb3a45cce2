// scenario_character.c - a character of a scenario: where it starts, what it is like, and its tuning by names.
//
// Tuning fields, their kinds and ranges come from the library's own table, so a new field is known here at once.
// Read next: scenario_input.c.
#include "scenario_character.h"

#include "scenario_fields.h"
#include "scenario_input.h"
#include "scenario_layers.h"
#include "scenario_volume.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define MOST_FIELDS 256
#define MOST_PRESETS 32
#define MOST_CHOICES 16

// Angles are degrees in files. A limit of the table stands in radians as a float, so it is brought to the nearest hundredth of a
// degree, which is what its author meant, and what comes out of the conversion is kept within the table's own limits.
static void read_angle(const lope_json *member, const lope_tuning_field *field, double *value)
{
    double low = floor((double)field->low / LOPE_SCENE_RADIANS * 100.0 + 0.5) / 100.0;
    double high = floor((double)field->high / LOPE_SCENE_RADIANS * 100.0 + 0.5) / 100.0;
    double degrees = 0.0;
    if (!lope_json_number(member, low, high, &degrees)) return;
    *value = degrees * LOPE_SCENE_RADIANS;
    if (*value < (double)field->low) *value = (double)field->low;
    if (*value > (double)field->high) *value = (double)field->high;
}

// One of the choices that the field takes.
static bool read_choice(const lope_json *member, const lope_tuning_field *field, uint32_t *choice)
{
    const char *taken[MOST_CHOICES + 1] = {NULL};
    uint32_t ids[MOST_CHOICES], count = 0, index = 0;
    for (uint32_t i = 0; field->choices[i] != NULL && count < MOST_CHOICES; i++) {
        if (field->refused >> i & 1u) continue;
        ids[count] = i;
        taken[count++] = field->choices[i];
    }
    if (!lope_json_choice(member, taken, &index)) return false;
    *choice = ids[index];
    return true;
}

static void read_field(const lope_json *member, const lope_tuning_field *field, double *value)
{
    bool flag = false;
    uint32_t choice = 0;
    switch (field->kind) {
    case LOPE_FIELD_FLOAT:
        lope_json_number(member, (double)field->low, (double)field->high, value);
        break;
    case LOPE_FIELD_INT:
        lope_json_whole(member, (double)field->low, (double)field->high, value);
        break;
    case LOPE_FIELD_ANGLE:
        read_angle(member, field, value);
        break;
    case LOPE_FIELD_BOOL:
        if (lope_json_bool(member, &flag)) *value = flag ? 1.0 : 0.0;
        break;
    case LOPE_FIELD_ENUM:
        if (read_choice(member, field, &choice)) *value = (double)choice;
        break;
    }
}

static bool read_fields(const lope_json *object, lope_tuning *tuning)
{
    const char *names[MOST_FIELDS + 1] = {NULL};
    uint32_t count = lope_tuning_field_count();
    for (uint32_t i = 0; i < count && i < MOST_FIELDS; i++) names[i] = lope_tuning_field_at(i)->name;
    if (!lope_json_keys(object, names)) return false;
    for (uint32_t i = 0; i < count; i++) {
        const lope_tuning_field *field = lope_tuning_field_at(i);
        lope_json member;
        double value = 0.0;
        if (!lope_json_member(object, field->name, &member)) continue;
        read_field(&member, field, &value);
        if (lope_json_failed(object)) return false;
        lope_result result = lope_tuning_set(tuning, field->name, value);
        if (result != LOPE_OK) return lope_json_wrong(&member, "refused: %s", lope_result_text(result));
    }
    return true;
}

static bool read_tuning(const lope_json *character, lope_tuning *tuning)
{
    lope_json member;
    const char *presets[MOST_PRESETS + 1] = {NULL};
    uint32_t preset = 0;
    *tuning = lope_tuning_default();
    for (uint32_t i = 0; i < lope_preset_count() && i < MOST_PRESETS; i++) presets[i] = lope_preset_name(i);
    if (lope_json_get_choice(character, "preset", presets, &preset)) lope_tuning_preset(presets[preset], tuning);
    if (lope_json_member(character, "tuning", &member)) read_fields(&member, tuning);
    return !lope_json_failed(character);
}

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
    static const char *const keys[] = {"name",     "feet",    "yaw",    "radius",        "height",   "mode",    "velocity",
                                       "up",       "preset",  "tuning", "collides_with", "count",    "spacing", "input",
                                       "overlaps", "sensors", "curves", "time_scale",    "can_base", NULL};
    lope_json member;
    lope_tuning tuning;
    lope_error error = {0};
    if (!lope_json_keys(value, keys)) return false;
    if (!lope_scene_read_name(value, scenario, 64, &character->name) && !lope_json_failed(value))
        name_by_index(value, scenario, character);
    if (!read_tuning(value, &tuning)) return false;
    if (lope_moveset_make(&character->moveset, &tuning, &error) != LOPE_OK) {
        return lope_json_wrong_member(value, "tuning", "%s: %s", error.field, error.text);
    }
    if (!lope_scene_read_curves(value, scenario, character)) return false;
    lope_json_get_vector(value, "feet", LOPE_SCENE_FAR, &character->feet);
    lope_json_get_number(value, "yaw", -LOPE_SCENE_LARGE, LOPE_SCENE_LARGE, &character->yaw);
    read_size(value, character);
    lope_scene_read_mode(value, false, &character->mode);
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
    if (lope_json_member(value, "input", &member)) lope_scene_read_input(&member, scenario, character);
    return !lope_json_failed(value);
}
