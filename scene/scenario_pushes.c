// scenario_pushes.c - what pushes a character in a scenario's input besides impulse and force: radial pushes, the time that they knock it
// back for, and what the game forbids it.
//
// Read next: player_pushes.c, which applies it.
#include "scenario_pushes.h"

#include "scenario_fields.h"

static void read_radial(const lope_json *value, lope_scene_radial *radial)
{
    static const char *const keys[] = {"origin", "radius", "strength", "falloff", "force", NULL};
    static const char *const falloffs[] = {"constant", "linear", NULL};
    lope_json object, member;
    if (!lope_json_member(value, "radial", &object) || !lope_json_keys(&object, keys)) return;
    if (lope_json_required(&object, "origin", "3 numbers [x, y, z]", &member))
        lope_json_vector(&member, LOPE_SCENE_FAR, &radial->origin);
    if (lope_json_required(&object, "radius", "a number above 0", &member))
        lope_json_positive(&member, LOPE_SCENE_LARGE, &radial->radius);
    if (lope_json_required(&object, "strength", "a number", &member)) lope_json_number(&member, -1e9, 1e9, &radial->strength);
    lope_json_get_choice(&object, "falloff", falloffs, &radial->falloff);
    lope_json_get_bool(&object, "force", &radial->is_force);
    radial->given = true;
}

static void read_forbid(const lope_json *value, lope_scene_entry *entry)
{
    static const char *const names[] = {"jump", "crouch", "move", "turn", "swim", "step_up", "layers", NULL};
    static const uint32_t bits[] = {LOPE_FORBID_JUMP, LOPE_FORBID_CROUCH,  LOPE_FORBID_MOVE,  LOPE_FORBID_TURN,
                                    LOPE_FORBID_SWIM, LOPE_FORBID_STEP_UP, LOPE_FORBID_LAYERS};
    lope_json list, element;
    uint32_t count, name;
    if (!lope_json_member(value, "forbid", &list)) return;
    if (!lope_json_list(&list, 0, "a list of names (jump, crouch, move, turn, swim, step_up, layers)", &count)) return;
    entry->has_forbid = true;
    for (bool more = lope_json_first(&list, &element); more; more = lope_json_next(&element))
        if (lope_json_choice(&element, names, &name)) entry->forbid |= bits[name];
}

void lope_scene_read_pushes(const lope_json *value, lope_scene_entry *entry)
{
    const uint32_t pushes = LOPE_SCENE_HAS_LAUNCH | LOPE_SCENE_HAS_IMPULSE;
    read_radial(value, &entry->radial);
    read_forbid(value, entry);
    bool beside = (entry->has & pushes) != 0 || (entry->radial.given && !entry->radial.is_force);
    if (lope_json_get_number(value, "knockback", 0.0, LOPE_SCENE_LONG, &entry->knockback) && !beside)
        lope_json_wrong_member(value, "knockback", "given alone, expected launch, impulse or radial beside it");
}
