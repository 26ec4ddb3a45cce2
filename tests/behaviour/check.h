// check.h - cmocka with what it wants included before it, and one way to print a measured number.
#ifndef LOPE_TESTS_CHECK_H
#define LOPE_TESTS_CHECK_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

// Fails with the numbers when `value` is not within `tolerance` of `wanted`.
#define check_near(what, value, wanted, tolerance)                                            \
    do {                                                                                      \
        double value_ = (value), wanted_ = (wanted), tolerance_ = (tolerance);                \
        if (!(fabs(value_ - wanted_) <= tolerance_))                                          \
            fail_msg("%s: %.9g, wanted %.9g within %.3g", what, value_, wanted_, tolerance_); \
    } while (0)

#define check_below(what, value, limit)                                                           \
    do {                                                                                          \
        double value_ = (value), limit_ = (limit);                                                \
        if (!(value_ <= limit_)) fail_msg("%s: %.9g, wanted at most %.9g", what, value_, limit_); \
    } while (0)

#endif
