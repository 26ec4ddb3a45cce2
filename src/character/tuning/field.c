// field.c - see field.h.
#include "character/tuning/field.h"
#include "base/error.h"

#include <math.h>
#include <string.h>

#define ANY 1.0e6f // a field without a range takes numbers from -ANY to ANY

double lope_field_read(const void *base, const lope_field *field)
{
    const char *at = (const char *)base + field->offset;
    if (lope_field_is_whole(field)) {
        int32_t whole;
        memcpy(&whole, at, sizeof whole);
        return (double)whole;
    }
    float value;
    memcpy(&value, at, sizeof value);
    return (double)value;
}

void lope_field_write(void *base, const lope_field *field, double value)
{
    char *at = (char *)base + field->offset;
    if (lope_field_is_whole(field)) {
        int32_t whole = (int32_t)value;
        memcpy(at, &whole, sizeof whole);
    } else {
        float rounded = (float)value;
        memcpy(at, &rounded, sizeof rounded);
    }
}

// Finds the field's range, where one is implied by its kind too.
static void range_of(const lope_field *field, float *low, float *high)
{
    *low = field->low;
    *high = field->high;
    if (*low < 0 || *low > 0 || *high < 0 || *high > 0) return;
    if (field->kind == LOPE_FIELD_BOOL) {
        *high = 1;
    } else if (field->kind == LOPE_FIELD_ENUM && field->choices) {
        while (field->choices[(int)*high] && field->choices[(int)*high + 1]) ++*high;
    } else {
        *low = -ANY;
        *high = ANY;
    }
}

// It is compared after rounding to float, since the limits are floats: 0.001 is in the range that 0.001f
// begins.
lope_result lope_field_check(const lope_field *field, double value)
{
    float low, high;
    range_of(field, &low, &high);
    if (!lope_finite_double(value)) return LOPE_ERROR_NOT_FINITE;
    // beyond every range, and perhaps beyond float
    if (value < -1e30 || value > 1e30) return LOPE_ERROR_RANGE;
    float rounded = (float)value;
    if (rounded < low || rounded > high) return LOPE_ERROR_RANGE;
    // a limit that is a float may lie beside a whole number beyond int32_t that rounds to it
    if (lope_field_is_whole(field) && (value != floor(value) || value < INT32_MIN || value > INT32_MAX)) return LOPE_ERROR_RANGE;
    return field->refused && field->refused >> (uint32_t)value & 1u ? LOPE_ERROR_RANGE : LOPE_OK;
}

// Writes the choices that a field takes as text, such as "walking, flying". size: bytes of `out`.
static void list_choices(const lope_field *field, char *out, size_t size)
{
    size_t length = 0;
    for (uint32_t i = 0; field->choices[i]; i++) {
        if (field->refused >> i & 1u) continue;
        const char *parts[2] = {length > 0 ? ", " : "", field->choices[i]};
        for (int k = 0; k < 2; k++)
            for (const char *c = parts[k]; *c && length + 1 < size; c++) out[length++] = *c;
    }
    out[length] = '\0';
}

lope_result lope_field_refuse(lope_error *error, lope_result code, const lope_field *field, double value, const char *extra)
{
    float low, high;
    range_of(field, &low, &high);
    if (field->refused && value >= 0 && value <= (double)high && value == floor(value)) {
        char all[80];
        list_choices(field, all, sizeof all);
        return lope_refuse(error, code, field->name, "%s is %s; it takes one of %s", field->name, field->choices[(int)value],
                           all);
    }
    const char *unit = field->unit ? field->unit : "", *space = unit[0] != '\0' ? " " : "";
    const char *kind = lope_field_is_whole(field) ? "a whole number" : "a number";
    if (code == LOPE_ERROR_NOT_FINITE) {
        return lope_refuse(error, code, field->name, "%s is NaN or infinite; it takes %s from %g to %g%s%s%s", field->name, kind,
                           (double)low, (double)high, space, unit, extra);
    }
    return lope_refuse(error, code, field->name, "%s is %g; it takes %s from %g to %g%s%s%s", field->name, value, kind,
                       (double)low, (double)high, space, unit, extra);
}
