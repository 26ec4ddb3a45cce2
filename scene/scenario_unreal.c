// scenario_unreal.c - see scenario_unreal.h.
#include "scenario_unreal.h"

#define MOST_NAMES 512
#define LARGEST 1e9 // in Unreal's units; the field's own range is narrower

// What lope_tuning_set_unreal knows besides the table's names.
static const char *const others[] = {"WalkableFloorZ",          "RotationRate.Yaw",          "RotationRate.Pitch",
                                     "RotationRate.Roll",       "CapsuleCrouchedHalfHeight", "PlaneConstraintNormal.X",
                                     "PlaneConstraintNormal.Y", "PlaneConstraintNormal.Z"};

const char *lope_scene_unreal_name(uint32_t index, const lope_tuning_field **field)
{
    for (uint32_t i = 0; i < lope_tuning_field_count(); i++) {
        *field = lope_tuning_field_at(i);
        if ((*field)->unreal_name != NULL && index-- == 0) return (*field)->unreal_name;
    }
    *field = NULL;
    return index < sizeof others / sizeof *others ? others[index] : NULL;
}

// Returns a flag's name without its b, as Unreal's editor shows it; else the name itself.
static const char *without_b(const char *name) { return name[0] == 'b' && name[1] >= 'A' && name[1] <= 'Z' ? name + 1 : name; }

// Flags are true or false, and everything else a number in Unreal's unit: centimetres, degrees.
static bool read_value(const lope_json *member, const lope_tuning_field *field, double *value)
{
    bool flag = false;
    if (field == NULL || field->kind != LOPE_FIELD_BOOL) return lope_json_number(member, -LARGEST, LARGEST, value);
    if (!lope_json_bool(member, &flag)) return false;
    *value = flag ? 1.0 : 0.0;
    return true;
}

static bool refuse(const lope_json *member, const lope_tuning_field *field, double value, lope_result result)
{
    double scale = field != NULL ? (double)field->unreal_scale : 0.0;
    if (result != LOPE_ERROR_RANGE || !(scale > 0.0) || field->kind == LOPE_FIELD_ENUM || !(field->high > field->low))
        return lope_json_wrong(member, "found %.9g: %s", value, lope_result_text(result));
    return lope_json_wrong(member, "found %.9g, expected a number from %.6g to %.6g", value, (double)field->low / scale,
                           (double)field->high / scale);
}

// Takes a member by one spelling. A field that is also given by lope's own name would have two values.
static bool take(const lope_json *tuning_object, const lope_json *unreal, const char *name, const lope_tuning_field *field,
                 lope_tuning *tuning)
{
    lope_json member;
    double value = 0.0;
    if (!lope_json_member(unreal, name, &member)) return !lope_json_failed(unreal);
    if (field != NULL && lope_json_has(tuning_object, field->name))
        return lope_json_wrong(&member, "given beside %s, which is the same, expected one of the two", field->name);
    if (!read_value(&member, field, &value)) return false;
    lope_result result = lope_tuning_set_unreal(tuning, name, value);
    return result == LOPE_OK || refuse(&member, field, value, result);
}

bool lope_scene_read_unreal(const lope_json *tuning_object, lope_tuning *tuning)
{
    const char *names[MOST_NAMES + 1] = {NULL}, *name;
    const lope_tuning_field *field = NULL;
    lope_json unreal;
    uint32_t count = 0;
    if (!lope_json_member(tuning_object, "unreal", &unreal)) return !lope_json_failed(tuning_object);
    for (uint32_t i = 0; (name = lope_scene_unreal_name(i, &field)) != NULL && count + 2 <= MOST_NAMES; i++) {
        names[count++] = name;
        if (without_b(name) != name) names[count++] = without_b(name);
    }
    if (!lope_json_keys(&unreal, names)) return false;
    for (uint32_t i = 0; (name = lope_scene_unreal_name(i, &field)) != NULL; i++) {
        if (without_b(name) != name && lope_json_has(&unreal, name) && lope_json_has(&unreal, without_b(name)))
            return lope_json_wrong_member(&unreal, name, "given beside %s, which is the same, expected one of the two",
                                          without_b(name));
        if (!take(tuning_object, &unreal, name, field, tuning)) return false;
        if (without_b(name) != name && !take(tuning_object, &unreal, without_b(name), field, tuning)) return false;
    }
    return true;
}
