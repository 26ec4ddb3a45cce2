// error.h - how refusals are filled in: which field, what is wrong, what would be right; and which numbers are finite.
#ifndef LOPE_BASE_ERROR_H
#define LOPE_BASE_ERROR_H

#include "base/hot_cold.h"
#include <lope/vec.h>

#include <string.h>

// Fills *error (when not NULL) and returns code, so that a check reads `return lope_refuse(error, ...)`. The texts are cut to fit.
LOPE_RARE lope_result lope_refuse(lope_error *error, lope_result code, const char *field, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 4, 5)))
#endif
    ;

// They look at the exponent's bits: a comparison with NaN would raise the invalid flag, which a game may have made a trap.
static inline bool lope_finite(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (bits & 0x7f800000u) != 0x7f800000u;
}
static inline bool lope_finite_double(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (bits & 0x7ff0000000000000u) != 0x7ff0000000000000u;
}
static inline bool lope_finite_vec3(lope_vec3 v) { return lope_finite(v.x) && lope_finite(v.y) && lope_finite(v.z); }
// The same for several at once: what is finite leaves the highest bit of each float, or of the double, clear. They may be joined by `or`.
static inline uint64_t lope_unfinite_pair(const void *floats) // two that stand side by side
{
    uint64_t bits;
    memcpy(&bits, floats, sizeof bits);
    return (bits & 0x7f8000007f800000u) + 0x0080000000800000u;
}
static inline uint64_t lope_unfinite_float(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (bits & 0x7f800000u) + 0x00800000u;
}
static inline uint64_t lope_unfinite_double(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (bits & 0x7ff0000000000000u) + 0x0010000000000000u;
}
#define LOPE_UNFINITE_FLOATS 0x8000000080000000u // the bits that tell
#define LOPE_UNFINITE_DOUBLE 0x8000000000000000u
static inline bool lope_finite_point(lope_point p)
{
    return ((lope_unfinite_double(p.x) | lope_unfinite_double(p.y) | lope_unfinite_double(p.z)) & LOPE_UNFINITE_DOUBLE) == 0;
}

// Upper limits of what is let in: they stop typing errors and overflow, not games.
#define LOPE_MOST_PLACE 1e12 // m, of a place: there doubles still tell a tenth of a millimetre apart
#define LOPE_MOST_SPEED 1e6  // m/s, m or s: as of the tuning's fields
#define LOPE_MOST_BLOW 1e12  // N s or N: that speed for the tuning's greatest mass

// LOPE_OK, or refuses what is not finite, or not from least to most.
lope_result lope_check_number(lope_error *error, const char *field, double x, double least, double most);
lope_result lope_check_vec3(lope_error *error, const char *field, lope_vec3 v, double most);   // from -most
lope_result lope_check_point(lope_error *error, const char *field, lope_point p, double most); // the same

#endif
