// error.c - fills in a refusal, and checks numbers, vectors and points against their ranges.
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>

lope_result lope_refuse(lope_error *error, lope_result code, const char *field, const char *format, ...)
{
    if (error == NULL) return code;
    error->code = code;
    snprintf(error->field, sizeof error->field, "%s", field != NULL ? field : "");
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error->text, sizeof error->text, format, arguments);
    va_end(arguments);
    return code;
}

lope_result lope_check_number(lope_error *error, const char *field, double x, double least, double most)
{
    if (!lope_finite_double(x)) return lope_refuse(error, LOPE_ERROR_NOT_FINITE, field, "%s must be finite", field);
    if (x >= least && x <= most) return LOPE_OK;
    return lope_refuse(error, LOPE_ERROR_RANGE, field, "%s is %g; it takes a number from %g to %g", field, x, least, most);
}

lope_result lope_check_point(lope_error *error, const char *field, lope_point p, double most)
{
    const double numbers[3] = {p.x, p.y, p.z};
    for (int i = 0; i < 3; i++) {
        lope_result result = lope_check_number(error, field, numbers[i], -most, most);
        if (result != LOPE_OK) return result;
    }
    return LOPE_OK;
}

lope_result lope_check_vec3(lope_error *error, const char *field, lope_vec3 v, double most)
{
    return lope_check_point(error, field, lope_vec3_to_point(v), most);
}
