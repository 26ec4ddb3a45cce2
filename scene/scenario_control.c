// scenario_control.c - how a character faces, what it locks on to, and its look input.
//
// A name to lock on to may stand later in the file, so names are checked when all of it has been read.
// Read next: player_look.c, which applies them.
#include "scenario_control.h"

#include "scenario_fields.h"

#include <lope/controller.h>

#include <stdio.h>
#include <string.h>

void lope_scene_read_facing(const lope_json *value, lope_scene_character *character)
{
    static const char *const names[] = {"movement", "control", "instant", NULL};
    uint32_t which;
    lope_json member;
    if (!lope_json_member(value, "facing", &member) || !lope_json_choice(&member, names, &which)) return;
    lope_tuning_set_facing(&character->moveset.tuning, (lope_facing)which);
}

bool lope_scene_read_lock_on(const lope_json *value, lope_scenario *scenario, char **name)
{
    lope_json member;
    const char *text;
    *name = NULL;
    if (!lope_json_member(value, "lock_on", &member)) return false;
    if (lope_json_is_null(&member)) return true;
    if (!lope_json_text(&member, 1, 80, &text)) return false;
    *name = lope_scene_copy_text(&scenario->arena, text);
    if (*name == NULL) lope_scene_out_of_memory(&member);
    return *name != NULL;
}

// Reads a step of a counter: 1 or -1.
static void read_step(const lope_json *value, const char *key, int32_t *step)
{
    lope_json member;
    double number = 0;
    if (!lope_json_member(value, key, &member) || !lope_json_whole(&member, -1.0, 1.0, &number)) return;
    *step = (int32_t)number;
    if (*step == 0) lope_json_wrong(&member, "found 0, expected 1 (once more) or -1 (once less)");
}

void lope_scene_read_control_input(const lope_json *value, lope_scenario *scenario, lope_scene_entry *entry)
{
    lope_json_get_number(value, "pitch_input", -LOPE_SCENE_LARGE, LOPE_SCENE_LARGE, &entry->pitch_input);
    lope_json_get_number(value, "yaw_input", -LOPE_SCENE_LARGE, LOPE_SCENE_LARGE, &entry->yaw_input);
    read_step(value, "ignore_look", &entry->ignores_look);
    read_step(value, "ignore_move", &entry->ignores_move);
    if (lope_scene_read_lock_on(value, scenario, &entry->lock_on)) entry->has |= LOPE_SCENE_HAS_LOCK_ON;
    lope_json member;
    if (!lope_json_member(value, "flick", &member)) return;
    if (lope_json_numbers(&member, 2, 1.0, "2 numbers [right, up], from -1 to 1", entry->flick))
        entry->has |= LOPE_SCENE_HAS_FLICK;
}

// Returns true when the name is that of a piece of the level or of a character, also of one of many: name.7.
static bool is_known(const lope_scenario *scenario, const char *name)
{
    for (uint32_t i = 0; i < scenario->piece_count; i++)
        if (scenario->pieces[i].name != NULL && strcmp(scenario->pieces[i].name, name) == 0) return true;
    for (uint32_t i = 0; i < scenario->character_count; i++) {
        const lope_scene_character *character = &scenario->characters[i];
        const size_t length = strlen(character->name);
        unsigned instance;
        int read = 0;
        if (strncmp(character->name, name, length) != 0) continue;
        if (character->count == 1 && name[length] == 0) return true;
        const bool numbered = sscanf(name + length, ".%u%n", &instance, &read) == 1 && name[length + (size_t)read] == 0;
        if (character->count > 1 && numbered && instance < character->count) return true;
    }
    return false;
}

bool lope_scene_check_lock_ons(const lope_scenario *scenario, lope_scene_fault *fault)
{
    for (uint32_t i = 0; i < scenario->character_count; i++) {
        const lope_scene_character *character = &scenario->characters[i];
        if (character->lock_on != NULL && !is_known(scenario, character->lock_on))
            return lope_scene_fail(fault, LOPE_SCENE_BAD_INPUT,
                                   "%s: characters[%u].lock_on: found \"%s\", expected the name of a character or of a piece",
                                   scenario->file, (unsigned)i, character->lock_on);
        for (uint32_t k = 0; k < character->input_count; k++)
            if (character->input[k].lock_on != NULL && !is_known(scenario, character->input[k].lock_on))
                return lope_scene_fail(
                    fault, LOPE_SCENE_BAD_INPUT,
                    "%s: characters[%u].input[%u].lock_on: found \"%s\", expected the name of a character or of a piece",
                    scenario->file, (unsigned)i, (unsigned)k, character->input[k].lock_on);
    }
    return true;
}
