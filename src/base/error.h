// error.h - how refusals are filled in: which field, what is wrong, what would be right.
#ifndef LOPE_BASE_ERROR_H
#define LOPE_BASE_ERROR_H

#include <lope/base.h>

// Fills *error (when not NULL) and returns code, so that a check reads `return lope_refuse(error, ...)`. The texts are cut to fit.
lope_result lope_refuse(lope_error *error, lope_result code, const char *field, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 4, 5)))
#endif
    ;

bool lope_finite(float x);
bool lope_finite_double(double x);

#endif
