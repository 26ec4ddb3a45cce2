// result.c - texts of the result codes, the version, and how refusals are filled in.
#include "error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *lope_result_text(lope_result result)
{
    switch (result) {
    case LOPE_OK:
        return "Success.";
    case LOPE_ERROR_NULL:
        return "A required pointer is NULL.";
    case LOPE_ERROR_NOT_FINITE:
        return "A number is NaN or infinite.";
    case LOPE_ERROR_RANGE:
        return "A number is outside its range.";
    case LOPE_ERROR_EMPTY:
        return "A mesh, hull or list has no content.";
    case LOPE_ERROR_INDEX:
        return "An index points outside its array.";
    case LOPE_ERROR_HANDLE:
        return "The handle is of something removed, of another world, or was never made.";
    case LOPE_ERROR_DUPLICATE:
        return "The id is already taken.";
    case LOPE_ERROR_MEMORY:
        return "The allocator returned NULL.";
    case LOPE_ERROR_UNKNOWN_NAME:
        return "There is no field, mode or ability of that name.";
    case LOPE_ERROR_FORMAT:
        return "The data is not what it says it is, or is of another version.";
    case LOPE_ERROR_STATE:
        return "The call does not fit the object's present state.";
    case LOPE_RESULT_COUNT:
        break;
    }
    return "Not a result code.";
}

#define LOPE_TEXT_OF(number) #number
#define LOPE_VERSION_TEXT(major, minor, patch) LOPE_TEXT_OF(major) "." LOPE_TEXT_OF(minor) "." LOPE_TEXT_OF(patch)

const char *lope_version(void) { return LOPE_VERSION_TEXT(LOPE_VERSION_MAJOR, LOPE_VERSION_MINOR, LOPE_VERSION_PATCH); }

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
