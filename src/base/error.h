// error.h - fills in refusals, checks numbers against their ranges, and tells which numbers are finite.
//
// A refusal names the field, what is wrong with it and what would be right. Read next: lope/base.h for
// lope_error.
#ifndef LOPE_BASE_ERROR_H
#define LOPE_BASE_ERROR_H

#include "base/hot_cold.h"
#include <lope/vec.h>

#include <string.h>

// Fills *error (when not NULL) and returns `code`, so that a check reads `return lope_refuse(error, ...)`.
// Texts that are too long are cut.
LOPE_COLD lope_result lope_refuse(lope_error *error, lope_result code, const char *field, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 4, 5)))
#endif
    ;

// Returns whether x is finite. Looks at the bits of the exponent, because a comparison with NaN would raise
// the invalid flag, which a game may have made a trap.
static inline bool lope_finite(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (bits & 0x7f800000u) != 0x7f800000u;
}
// Returns whether x is finite, by the bits of its exponent.
static inline bool lope_finite_double(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (bits & 0x7ff0000000000000u) != 0x7ff0000000000000u;
}
// Returns whether all three coordinates are finite.
static inline bool lope_finite_vec3(lope_vec3 v) { return lope_finite(v.x) && lope_finite(v.y) && lope_finite(v.z); }
// Returns a word with bit 31 or 63 set when one of two floats that stand side by side is not finite. The
// words of all lope_unfinite_... functions may be joined by `or` and tested once, with LOPE_UNFINITE_FLOATS
// or LOPE_UNFINITE_DOUBLE.
static inline uint64_t lope_unfinite_pair(const void *floats)
{
    uint64_t bits;
    memcpy(&bits, floats, sizeof bits);
    return (bits & 0x7f8000007f800000u) + 0x0080000000800000u;
}
// Returns a word with bit 31 set when x is not finite.
static inline uint64_t lope_unfinite_float(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (bits & 0x7f800000u) + 0x00800000u;
}
// Returns a word with bit 63 set when x is not finite.
static inline uint64_t lope_unfinite_double(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return (bits & 0x7ff0000000000000u) + 0x0010000000000000u;
}
#define LOPE_UNFINITE_FLOATS 0x8000000080000000u // the bits to test of floats
#define LOPE_UNFINITE_DOUBLE 0x8000000000000000u // the bit to test of doubles
// Returns whether all three coordinates are finite.
static inline bool lope_finite_point(lope_point p)
{
    return ((lope_unfinite_double(p.x) | lope_unfinite_double(p.y) | lope_unfinite_double(p.z)) & LOPE_UNFINITE_DOUBLE) == 0;
}

// Upper limits of what is accepted. They stop typing errors and overflow, and leave room for every game.
#define LOPE_MOST_PLACE 1e12 // m, a position: a double there still has a tenth of a millimetre
#define LOPE_MOST_SPEED 1e6  // m/s, m or s: the limit of the tuning's fields
#define LOPE_MOST_BLOW 1e12  // N s or N: that speed for the greatest mass of a tuning

// Returns LOPE_OK when x is finite and within least to most, else refuses.
lope_result lope_check_number(lope_error *error, const char *field, double x, double least, double most);
// Returns LOPE_OK when each coordinate is finite and within -most to most, else refuses.
lope_result lope_check_vec3(lope_error *error, const char *field, lope_vec3 v, double most);
// Returns LOPE_OK when each coordinate is finite and within -most to most, else refuses.
lope_result lope_check_point(lope_error *error, const char *field, lope_point p, double most);

#endif
