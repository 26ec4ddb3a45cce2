// scenario_volume.c - volumes: a shape with a pose and what is different inside; and what characters overlap: channels and sensors.
//
// A volume is a piece like those of the level, on the channel "volume", so it may move as they do. Read next: scenario_level.c.
#include "scenario_volume.h"

#include "scenario_fields.h"
#include "scenario_level.h"
#include "scenario_shape.h"

#include <stdio.h>
#include <string.h>

static void read_gravity(const lope_json *value, lope_volume *volume)
{
    static const char *const keys[] = {"point", "strength", NULL};
    lope_json member, part;
    double strength = 0.0;
    lope_point gravity;
    if (!lope_json_member(value, "gravity", &member)) return;
    if (lope_json_is_list(&member)) {
        if (!lope_json_vector(&member, LOPE_SCENE_LARGE, &gravity)) return;
        volume->gravity_mode = LOPE_GRAVITY_VECTOR;
        volume->gravity = lope_point_to_vec3(gravity);
        return;
    }
    if (!lope_json_is_object(&member)) {
        lope_json_expected(&member, "3 numbers [x, y, z], or {\"point\": [x, y, z], \"strength\": m/s2}");
        return;
    }
    if (!lope_json_keys(&member, keys)) return;
    volume->gravity_mode = LOPE_GRAVITY_POINT;
    if (lope_json_required(&member, "point", "3 numbers [x, y, z]", &part))
        lope_json_vector(&part, LOPE_SCENE_FAR, &volume->gravity_point);
    if (lope_json_required(&member, "strength", "m/s2", &part))
        lope_json_number(&part, -LOPE_SCENE_LARGE, LOPE_SCENE_LARGE, &strength);
    volume->gravity_strength = (float)strength;
}

static void read_tags(const lope_json *value, lope_scenario *scenario, lope_scene_piece *piece)
{
    lope_json list, element;
    const char *text;
    if (!lope_json_member(value, "tags", &list) || !lope_json_list(&list, 0, "a list of words", &piece->tag_count)) return;
    piece->tags = lope_scene_allocate(&scenario->arena, piece->tag_count + 1, sizeof *piece->tags);
    for (bool more = lope_json_first(&list, &element); more && piece->tags != NULL; more = lope_json_next(&element)) {
        if (!lope_json_text(&element, 1, 1000, &text)) return;
        piece->tags[element.index] = lope_scene_copy_text(&scenario->arena, text);
        if (piece->tags[element.index] == NULL) piece->tags = NULL;
    }
    if (piece->tags != NULL) return;
    piece->tag_count = 0;
    lope_scene_out_of_memory(value);
}

static void read_inside(const lope_json *value, lope_volume *volume)
{
    lope_json member;
    double number = 0.0;
    if (lope_json_member(value, "priority", &member) && lope_json_whole(&member, -1e9, 1e9, &number))
        volume->priority = (int32_t)number;
    lope_json_get_bool(value, "water", &volume->water);
    if (lope_json_member(value, "fluid_friction", &member) && lope_json_number(&member, 0.0, LOPE_SCENE_LARGE, &number)) {
        volume->fluid_friction = (float)number;
        volume->no_fluid_friction = number == 0.0;
    }
    number = 0.0;
    if (lope_json_get_positive(value, "terminal_speed", LOPE_SCENE_LARGE, &number)) volume->terminal_speed = (float)number;
    read_gravity(value, volume);
}

static bool read_volume(const lope_json *value, lope_scenario *scenario, lope_scene_piece *piece)
{
    static const char *const keys[] = {"box",      "sphere",   "capsule", "cylinder",       "hull",     "name",
                                       "position", "rotation", "euler",   "motion",         "priority", "fluid_friction",
                                       "water",    "gravity",  "tags",    "terminal_speed", NULL};
    bool by_quaternion = false;
    lope_point euler = {0.0, 0.0, 0.0};
    lope_json motion;
    if (!lope_json_keys(value, keys)) return false;
    piece->is_volume = true;
    piece->pose.rotation = lope_scene_quat_identity();
    piece->channels = LOPE_CHANNEL_VOLUME;
    snprintf(piece->number, sizeof piece->number, "%u", (unsigned)value->index);
    lope_scene_read_name(value, scenario, 1000, &piece->name);
    if (lope_json_failed(value) || !lope_scene_read_shape(value, scenario, piece)) return false;
    lope_scene_read_pose(value, piece, &by_quaternion, &euler);
    read_inside(value, &piece->volume);
    read_tags(value, scenario, piece);
    if (lope_json_member(value, "motion", &motion)) lope_scene_read_motion(&motion, scenario, by_quaternion, euler, piece);
    return !lope_json_failed(value);
}

void lope_scene_read_volumes(const lope_json *root, lope_scenario *scenario)
{
    lope_json list, element;
    uint32_t count, before = scenario->piece_count;
    if (!lope_json_member(root, "volumes", &list) || !lope_json_list(&list, 0, "a list of volumes", &count) || count == 0) return;
    lope_scene_piece *all = lope_scene_allocate(&scenario->arena, (size_t)before + count, sizeof *all);
    if (all == NULL) {
        lope_scene_out_of_memory(root);
        return;
    }
    if (before > 0) memcpy(all, scenario->pieces, before * sizeof *all);
    scenario->pieces = all;
    scenario->piece_count = before + count;
    for (bool more = lope_json_first(&list, &element); more; more = lope_json_next(&element)) {
        read_volume(&element, scenario, &all[before + element.index]);
        lope_scene_check_piece_name(&element, scenario, before + element.index);
    }
}

static void read_sensor(const lope_json *value, lope_scenario *scenario, lope_scene_character *character)
{
    static const char *const keys[] = {"name", "channels", "a", "b", "radius", NULL};
    lope_json member;
    lope_error error = {0};
    lope_sensor sensor = {.channels = LOPE_CHANNEL_VOLUME};
    lope_point a = {0.0, 0.0, 0.0}, b;
    double radius = 0.0;
    char *name = NULL;
    uint32_t index;
    if (!lope_json_keys(value, keys)) return;
    lope_scene_read_name(value, scenario, 64, &name);
    lope_scene_read_channels(value, "channels", true, scenario, &sensor.channels);
    lope_json_get_vector(value, "a", LOPE_SCENE_LARGE, &a);
    b = a;
    lope_json_get_vector(value, "b", LOPE_SCENE_LARGE, &b);
    if (lope_json_required(value, "radius", "a radius", &member)) lope_json_positive(&member, LOPE_SCENE_LARGE, &radius);
    if (lope_json_failed(value)) return;
    sensor.name = name;
    sensor.a = lope_point_to_vec3(a);
    sensor.b = lope_point_to_vec3(b);
    sensor.radius = (float)radius;
    if (lope_moveset_add_sensor(&character->moveset, &sensor, &index, &error) != LOPE_OK)
        lope_json_wrong(value, "%s: %s", error.field, error.text);
}

bool lope_scene_read_overlaps(const lope_json *value, lope_scenario *scenario, lope_scene_character *character)
{
    lope_json list, element;
    uint32_t length = 0;
    character->overlap_channels = LOPE_CHANNEL_VOLUME;
    if (lope_json_member(value, "overlaps", &list) &&
        lope_json_list(&list, 0, "a list of channel names, which may be empty", &length)) {
        character->overlap_channels = 0;
        if (length > 0) lope_scene_read_channels(value, "overlaps", true, scenario, &character->overlap_channels);
    }
    if (!lope_json_member(value, "sensors", &list)) return !lope_json_failed(value);
    if (!lope_json_list(&list, 0, "a list of sensors", &length)) return false;
    for (bool more = lope_json_first(&list, &element); more; more = lope_json_next(&element))
        read_sensor(&element, scenario, character);
    return !lope_json_failed(value);
}
