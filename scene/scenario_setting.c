// scenario_setting.c - one number of a tuning, of a mode or of an ability, as files have it.
//
// Kinds and ranges come from the library's own tables of fields, so a new field is known here at once.
// Read next: scenario_moveset.c.
#include "scenario_setting.h"

#include <math.h>

#define MOST_CHOICES 16
#define NUMBERS_TO 1e6 // the range of a field that names none

// Angles are degrees in files. A limit of the table stands in radians as a float, so it is brought to the
// nearest hundredth of a degree, which is what its author meant, and what comes out of the conversion is kept
// within the table's own limits.
static void read_angle(const lope_json *member, double least, double most, double *value)
{
    double low = floor(least / LOPE_SCENE_RADIANS * 100.0 + 0.5) / 100.0;
    double high = floor(most / LOPE_SCENE_RADIANS * 100.0 + 0.5) / 100.0;
    double degrees = 0.0;
    if (!lope_json_number(member, low, high, &degrees)) return;
    *value = degrees * LOPE_SCENE_RADIANS;
    if (*value < least) *value = least;
    if (*value > most) *value = most;
}

// One of the choices that the field takes.
static bool read_choice(const lope_json *member, const lope_field *field, uint32_t *choice)
{
    const char *taken[MOST_CHOICES + 1] = {NULL};
    uint32_t ids[MOST_CHOICES], count = 0, index = 0;
    for (uint32_t i = 0; field->choices[i] != NULL && count < MOST_CHOICES; i++) {
        if (field->refused >> i & 1u) continue;
        ids[count] = i;
        taken[count++] = field->choices[i];
    }
    if (!lope_json_choice(member, taken, &index)) return false;
    *choice = ids[index];
    return true;
}

bool lope_scene_read_setting(const lope_json *member, const lope_field *field, double *value)
{
    bool flag = false, ranged = field->low < 0.0f || field->low > 0.0f || field->high > 0.0f || field->high < 0.0f;
    double low = ranged ? (double)field->low : -NUMBERS_TO, high = ranged ? (double)field->high : NUMBERS_TO;
    uint32_t choice = 0;
    switch (field->kind) {
    case LOPE_FIELD_FLOAT:
        lope_json_number(member, low, high, value);
        break;
    case LOPE_FIELD_INT:
        lope_json_whole(member, low, high, value);
        break;
    case LOPE_FIELD_ANGLE:
        read_angle(member, low, high, value);
        break;
    case LOPE_FIELD_BOOL:
        if (lope_json_bool(member, &flag)) *value = flag ? 1.0 : 0.0;
        break;
    case LOPE_FIELD_ENUM:
        if (read_choice(member, field, &choice)) *value = (double)choice;
        break;
    }
    return !lope_json_failed(member);
}
