// simd_d2.h - two doubles at a time (lope_d2), for code that has too few registers for four.
//
// The rules that keep the bits equal are in simd.h.
#ifndef LOPE_BASE_SIMD_D2_H
#define LOPE_BASE_SIMD_D2_H

#include "base/simd_config.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#if LOPE_SIMD
typedef double lope_simd_pair __attribute__((vector_size(16)));
typedef struct lope_d2 {
    lope_simd_pair lane;
} lope_d2;
#define LOPE_SIMD_D2(name, operator)                 \
    static inline lope_d2 name(lope_d2 a, lope_d2 b) \
    {                                                \
        a.lane = a.lane operator b.lane;             \
        return a;                                    \
    }
#else
typedef struct lope_d2 {
    double lane[2];
} lope_d2;
#define LOPE_SIMD_D2(name, operator) LOPE_SIMD_HALVES(lope_d2, lane, name, operator)
#endif
// Adds lane by lane.
LOPE_SIMD_D2(lope_d2_add, +)
// Subtracts lane by lane.
LOPE_SIMD_D2(lope_d2_sub, -)
// Multiplies lane by lane.
LOPE_SIMD_D2(lope_d2_mul, *)
// Divides lane by lane.
LOPE_SIMD_D2(lope_d2_div, /)

// Returns {x, y}.
static inline lope_d2 lope_d2_make(double x, double y)
{
#if LOPE_SIMD
    LOPE_SIMD_LOADED(x);
    LOPE_SIMD_LOADED(y);
#endif
    return (lope_d2){{x, y}};
}

// Returns the root of each lane.
static inline lope_d2 lope_d2_sqrt(lope_d2 a)
{
#if LOPE_SIMD && defined(__SSE2__)
    a.lane = (lope_simd_pair)_mm_sqrt_pd((__m128d)a.lane);
#else
    a.lane[0] = sqrt(a.lane[0]);
    a.lane[1] = sqrt(a.lane[1]);
#endif
    return a;
}

// Returns whether both lanes are greater than x.
static inline bool lope_d2_both_greater(lope_d2 a, double x) { return a.lane[0] > x && a.lane[1] > x; }

// Stores the first lanes of a, b, c and d to `first`, and their second lanes to `second`.
static inline void lope_d2_store_turned(double *first, double *second, lope_d2 a, lope_d2 b, lope_d2 c, lope_d2 d)
{
    lope_d2 low[2] = {lope_d2_make(a.lane[0], b.lane[0]), lope_d2_make(c.lane[0], d.lane[0])};
    lope_d2 high[2] = {lope_d2_make(a.lane[1], b.lane[1]), lope_d2_make(c.lane[1], d.lane[1])};
    memcpy(first, low, sizeof low);
    memcpy(second, high, sizeof high);
}

#endif
