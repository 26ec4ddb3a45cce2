// scenario_size.c - what an input list says of a character's size and place: crouch, resize, teleport only where there is room.
#include "scenario_size.h"

#include "scenario_fields.h"

// A size that is not given stays as it is: as the entries before have left it.
static void check_resize(const lope_json *resize, const lope_scene_character *character, const lope_scene_entry *entry)
{
    double radius = character->radius, height = character->height;
    for (const lope_scene_entry *e = character->input; e <= entry; e++) {
        if (e->resize_radius > 0.0) radius = e->resize_radius;
        if (e->resize_height > 0.0) height = e->resize_height;
    }
    if (lope_json_failed(resize) || (float)height >= 2.0f * (float)radius) return;
    static const char *const text = "a height of %.9g with a radius of %.9g, expected a height of at least twice the radius";
    if (entry->resize_radius > 0.0 && entry->resize_height > 0.0)
        lope_json_wrong(resize, text, height, radius);
    else
        lope_json_wrong_member(resize, entry->resize_height > 0.0 ? "height" : "radius", text, height, radius);
}

static void read_resize(const lope_json *value, const lope_scene_character *character, lope_scene_entry *entry)
{
    static const char *const keys[] = {"radius", "height", NULL};
    lope_json resize;
    if (!lope_json_member(value, "resize", &resize) || !lope_json_keys(&resize, keys)) return;
    if (!lope_json_has(&resize, "radius") && !lope_json_has(&resize, "height"))
        lope_json_wrong(&resize, "found neither, expected radius, height or both");
    lope_json_get_positive(&resize, "radius", LOPE_SCENE_LARGE, &entry->resize_radius);
    lope_json_get_positive(&resize, "height", LOPE_SCENE_LARGE, &entry->resize_height);
    check_resize(&resize, character, entry);
    entry->has |= LOPE_SCENE_HAS_RESIZE;
}

void lope_scene_read_size(const lope_json *value, const lope_scene_character *character, lope_scene_entry *entry)
{
    if (lope_json_get_bool(value, "crouch", &entry->crouch)) entry->has |= LOPE_SCENE_HAS_CROUCH;
    read_resize(value, character, entry);
    lope_json_get_bool(value, "teleport_free", &entry->teleport_free);
    if (lope_json_has(value, "teleport_free") && (entry->has & LOPE_SCENE_HAS_TELEPORT) == 0)
        lope_json_wrong_member(value, "teleport_free", "given alone, expected teleport beside it");
}
