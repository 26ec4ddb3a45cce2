// tuning_unreal.c - tuning fields by Unreal's names and in Unreal's units: centimetres, degrees, half
// heights, mode numbers.
//
// Most names stand in the table of fields (tuning.c). Here stand second names, and the members of Unreal's
// vectors. Unreal's x is forward (lope's -z), its y is right (lope's x), its z is up (lope's y). A flag's
// name may be given without its b.
#include <lope/moveset.h>

#include <string.h>

#define PI 3.141592653589793

// Another name of a field.
typedef struct other_name {
    const char *unreal_name, *field;
    double scale; // lope's value = Unreal's * scale
} other_name;

static const other_name others[] = {
    {"RotationRate.Yaw", "rotation_rate", PI / 180},       {"RotationRate.Pitch", "rotation_rate_pitch", PI / 180},
    {"RotationRate.Roll", "rotation_rate_roll", PI / 180}, {"CapsuleCrouchedHalfHeight", "crouched_height", 0.02},
    {"PlaneConstraintNormal.X", "plane_normal_z", -1},     {"PlaneConstraintNormal.Y", "plane_normal_x", 1},
    {"PlaneConstraintNormal.Z", "plane_normal_y", 1},
};

// Unreal's EMovementMode, by lope's mode id.
static const double unreal_modes[LOPE_MODE_COUNT] = {0, 1, 3, 4, 5, 2};

// True when `asked` is the name, or a flag's name without its b.
static bool same_name(const char *name, const char *asked)
{
    if (strcmp(name, asked) == 0) return true;
    bool flag = name[0] == 'b' && name[1] >= 'A' && name[1] <= 'Z';
    return flag && strcmp(name + 1, asked) == 0;
}

// Returns the double that a float of the table stands for. With it 600 cm become exactly 6 m, and 90 degrees
// the float nearest pi / 2.
static double exact_scale(float scale)
{
    const double exact[] = {0.01, 0.02, PI / 180};
    for (size_t i = 0; i < sizeof exact / sizeof *exact; i++)
        if (scale == (float)exact[i]) return exact[i];
    return (double)scale;
}

// Returns the field of an Unreal name, or NULL; *scale turns Unreal's value into lope's.
static const lope_tuning_field *find(const char *unreal_name, double *scale)
{
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (same_name(others[i].unreal_name, unreal_name)) {
            *scale = others[i].scale;
            return lope_tuning_field_find(others[i].field);
        }
    for (uint32_t i = 0; i < lope_tuning_field_count(); i++) {
        const lope_tuning_field *field = lope_tuning_field_at(i);
        if (field->unreal_name == NULL || !same_name(field->unreal_name, unreal_name)) continue;
        *scale = exact_scale(field->unreal_scale);
        return field;
    }
    return NULL;
}

// True when the field holds a mode id.
static bool is_mode(const lope_tuning_field *field)
{
    return field->offset == offsetof(lope_tuning, default_land_mode) ||
           field->offset == offsetof(lope_tuning, default_water_mode);
}

// Sets a field to the mode with Unreal's number `value`.
static lope_result set_mode(lope_tuning *tuning, const char *field, double value)
{
    for (uint32_t i = 0; i < LOPE_MODE_COUNT; i++)
        if (unreal_modes[i] == value) return lope_tuning_set(tuning, field, (double)i);
    return LOPE_ERROR_RANGE;
}

lope_result lope_tuning_set_unreal(lope_tuning *tuning, const char *unreal_name, double value)
{
    double scale = 1;
    if (tuning == NULL || unreal_name == NULL) return LOPE_ERROR_NULL;
    if (!(value - value == 0)) return LOPE_ERROR_NOT_FINITE;
    if (same_name("WalkableFloorZ", unreal_name)) { // the cosine of the angle
        if (value < 0 || value > 1) return LOPE_ERROR_RANGE;
        return lope_tuning_set(tuning, "walkable_floor_angle", (double)lope_acos((float)value));
    }
    const lope_tuning_field *field = find(unreal_name, &scale);
    if (field == NULL) return LOPE_ERROR_UNKNOWN_NAME;
    return is_mode(field) ? set_mode(tuning, field->name, value) : lope_tuning_set(tuning, field->name, value * scale);
}

lope_result lope_tuning_get_unreal(const lope_tuning *tuning, const char *unreal_name, double *value)
{
    double scale = 1, own = 0;
    if (tuning == NULL || unreal_name == NULL || value == NULL) return LOPE_ERROR_NULL;
    if (same_name("WalkableFloorZ", unreal_name)) {
        *value = (double)lope_cos(tuning->walkable_floor_angle);
        return LOPE_OK;
    }
    const lope_tuning_field *field = find(unreal_name, &scale);
    if (field == NULL) return LOPE_ERROR_UNKNOWN_NAME;
    lope_result result = lope_tuning_get(tuning, field->name, &own);
    if (result != LOPE_OK) return result;
    bool mode = is_mode(field);
    if (mode && (own < 0 || own >= LOPE_MODE_COUNT)) return LOPE_ERROR_RANGE;
    *value = mode ? unreal_modes[(uint32_t)own] : own / scale;
    return LOPE_OK;
}
