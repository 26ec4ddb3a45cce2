// scenario_fields.c - reads the fields that several parts of a scenario have: names, channels, angles, modes.
//
// Read next: scenario.c.
#include "scenario_fields.h"

#include <string.h>

bool lope_scene_out_of_memory(const lope_json *value)
{
    return lope_scene_fail(value->source->fault, LOPE_SCENE_OWN_FAULT, "%s: out of memory", value->source->file);
}

bool lope_scene_read_name(const lope_json *object, lope_scenario *scenario, uint32_t longest, char **name)
{
    lope_json member;
    const char *text;
    if (!lope_json_member(object, "name", &member) || !lope_json_text(&member, 1, longest, &text)) return false;
    for (const char *c = text; *c != 0; c++) {
        if ((unsigned char)*c < 32) return lope_json_wrong(&member, "found a control character, expected a name without any");
    }
    *name = lope_scene_copy_text(&scenario->arena, text);
    return *name != NULL || lope_scene_out_of_memory(object);
}

// A name that no piece is on would mean nothing to a character.
static bool refuse_channel(const lope_json *element, const lope_scenario *scenario, const char *name)
{
    const char *known[32 + 1] = {NULL};
    char all[400];
    for (uint32_t i = 0; i < scenario->channel_count; i++) known[i] = scenario->channels[i];
    const char *meant = lope_scene_nearest(name, known);
    if (meant != NULL)
        return lope_json_wrong(element, "found \"%s\", a channel that no piece is on, did you mean %s?", name, meant);
    lope_json_join(all, sizeof all, known, "");
    return lope_json_wrong(element, "found \"%s\", a channel that no piece is on, expected one of %s", name, all);
}

static bool find_channel(const lope_json *element, lope_scenario *scenario, bool asked_for, uint32_t *bit)
{
    const char *name;
    if (!lope_json_text(element, 1, 64, &name)) return false;
    for (*bit = 0; *bit < scenario->channel_count; ++*bit) {
        if (strcmp(scenario->channels[*bit], name) == 0) return true;
    }
    if (asked_for) return refuse_channel(element, scenario, name);
    if (scenario->channel_count == 32) return lope_json_wrong(element, "a 33rd channel, expected 32 different ones at most");
    scenario->channels[scenario->channel_count] = lope_scene_copy_text(&scenario->arena, name);
    if (scenario->channels[scenario->channel_count] == NULL) return lope_scene_out_of_memory(element);
    scenario->channel_count++;
    return true;
}

bool lope_scene_read_channels(const lope_json *object, const char *key, bool asked_for, lope_scenario *scenario, uint32_t *bits)
{
    lope_json list, element;
    uint32_t length, bit, found = 0;
    if (!lope_json_member(object, key, &list)) return false;
    if (!lope_json_list(&list, 1, "a list of at least one channel name, e.g. [\"solid\"]", &length)) return false;
    for (bool more = lope_json_first(&list, &element); more; more = lope_json_next(&element)) {
        if (find_channel(&element, scenario, asked_for, &bit)) found |= 1u << bit;
    }
    if (lope_json_failed(object)) return false;
    *bits = found;
    return true;
}

bool lope_scene_read_euler(const lope_json *object, lope_point *euler)
{
    lope_json member;
    double v[3];
    if (!lope_json_member(object, "euler", &member)) return false;
    if (!lope_json_numbers(&member, 3, LOPE_SCENE_LARGE, "3 angles in degrees [pitch, yaw, roll]", v)) return false;
    *euler = lope_point_make(v[0], v[1], v[2]);
    return true;
}

bool lope_scene_read_mode(const lope_json *object, const lope_moveset *moveset, bool or_none, uint32_t *mode)
{
    const char *names[LOPE_MODE_COUNT + LOPE_MODES + 1] = {NULL};
    uint32_t ids[LOPE_MODE_COUNT + LOPE_MODES], count = 0, choice = 0;
    for (uint32_t i = 1; i < LOPE_MODE_COUNT; i++) ids[count++] = i;
    if (or_none) ids[count++] = LOPE_MODE_NONE;
    for (uint32_t i = LOPE_MODE_GAME; i < LOPE_MODE_GAME + moveset->game_mode_count; i++)
        if (!(moveset->brought_modes >> i & 1u)) ids[count++] = i; // others are their ability's
    for (uint32_t i = 0; i < count; i++) names[i] = lope_moveset_mode_name(moveset, ids[i]);
    if (!lope_json_get_choice(object, "mode", names, &choice)) return false;
    *mode = ids[choice];
    return true;
}

void lope_scene_check_piece_name(const lope_json *element, const lope_scenario *scenario, uint32_t index)
{
    const char *name = scenario->pieces[index].name;
    for (uint32_t i = 0; name != NULL && i < index; i++) {
        const char *other = scenario->pieces[i].name;
        if (other == NULL || strcmp(other, name) != 0) continue;
        bool level = i < scenario->level_count;
        lope_json_wrong_member(element, "name", "\"%s\" is %s[%u] already, expected a name of its own", name,
                               level ? "level" : "volumes", (unsigned)(level ? i : i - scenario->level_count));
    }
}
