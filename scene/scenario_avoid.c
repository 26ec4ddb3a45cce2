// scenario_avoid.c - the key "avoid" of a character.
//
// Read next: lope/avoidance.h for what the settings mean.
#include "scenario_avoid.h"

#define FARTHEST 1000.0 // m
#define LONGEST 60.0    // s

static void read_settings(const lope_json *object, lope_avoidance_settings *settings)
{
    static const char *const keys[] = {"group", "weight", "radius", "horizon", NULL};
    double group = -1, weight = (double)settings->weight, radius = (double)settings->consideration_radius,
           horizon = (double)settings->time_to_predict;
    if (!lope_json_keys(object, keys)) return;
    lope_json_get_number(object, "group", 0, 31, &group);
    lope_json_get_number(object, "weight", 0, 1, &weight);
    lope_json_get_number(object, "radius", 0, FARTHEST, &radius);
    lope_json_get_number(object, "horizon", 0.01, LONGEST, &horizon);
    if (group >= 0) settings->group = UINT32_C(1) << (uint32_t)group;
    settings->weight = (float)weight;
    settings->consideration_radius = (float)radius;
    settings->time_to_predict = (float)horizon;
}

void lope_scene_read_avoid(const lope_json *value, lope_scene_character *character)
{
    lope_json member;
    if (!lope_json_member(value, "avoid", &member)) return;
    character->avoidance = lope_avoidance_default(character->moveset.tuning.units_per_metre);
    if (!lope_json_is_object(&member)) {
        lope_json_get_bool(value, "avoid", &character->avoids);
        return;
    }
    character->avoids = true;
    read_settings(&member, &character->avoidance);
}
