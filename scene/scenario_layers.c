// scenario_layers.c - the layered moves, animations and curves of a scenario.
//
// Read next: player_layers.c, which tells the character of them.
#include "scenario_layers.h"

#include "scenario_fields.h"

#include <string.h>

// Everything that a layer's flag stands for, by its key.
static const struct {
    const char *key;
    uint32_t flag;
} flags[] = {{"additive", LOPE_LAYER_ADDITIVE},
             {"ignore_vertical", LOPE_LAYER_IGNORE_VERTICAL},
             {"local", LOPE_LAYER_LOCAL},
             {"lift_off", LOPE_LAYER_LIFT_OFF},
             {"whole_ticks", LOPE_LAYER_WHOLE_TICKS},
             {"until_landing", LOPE_LAYER_UNTIL_LANDING},
             {"falloff", LOPE_LAYER_FALLOFF},
             {"limit_speed", LOPE_LAYER_LIMIT_SPEED}};

static const char *const layer_keys[] = {
    "id",       "kind",        "priority", "duration",      "velocity",    "target", "strength",        "distance",
    "height",   "radius",      "curve",    "finish",        "additive",    "local",  "finish_velocity", "ignore_vertical",
    "lift_off", "whole_ticks", "falloff",  "until_landing", "limit_speed", NULL};

// What only some kinds look at: bit 1 << kind.
static const struct {
    const char *key, *kinds_text;
    uint32_t kinds;
} ways[] = {
    {"velocity", "velocity and jump", 1u << LOPE_LAYER_VELOCITY | 1u << LOPE_LAYER_JUMP},
    {"local", "velocity and jump", 1u << LOPE_LAYER_VELOCITY | 1u << LOPE_LAYER_JUMP},
    {"target", "move_to and radial", 1u << LOPE_LAYER_MOVE_TO | 1u << LOPE_LAYER_RADIAL},
    {"curve", "velocity, move_to and radial", 1u << LOPE_LAYER_VELOCITY | 1u << LOPE_LAYER_MOVE_TO | 1u << LOPE_LAYER_RADIAL},
    {"height", "move_to and jump", 1u << LOPE_LAYER_MOVE_TO | 1u << LOPE_LAYER_JUMP},
    {"strength", "jump and radial", 1u << LOPE_LAYER_JUMP | 1u << LOPE_LAYER_RADIAL},
    {"distance", "jump", 1u << LOPE_LAYER_JUMP},
    {"limit_speed", "move_to", 1u << LOPE_LAYER_MOVE_TO},
    {"radius", "radial", 1u << LOPE_LAYER_RADIAL},
    {"falloff", "radial", 1u << LOPE_LAYER_RADIAL}};

static void check_with(const lope_json *layer, const char *key, const char *other)
{
    if (lope_json_has(layer, key) && !lope_json_has(layer, other))
        lope_json_wrong_member(layer, key, "given without %s, expected both or none", other);
}

// A key that its kind does not look at would be silent; so would a target that is missing.
static void check_ways(const lope_json *value, const lope_layer *layer, const char *kind)
{
    lope_json member;
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        if (lope_json_has(value, ways[i].key) && (ways[i].kinds >> layer->kind & 1u) == 0)
            lope_json_wrong_member(value, ways[i].key, "is for %s, not for %s", ways[i].kinds_text, kind);
    }
    if (layer->kind == LOPE_LAYER_VELOCITY) lope_json_required(value, "velocity", "3 numbers [x, y, z], m/s", &member);
    bool far = lope_json_has(value, "distance") || lope_json_has(value, "strength");
    if (layer->kind == LOPE_LAYER_JUMP && !far && !lope_json_has(value, "height"))
        lope_json_wrong(value, "a jump without distance and height, expected one of them or both");
    if (layer->kind == LOPE_LAYER_MOVE_TO || layer->kind == LOPE_LAYER_RADIAL)
        lope_json_required(value, "target", "3 numbers [x, y, z]", &member);
    if (layer->kind == LOPE_LAYER_RADIAL)
        lope_json_required(value, "strength", "m/s, above 0 to the target, below 0 from it", &member);
    if (lope_json_has(value, "strength") && lope_json_has(value, "distance"))
        lope_json_wrong_member(value, "distance", "given beside strength, which is the same, expected one of the two");
    check_with(value, "falloff", "radius");
    if (layer->kind == LOPE_LAYER_MOVE_TO) check_with(value, "height", "curve");
}

static void read_flags(const lope_json *value, uint32_t *bits)
{
    for (size_t i = 0; i < sizeof flags / sizeof *flags; i++) {
        bool on = false;
        lope_json_get_bool(value, flags[i].key, &on);
        if (on) *bits |= flags[i].flag;
    }
}

static bool read_curve_of(const lope_json *layer, const lope_scene_character *character, uint32_t *curve)
{
    lope_json member;
    const char *name = NULL;
    if (!lope_json_member(layer, "curve", &member)) return !lope_json_failed(layer);
    if (!lope_json_text(&member, 1, 64, &name)) return false;
    for (uint32_t i = 0; i < character->moveset.curve_count; i++) {
        if (character->curve_names[i] != NULL && strcmp(character->curve_names[i], name) == 0) {
            *curve = 1 + i;
            return true;
        }
    }
    return lope_json_wrong(&member, "found \"%s\", expected a name of one of the character's curves", name);
}

static void read_ways(const lope_json *value, lope_layer *layer)
{
    lope_point velocity = {0, 0, 0}, finish = {0, 0, 0};
    double strength = 0, height = 0, radius = 0;
    lope_json_get_vector(value, "velocity", LOPE_SCENE_LARGE, &velocity);
    lope_json_get_vector(value, "target", LOPE_SCENE_FAR, &layer->target);
    lope_json_get_number(value, "strength", -LOPE_SCENE_LARGE, LOPE_SCENE_LARGE, &strength);
    lope_json_get_number(value, "distance", -LOPE_SCENE_LARGE, LOPE_SCENE_LARGE, &strength);
    lope_json_get_number(value, "height", -LOPE_SCENE_LARGE, LOPE_SCENE_LARGE, &height);
    lope_json_get_number(value, "radius", 0.0, LOPE_SCENE_LARGE, &radius);
    if (lope_json_get_vector(value, "finish_velocity", LOPE_SCENE_LARGE, &finish)) layer->finish = LOPE_FINISH_SET;
    layer->velocity = lope_point_to_vec3(velocity);
    layer->finish_velocity = lope_point_to_vec3(finish);
    layer->strength = (float)strength;
    layer->height = (float)height;
    layer->radius = (float)radius;
}

static void read_layer(const lope_json *value, const lope_scene_character *character, lope_scene_entry *entry)
{
    static const char *const kinds[] = {"velocity", "move_to", "jump", "radial", NULL};
    static const char *const finishes[] = {"keep", "set", "clamp", NULL};
    lope_json member, kind_member;
    lope_layer *layer = &entry->layer;
    uint32_t kind = 0;
    double id = 1, priority = 0, duration = -1;
    if (!lope_json_member(value, "layer", &member) || !lope_json_keys(&member, layer_keys)) return;
    if (!lope_json_required(&member, "kind", "velocity, move_to, jump or radial", &kind_member)) return;
    if (!lope_json_choice(&kind_member, kinds, &kind)) return;
    layer->kind = LOPE_LAYER_VELOCITY + kind;
    if (lope_json_member(&member, "id", &kind_member)) lope_json_whole(&kind_member, 1, 4294967295.0, &id);
    if (lope_json_member(&member, "priority", &kind_member)) lope_json_whole(&kind_member, -1e9, 1e9, &priority);
    lope_json_get_number(&member, "duration", -1.0, LOPE_SCENE_LONG, &duration);
    layer->id = (uint32_t)id;
    layer->priority = (int32_t)priority;
    layer->duration = (float)duration;
    check_ways(&member, layer, kinds[kind]);
    read_ways(&member, layer);
    read_curve_of(&member, character, &layer->curve);
    lope_json_get_choice(&member, "finish", finishes, &layer->finish);
    if (lope_json_has(&member, "finish_velocity") && layer->finish == LOPE_FINISH_KEEP)
        lope_json_wrong_member(&member, "finish_velocity", "given beside finish keep, expected set or clamp there, or none");
    read_flags(&member, &layer->flags);
    bool timed = layer->kind == LOPE_LAYER_MOVE_TO || layer->kind == LOPE_LAYER_JUMP;
    if (timed && !(layer->duration > 0) && !lope_json_failed(&member))
        lope_json_wrong_member(value, "layer", "without a duration, expected one above 0: it is to be there in time");
    entry->has |= LOPE_SCENE_HAS_LAYER;
}

static void read_end(const lope_json *value, lope_scene_entry *entry)
{
    lope_json member;
    double id = 0;
    if (!lope_json_member(value, "end_layer", &member)) return;
    if (lope_json_is_number(&member)) {
        lope_json_whole(&member, 0, 4294967295.0, &id);
    } else if (!lope_json_is_true(&member)) {
        lope_json_expected(&member, "the id of a layer, or true for all of them");
    }
    entry->end_layer = (uint32_t)id;
    entry->has |= LOPE_SCENE_HAS_END_LAYER;
}

static void read_root_motion(const lope_json *value, lope_scene_entry *entry)
{
    static const char *const keys[] = {"translation", "yaw", "duration", "additive", "ignore_vertical", NULL};
    lope_json member, duration;
    lope_scene_root_motion *motion = &entry->root_motion;
    if (!lope_json_member(value, "root_motion", &member) || !lope_json_keys(&member, keys)) return;
    if (!lope_json_required(&member, "duration", "seconds that it takes", &duration)) return;
    lope_json_positive(&duration, LOPE_SCENE_LONG, &motion->duration);
    lope_json_get_vector(&member, "translation", LOPE_SCENE_LARGE, &motion->translation);
    lope_json_get_number(&member, "yaw", -LOPE_SCENE_LARGE, LOPE_SCENE_LARGE, &motion->yaw);
    bool additive = false, level = false;
    lope_json_get_bool(&member, "additive", &additive);
    lope_json_get_bool(&member, "ignore_vertical", &level);
    motion->flags = (additive ? LOPE_LAYER_ADDITIVE : 0u) | (level ? LOPE_LAYER_IGNORE_VERTICAL : 0u);
    entry->has |= LOPE_SCENE_HAS_ROOT_MOTION;
}

void lope_scene_read_layers(const lope_json *value, const lope_scene_character *character, lope_scene_entry *entry)
{
    read_layer(value, character, entry);
    read_end(value, entry);
    read_root_motion(value, entry);
}

static bool read_points(const lope_json *list, lope_curve *curve)
{
    lope_json element;
    if (!lope_json_list(list, 1, "a list of points [x, y]", &curve->count)) return false;
    if (curve->count > LOPE_CURVE_POINTS)
        return lope_json_wrong(list, "found %u points, expected at most %d", (unsigned)curve->count, LOPE_CURVE_POINTS);
    for (bool more = lope_json_first(list, &element); more; more = lope_json_next(&element)) {
        double v[2] = {0, 0};
        if (!lope_json_numbers(&element, 2, LOPE_SCENE_LARGE, "2 numbers [x, y]", v)) return false;
        curve->x[element.index] = (float)v[0];
        curve->y[element.index] = (float)v[1];
    }
    return !lope_json_failed(list);
}

// One that layers cannot tell from the others would be of no use.
static bool read_name_of_curve(const lope_json *value, lope_scenario *scenario, lope_scene_character *character, uint32_t index)
{
    lope_json member;
    if (!lope_json_required(value, "name", "one by which a layer names it", &member)) return false;
    if (!lope_scene_read_name(value, scenario, 64, &character->curve_names[index])) return false;
    for (uint32_t i = 0; i < index; i++) {
        if (strcmp(character->curve_names[i], character->curve_names[index]) == 0)
            return lope_json_wrong(&member, "\"%s\" is also curves[%u], expected a name of its own", character->curve_names[i],
                                   (unsigned)i);
    }
    return true;
}

static bool read_curve(const lope_json *value, lope_scenario *scenario, lope_scene_character *character)
{
    static const char *const keys[] = {"name", "kind", "points", NULL};
    static const char *const kinds[] = {"linear", "smooth", "steps", NULL};
    lope_curve curve = {.kind = LOPE_CURVE_LINEAR};
    lope_json points;
    lope_error error = {0};
    uint32_t index = character->moveset.curve_count;
    if (!lope_json_keys(value, keys)) return false;
    if (index == LOPE_CURVES) return lope_json_wrong(value, "one too many, expected at most %d curves", LOPE_CURVES);
    if (!read_name_of_curve(value, scenario, character, index)) return false;
    lope_json_get_choice(value, "kind", kinds, &curve.kind);
    if (!lope_json_required(value, "points", "a list of points [x, y]", &points) || !read_points(&points, &curve)) return false;
    if (lope_moveset_add_curve(&character->moveset, &curve, &index, &error) != LOPE_OK)
        return lope_json_wrong(value, "%s: %s", error.field, error.text);
    return true;
}

bool lope_scene_read_curves(const lope_json *value, lope_scenario *scenario, lope_scene_character *character)
{
    lope_json list, element;
    uint32_t count = 0;
    if (!lope_json_member(value, "curves", &list)) return !lope_json_failed(value);
    if (!lope_json_list(&list, 0, "a list of curves {\"name\", \"points\"}", &count)) return false;
    for (bool more = lope_json_first(&list, &element); more; more = lope_json_next(&element))
        if (!read_curve(&element, scenario, character)) return false;
    return !lope_json_failed(value);
}
