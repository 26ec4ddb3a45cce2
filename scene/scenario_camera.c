// scenario_camera.c - a character's camera: which rig, and its settings by their names in lope_camera_fields.
//
// Some keys stand for several fields: socket_offset and target_offset for three lengths, location_lag for the
// rates of all axes, view_pitch for both limits. Rigs are in metres; in a world of other units every length and
// speed of the rig is scaled first. Read next: cameras.c, which runs it.
#include "scenario_camera.h"

#include "scenario_fields.h"
#include "scenario_setting.h"

#include <string.h>

#define MOST_KEYS 96
#define LAG_MOST 1000.0    // 1/s, the limit of the lag fields
#define OFFSET_MOST 1000.0 // m, times units_per_metre: of socket_offset and target_offset

static const char *const own_keys[] = {"rig",  "socket_offset", "target_offset", "location_lag",    "view_pitch", "place",
                                       "rail", "target",        "left_side",     "look_along_view", NULL};

// Returns true for a field that a key of its own stands for.
static bool is_hidden(const lope_field *field)
{
    return strcmp(field->name, "rig") == 0 || strncmp(field->name, "socket_offset_", 14) == 0 ||
           strncmp(field->name, "target_offset_", 14) == 0;
}

// Checks that the object has only keys that there are.
static bool check_keys(const lope_json *value)
{
    const char *names[MOST_KEYS + 1];
    uint32_t count = 0, fields;
    const lope_field *list = lope_camera_fields(&fields);
    for (; own_keys[count] != NULL; count++) names[count] = own_keys[count];
    for (uint32_t i = 0; i < fields && count < MOST_KEYS; i++)
        if (!is_hidden(&list[i])) names[count++] = list[i].name;
    names[count] = NULL;
    return lope_json_keys(value, names);
}

static bool is_length(const lope_field *field)
{
    return field->unit != NULL && (strcmp(field->unit, "m") == 0 || strcmp(field->unit, "m/s") == 0);
}

// Reads a number of the settings.
static double get(const lope_camera_settings *rig, const lope_field *field)
{
    float number;
    uint32_t whole;
    const unsigned char *at = (const unsigned char *)rig + field->offset;
    memcpy(&number, at, sizeof number);
    memcpy(&whole, at, sizeof whole);
    return field->kind == LOPE_FIELD_BOOL ? (double)whole : (double)number;
}

// Writes a number of the settings.
static void put(lope_camera_settings *rig, const lope_field *field, double value)
{
    const float number = (float)value;
    const uint32_t whole = value > 0 ? 1 : 0;
    unsigned char *at = (unsigned char *)rig + field->offset;
    if (field->kind == LOPE_FIELD_BOOL)
        memcpy(at, &whole, sizeof whole);
    else
        memcpy(at, &number, sizeof number);
}

// Reads the settings that are fields of the table.
static void read_fields(const lope_json *value, double units, lope_camera_settings *rig)
{
    uint32_t count;
    const lope_field *list = lope_camera_fields(&count);
    for (uint32_t i = 0; i < count; i++) {
        lope_json member;
        lope_field field = list[i];
        if (field.kind == LOPE_FIELD_ENUM) continue;
        double number = get(rig, &field);
        if (is_length(&field)) {
            number *= units;
            field.low *= (float)units;
            field.high *= (float)units;
        }
        if (!is_hidden(&field) && lope_json_member(value, field.name, &member)) lope_scene_read_setting(&member, &field, &number);
        put(rig, &field, number);
    }
}

static void read_offset(const lope_json *value, const char *key, double units, float offset[3])
{
    lope_json member;
    lope_point v;
    if (!lope_json_member(value, key, &member) || !lope_json_vector(&member, OFFSET_MOST * units, &v)) return;
    offset[0] = (float)v.x;
    offset[1] = (float)v.y;
    offset[2] = (float)v.z;
}

static void read_view_pitch(const lope_json *value, lope_camera_settings *rig)
{
    lope_json member;
    double v[2];
    if (!lope_json_member(value, "view_pitch", &member)) return;
    if (!lope_json_numbers(&member, 2, 90.0, "2 angles in degrees [least, most], from -90 to 90", v)) return;
    if (v[0] > v[1])
        lope_json_wrong(&member, "found a least pitch of %.9g over the most, %.9g, expected [least, most]", v[0], v[1]);
    rig->least_pitch = (float)(v[0] * LOPE_SCENE_RADIANS);
    rig->most_pitch = (float)(v[1] * LOPE_SCENE_RADIANS);
}

static void read_rail(const lope_json *value, lope_scenario *scenario, lope_scene_camera *camera)
{
    lope_json list, point;
    if (!lope_json_member(value, "rail", &list)) return;
    if (!lope_json_list(&list, 1, "a list of at least one point [[x, y, z], ...]", &camera->rail_count)) return;
    camera->rail = lope_scene_allocate(&scenario->arena, camera->rail_count, sizeof *camera->rail);
    if (camera->rail == NULL) {
        lope_scene_out_of_memory(&list);
        return;
    }
    for (bool more = lope_json_first(&list, &point); more; more = lope_json_next(&point))
        lope_json_vector(&point, LOPE_SCENE_FAR, &camera->rail[point.index]);
}

// Reads which rig.
static uint32_t read_rig(const lope_json *value)
{
    const char *names[LOPE_CAMERA_KIND_COUNT + 1];
    uint32_t kind = LOPE_CAMERA_THIRD_PERSON;
    for (uint32_t i = 0; i <= LOPE_CAMERA_KIND_COUNT; i++) names[i] = lope_camera_name(i);
    lope_json_get_choice(value, "rig", names, &kind);
    return kind;
}

bool lope_scene_read_camera(const lope_json *character, lope_scenario *scenario, lope_scene_character *to)
{
    lope_json value;
    lope_scene_camera *camera = &to->camera;
    const double units = (double)to->moveset.tuning.units_per_metre;
    double lag = 0.0;
    if (!lope_json_member(character, "camera", &value)) return true;
    if (!check_keys(&value)) return false;
    camera->rig = lope_camera_rig(read_rig(&value));
    if (lope_json_get_number(&value, "location_lag", 0.0, LAG_MOST, &lag))
        camera->rig.lag_right = camera->rig.lag_up = camera->rig.lag_forward = (float)lag;
    read_fields(&value, units, &camera->rig);
    read_offset(&value, "socket_offset", units, camera->rig.socket_offset);
    read_offset(&value, "target_offset", units, camera->rig.target_offset);
    read_view_pitch(&value, &camera->rig);
    read_rail(&value, scenario, camera);
    lope_json_get_vector(&value, "place", LOPE_SCENE_FAR, &camera->place);
    camera->has_target = lope_json_get_vector(&value, "target", LOPE_SCENE_FAR, &camera->target);
    lope_json_get_bool(&value, "left_side", &camera->left_side);
    lope_json_get_bool(&value, "look_along_view", &camera->look_along_view);
    camera->on = true;
    return !lope_json_failed(&value);
}
