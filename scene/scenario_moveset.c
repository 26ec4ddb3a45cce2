// scenario_moveset.c - what a character of a scenario can do: preset, tuning, modes, abilities, and their
// settings by names.
//
// "modes" and "abilities" are objects: the name of one that the program brings along, and its settings. Read
// next: scenario_setting.c.
#include "scenario_moveset.h"

#include "scenario_range.h"
#include "scenario_setting.h"
#include "scenario_unreal.h"

#include <string.h>

#define MOST_FIELDS 256
#define MOST_PRESETS 32

static bool read_fields(const lope_json *object, lope_tuning *tuning)
{
    const char *names[MOST_FIELDS + 2] = {NULL};
    uint32_t count = lope_tuning_field_count();
    for (uint32_t i = 0; i < count && i < MOST_FIELDS; i++) names[i] = lope_tuning_field_at(i)->name;
    names[count < MOST_FIELDS ? count : MOST_FIELDS] = "unreal";
    if (!lope_json_keys(object, names) || !lope_scene_read_unreal(object, tuning)) return false;
    for (uint32_t i = 0; i < count; i++) {
        const lope_tuning_field *field = lope_tuning_field_at(i);
        lope_json member;
        double value = 0.0;
        if (!lope_json_member(object, field->name, &member)) continue;
        if (!lope_scene_read_setting(&member, field, &value)) return false;
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

// Names of the settings that an owner has, NULL at the end; at most MOST_FIELDS.
static void list_settings(const lope_moveset *moveset, const char *owner, const char **names)
{
    lope_setting setting;
    uint32_t count = 0;
    for (uint32_t i = 0; lope_moveset_setting_at(moveset, i, &setting); i++)
        if (strcmp(setting.owner, owner) == 0 && count < MOST_FIELDS) names[count++] = setting.field->name;
}

// Reads the settings of one mode or ability, which the moveset has by now.
static bool read_settings(const lope_json *object, lope_moveset *moveset, const char *owner)
{
    const char *names[MOST_FIELDS + LOPE_SCENE_RANGES + 1] = {NULL};
    lope_setting setting;
    lope_json member;
    lope_scene_ranges ranges;
    list_settings(moveset, owner, names);
    lope_scene_list_ranges(&ranges, names);
    if (names[0] == NULL && lope_json_is_object(object) && !lope_json_is_empty(object))
        return lope_json_wrong(object, "%s has no settings, expected {}", owner);
    if (!lope_json_keys(object, names)) return false;
    for (uint32_t i = 0; lope_moveset_setting_at(moveset, i, &setting); i++) {
        double value = 0.0;
        lope_error error = {0};
        if (strcmp(setting.owner, owner) != 0 || !lope_json_member(object, setting.field->name, &member)) continue;
        if (!lope_scene_read_setting(&member, setting.field, &value)) return false;
        if (lope_moveset_set(moveset, owner, setting.field->name, value, &error) != LOPE_OK)
            return lope_json_wrong(&member, "%s", error.text);
    }
    return lope_scene_read_ranges(object, moveset, owner, &ranges);
}

// Checks that an object names only what the program brings along. `what`: "modes" or "abilities".
static bool check_known(const lope_json *object, const char *what, const char *const *names)
{
    if (names[0] == NULL && lope_json_is_object(object) && !lope_json_is_empty(object))
        return lope_json_wrong(object, "this program brings no %s along, expected none", what);
    return lope_json_keys(object, names);
}

// Reads the settings of a mode or ability that was just added, or tells why it could not be.
static bool read_added(const lope_json *member, lope_moveset *moveset, const char *name, lope_result result,
                       const lope_error *error)
{
    if (result != LOPE_OK) return lope_json_wrong(member, "%s: %s", error->field, error->text);
    return read_settings(member, moveset, name);
}

// Modes in the catalog's order, so that their ids do not hang on the order in the file.
static bool read_modes(const lope_json *object, const lope_scene_catalog *catalog, lope_moveset *moveset)
{
    const char *names[LOPE_SCENE_CATALOG_MOST + 1] = {NULL};
    lope_json member;
    lope_error error = {0};
    for (uint32_t i = 0; i < catalog->mode_count; i++) names[i] = catalog->modes[i]->name;
    if (!check_known(object, "modes", names)) return false;
    for (uint32_t i = 0; i < catalog->mode_count; i++) {
        if (!lope_json_member(object, names[i], &member)) continue;
        lope_result result = lope_moveset_add_mode(moveset, catalog->modes[i], NULL, &error);
        if (!read_added(&member, moveset, names[i], result, &error)) return false;
    }
    return true;
}

// Lists the abilities that a scenario may name: the library's own, but for those of which the catalog has the
// name, and the catalog's. Returns how many.
static uint32_t list_abilities(const lope_scene_catalog *catalog, const lope_ability **all)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < LOPE_SCENE_OWN_ABILITIES; i++) {
        const lope_ability *own = lope_scene_own_ability(i);
        bool replaced = false;
        for (uint32_t k = 0; k < catalog->ability_count; k++) replaced |= strcmp(catalog->abilities[k]->name, own->name) == 0;
        if (!replaced) all[count++] = own;
    }
    for (uint32_t i = 0; i < catalog->ability_count; i++) all[count++] = catalog->abilities[i];
    return count;
}

// Abilities in the order of that list, which is the order in which they start.
static bool read_abilities(const lope_json *object, const lope_scene_catalog *catalog, lope_moveset *moveset)
{
    const lope_ability *all[LOPE_SCENE_CATALOG_MOST + LOPE_SCENE_OWN_ABILITIES];
    const char *names[LOPE_SCENE_CATALOG_MOST + LOPE_SCENE_OWN_ABILITIES + 1] = {NULL};
    const uint32_t count = list_abilities(catalog, all);
    lope_json member;
    lope_error error = {0};
    for (uint32_t i = 0; i < count; i++) names[i] = all[i]->name;
    if (!check_known(object, "abilities", names)) return false;
    for (uint32_t i = 0; i < count; i++) {
        if (!lope_json_member(object, names[i], &member)) continue;
        lope_result result = lope_moveset_add_ability(moveset, all[i], NULL, NULL, &error);
        if (!read_added(&member, moveset, names[i], result, &error)) return false;
    }
    return true;
}

bool lope_scene_read_moveset(const lope_json *character, const lope_scene_catalog *catalog, lope_moveset *moveset)
{
    lope_json member;
    lope_tuning tuning;
    lope_error error = {0};
    if (!read_tuning(character, &tuning)) return false;
    if (lope_moveset_make(moveset, &tuning, &error) != LOPE_OK)
        return lope_json_wrong_member(character, "tuning", "%s: %s", error.field, error.text);
    if (lope_json_member(character, "modes", &member) && !read_modes(&member, catalog, moveset)) return false;
    if (lope_json_member(character, "abilities", &member) && !read_abilities(&member, catalog, moveset)) return false;
    if (lope_json_member(character, "stamina", &member)) {
        if (moveset->ability_count == 0) return lope_json_wrong(&member, "given without abilities, expected both or none");
        if (!read_settings(&member, moveset, "stamina")) return false;
    }
    return !lope_json_failed(character);
}
