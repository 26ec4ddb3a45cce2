// scenario_input.c - the list of what a character is told, and when.
//
// Read next: player_input.c, which applies it.
#include "scenario_input.h"

#include "catalog.h"
#include "scenario_control.h"
#include "scenario_fields.h"
#include "scenario_layers.h"
#include "scenario_navigation.h"
#include "scenario_path.h"
#include "scenario_pushes.h"
#include "scenario_size.h"

#include <string.h>

// A direction rounded to two digits, [0.71, 0, 0.71], is up to 1 % longer than 1, and taken as 1.
#define LONGEST_MOVE 1.01

static const char *const entry_keys[] = {"t",           "move",
                                         "stick",       "look",
                                         "turn",        "jump",
                                         "launch",      "impulse",
                                         "force",       "velocity_change",
                                         "mode",        "teleport",
                                         "random",      "crouch",
                                         "resize",      "teleport_free",
                                         "radial",      "knockback",
                                         "forbid",      "layer",
                                         "end_layer",   "drop",
                                         "root_motion", "path",
                                         "acceptance",  "pitch_input",
                                         "yaw_input",   "ignore_look",
                                         "ignore_move", "lock_on",
                                         "flick",       "goal",
                                         NULL};

static bool has_ability(const lope_moveset *moveset, const char *name)
{
    for (uint32_t i = 0; i < moveset->ability_count; i++)
        if (strcmp(moveset->abilities[i]->name, name) == 0) return true;
    return false;
}

// Refuses the button of an ability of the library that the character does not have.
static bool check_own_buttons(const lope_json *value, const lope_moveset *moveset)
{
    for (uint32_t i = 0; i < LOPE_SCENE_OWN_ABILITIES; i++) {
        const char *name = lope_scene_own_ability(i)->name;
        lope_json member;
        if (lope_json_member(value, name, &member) && !has_ability(moveset, name))
            return lope_json_wrong(&member, "given for a character without it, expected %s in its abilities", name);
    }
    return true;
}

// The keys of an entry: those of all characters, the names of the library's abilities that have a button, and
// those of this character's others.
static bool check_keys(const lope_json *value, const lope_moveset *moveset)
{
    const char *keys[sizeof entry_keys / sizeof *entry_keys + LOPE_SCENE_OWN_ABILITIES + LOPE_ABILITIES] = {NULL};
    uint32_t count = 0;
    while (entry_keys[count] != NULL) keys[count] = entry_keys[count], count++;
    const uint32_t own = count;
    for (uint32_t i = 0; i < LOPE_SCENE_OWN_ABILITIES; i++)
        if (lope_scene_own_ability(i)->button != 0) keys[count++] = lope_scene_own_ability(i)->name;
    const uint32_t others = count;
    for (uint32_t i = 0; i < moveset->ability_count; i++) {
        const char *name = moveset->abilities[i]->name;
        bool listed = moveset->abilities[i]->button == 0;
        for (uint32_t k = own; k < others; k++) listed |= strcmp(keys[k], name) == 0;
        if (!listed) keys[count++] = name;
    }
    return lope_json_keys(value, keys) && check_own_buttons(value, moveset);
}

// An ability's button stands by the ability's name.
static void read_buttons(const lope_json *value, const lope_moveset *moveset, lope_scene_entry *entry)
{
    for (uint32_t i = 0; i < moveset->ability_count; i++) {
        const lope_ability *ability = moveset->abilities[i];
        bool down = false;
        if (ability->button == 0 || !lope_json_get_bool(value, ability->name, &down)) continue;
        entry->buttons_given |= ability->button;
        if (down) entry->buttons |= ability->button;
    }
}

static void read_direction(const lope_json *value, lope_scene_entry *entry)
{
    lope_json member;
    double v[2];
    if (lope_json_member(value, "move", &member) && lope_json_vector(&member, LONGEST_MOVE, &entry->move)) {
        const double length = lope_point_length(entry->move);
        if (length > LONGEST_MOVE) lope_json_wrong(&member, "found a length of %.9g, expected up to 1", length);
        if (length > 1.0) entry->move = lope_point_scale(entry->move, 1.0 / length);
        entry->has |= LOPE_SCENE_HAS_MOVE;
    }
    if (lope_json_member(value, "stick", &member) && lope_json_numbers(&member, 2, 1.0, "2 numbers [right, forward]", v)) {
        if ((entry->has & LOPE_SCENE_HAS_MOVE) != 0) lope_json_wrong(&member, "given beside move, expected one of the two");
        entry->stick_right = v[0];
        entry->stick_forward = v[1];
        entry->has |= LOPE_SCENE_HAS_STICK;
    }
    if (lope_json_member(value, "look", &member) &&
        lope_json_numbers(&member, 2, LOPE_SCENE_LARGE, "2 angles in degrees [yaw, pitch]", v)) {
        if (v[1] < -90.0 || v[1] > 90.0) lope_json_wrong(&member, "found a pitch of %.9g, expected one from -90 to 90", v[1]);
        entry->look_yaw = v[0];
        entry->look_pitch = v[1];
        entry->has |= LOPE_SCENE_HAS_LOOK;
    }
    if (lope_json_get_number(value, "turn", -LOPE_SCENE_LARGE, LOPE_SCENE_LARGE, &entry->turn)) entry->has |= LOPE_SCENE_HAS_TURN;
}

static void read_launch(const lope_json *value, lope_scene_entry *entry)
{
    static const char *const keys[] = {"velocity", "override_horizontal", "override_vertical", NULL};
    lope_json launch, velocity;
    if (!lope_json_member(value, "launch", &launch)) return;
    if (lope_json_is_list(&launch)) { // what impulse and force take
        lope_json_expected(&launch,
                           "an object {\"velocity\": [x, y, z]}, where wanted with override_horizontal, override_vertical");
        return;
    }
    if (!lope_json_keys(&launch, keys)) return;
    if (!lope_json_required(&launch, "velocity", "3 numbers [x, y, z]", &velocity)) return;
    lope_json_vector(&velocity, LOPE_SCENE_LARGE, &entry->launch);
    lope_json_get_bool(&launch, "override_horizontal", &entry->override_horizontal);
    lope_json_get_bool(&launch, "override_vertical", &entry->override_vertical);
    entry->has |= LOPE_SCENE_HAS_LAUNCH;
}

static void read_pushes(const lope_json *value, lope_scene_entry *entry)
{
    if (lope_json_get_vector(value, "impulse", 1e9, &entry->impulse)) entry->has |= LOPE_SCENE_HAS_IMPULSE;
    if (lope_json_get_vector(value, "force", 1e9, &entry->force)) entry->has |= LOPE_SCENE_HAS_FORCE;
    lope_json_get_bool(value, "velocity_change", &entry->velocity_change);
    bool beside = (entry->has & (LOPE_SCENE_HAS_IMPULSE | LOPE_SCENE_HAS_FORCE)) != 0 || lope_json_has(value, "radial");
    if (lope_json_has(value, "velocity_change") && !beside) {
        lope_json_wrong_member(value, "velocity_change", "given alone, expected impulse or force beside it");
    }
}

static void read_random(const lope_json *value, lope_scene_entry *entry)
{
    static const char *const keys[] = {"seed", "every", "move", "jump", "crouch", NULL};
    lope_json random, member;
    double seed = 0.0;
    if (!lope_json_member(value, "random", &random) || !lope_json_keys(&random, keys)) return;
    entry->random = (lope_scene_random){.every = 1.0, .move = true};
    // Doubles hold whole numbers up to 2^53.
    if (lope_json_member(&random, "seed", &member) && lope_json_whole(&member, 0.0, 9007199254740992.0, &seed))
        entry->random.seed = (uint64_t)seed;
    lope_json_get_number(&random, "every", 0.01, LOPE_SCENE_LONG, &entry->random.every);
    lope_json_get_bool(&random, "move", &entry->random.move);
    lope_json_get_number(&random, "jump", 0.0, 1.0, &entry->random.jump);
    lope_json_get_number(&random, "crouch", 0.0, 1.0, &entry->random.crouch);
    entry->has |= LOPE_SCENE_HAS_RANDOM;
}

static void read_entry(const lope_json *value, lope_scenario *scenario, const lope_scene_character *character,
                       const lope_scene_entry *before, lope_scene_entry *entry)
{
    lope_json t;
    if (!check_keys(value, &character->moveset) || !lope_json_required(value, "t", "a time in seconds", &t)) return;
    if (!lope_json_number(&t, 0.0, LOPE_SCENE_LONG, &entry->t)) return;
    if (before != NULL && entry->t < before->t) {
        lope_json_expected(&t, "at least %.9g, the time before it: input is sorted by t", before->t);
        return;
    }
    read_direction(value, entry);
    lope_scene_read_control_input(value, scenario, entry);
    lope_scene_read_path(value, scenario, entry);
    if (lope_scene_read_goal(value, scenario, &entry->goal)) entry->has |= LOPE_SCENE_HAS_GOAL;
    bool steers = (entry->has & (LOPE_SCENE_HAS_MOVE | LOPE_SCENE_HAS_STICK)) != 0 || entry->has_path;
    if (steers && (entry->has & LOPE_SCENE_HAS_GOAL) != 0)
        lope_json_wrong_member(value, "goal", "given beside move, stick or path, expected one of them");
    if (lope_json_get_bool(value, "jump", &entry->jump)) entry->has |= LOPE_SCENE_HAS_JUMP;
    read_buttons(value, &character->moveset, entry);
    read_launch(value, entry);
    read_pushes(value, entry);
    lope_scene_read_pushes(value, entry);
    if (lope_scene_read_mode(value, &character->moveset, true, &entry->mode)) entry->has |= LOPE_SCENE_HAS_MODE;
    if (lope_json_get_vector(value, "teleport", LOPE_SCENE_FAR, &entry->teleport)) entry->has |= LOPE_SCENE_HAS_TELEPORT;
    bool drops = false;
    if (lope_json_get_bool(value, "drop", &drops) && drops) entry->has |= LOPE_SCENE_HAS_DROP;
    read_random(value, entry);
    lope_scene_read_layers(value, character, entry);
    lope_scene_read_size(value, character, entry);
}

bool lope_scene_read_input(const lope_json *list, lope_scenario *scenario, lope_scene_character *character)
{
    lope_json element;
    if (!lope_json_list(list, 0, "a list of what changes at a time {\"t\", ...}", &character->input_count)) return false;
    character->input = lope_scene_allocate(&scenario->arena, character->input_count, sizeof *character->input);
    if (character->input == NULL) return lope_scene_out_of_memory(list);
    for (bool more = lope_json_first(list, &element); more; more = lope_json_next(&element)) {
        read_entry(&element, scenario, character, element.index > 0 ? &character->input[element.index - 1] : NULL,
                   &character->input[element.index]);
    }
    return !lope_json_failed(list);
}
