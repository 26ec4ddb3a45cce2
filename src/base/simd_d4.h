// simd_d4.h - four doubles at a time (lope_d4).
//
// With AVX the four lanes are one vector, else two pairs. The rules that keep the bits equal are in simd.h.
// These have a variant for each kind of processor, and mean the same in all:
//
//   lope_d4_splat                  x in every lane
//   lope_d4_add, _sub, _mul, _div  a + b, a - b, a * b, a / b, lane by lane
//   lope_d4_min, lope_d4_max       a < b ? a : b, and a > b ? a : b, lane by lane
//   lope_d4_sqrt                   the root of each lane
//   lope_d4_greater_bits           a number with bit i set where a > b in lane i
//   lope_d4_where_greater          x where a > b, else 0, lane by lane
#ifndef LOPE_BASE_SIMD_D4_H
#define LOPE_BASE_SIMD_D4_H

#include "base/simd_config.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

#if LOPE_SIMD
#if LOPE_SIMD_WIDTH == 8
#define LOPE_SIMD_PAIRS 1
#else
#define LOPE_SIMD_PAIRS 2
#endif
typedef double lope_simd_doubles __attribute__((vector_size(32 / LOPE_SIMD_PAIRS)));
typedef struct lope_d4 {
    lope_simd_doubles part[LOPE_SIMD_PAIRS];
} lope_d4;
#if LOPE_SIMD_PAIRS == 1
#define LOPE_SIMD_D4(name, operator)                 \
    static inline lope_d4 name(lope_d4 a, lope_d4 b) \
    {                                                \
        a.part[0] = a.part[0] operator b.part[0];    \
        return a;                                    \
    }
static inline lope_d4 lope_d4_splat(double x) { return (lope_d4){{(lope_simd_doubles){x, x, x, x}}}; }
#else
#define LOPE_SIMD_D4(name, operator) LOPE_SIMD_HALVES(lope_d4, part, name, operator)
static inline lope_d4 lope_d4_splat(double x)
{
    LOPE_SIMD_LOADED(x);
    lope_simd_doubles both = {x, x};
    return (lope_d4){{both, both}};
}
#endif
LOPE_SIMD_D4(lope_d4_add, +)
LOPE_SIMD_D4(lope_d4_sub, -)
LOPE_SIMD_D4(lope_d4_mul, *)
LOPE_SIMD_D4(lope_d4_div, /)
#else
typedef struct lope_d4 {
    double lane[4];
} lope_d4;
static inline lope_d4 lope_d4_splat(double x) { return (lope_d4){{x, x, x, x}}; }
#define LOPE_SIMD_D4(name, operator)                                          \
    static inline lope_d4 name(lope_d4 a, lope_d4 b)                          \
    {                                                                         \
        for (int i = 0; i < 4; ++i) a.lane[i] = a.lane[i] operator b.lane[i]; \
        return a;                                                             \
    }
LOPE_SIMD_D4(lope_d4_add, +)
LOPE_SIMD_D4(lope_d4_sub, -)
LOPE_SIMD_D4(lope_d4_mul, *)
LOPE_SIMD_D4(lope_d4_div, /)
#endif

#if LOPE_SIMD && defined(__SSE2__) && LOPE_SIMD_PAIRS == 2
static inline lope_d4 lope_d4_min(lope_d4 a, lope_d4 b)
{
    a.part[0] = (lope_simd_doubles)_mm_min_pd((__m128d)a.part[0], (__m128d)b.part[0]);
    a.part[1] = (lope_simd_doubles)_mm_min_pd((__m128d)a.part[1], (__m128d)b.part[1]);
    return a;
}
static inline lope_d4 lope_d4_max(lope_d4 a, lope_d4 b)
{
    a.part[0] = (lope_simd_doubles)_mm_max_pd((__m128d)a.part[0], (__m128d)b.part[0]);
    a.part[1] = (lope_simd_doubles)_mm_max_pd((__m128d)a.part[1], (__m128d)b.part[1]);
    return a;
}
static inline lope_d4 lope_d4_sqrt(lope_d4 a)
{
    a.part[0] = (lope_simd_doubles)_mm_sqrt_pd((__m128d)a.part[0]);
    a.part[1] = (lope_simd_doubles)_mm_sqrt_pd((__m128d)a.part[1]);
    return a;
}
static inline uint32_t lope_d4_greater_bits(lope_d4 a, lope_d4 b)
{
    return (uint32_t)_mm_movemask_pd(_mm_cmpgt_pd((__m128d)a.part[0], (__m128d)b.part[0])) |
           (uint32_t)_mm_movemask_pd(_mm_cmpgt_pd((__m128d)a.part[1], (__m128d)b.part[1])) << 2;
}
#elif LOPE_SIMD && LOPE_SIMD_PAIRS == 1
static inline lope_d4 lope_d4_min(lope_d4 a, lope_d4 b)
{
    a.part[0] = (lope_simd_doubles)_mm256_min_pd((__m256d)a.part[0], (__m256d)b.part[0]);
    return a;
}
static inline lope_d4 lope_d4_max(lope_d4 a, lope_d4 b)
{
    a.part[0] = (lope_simd_doubles)_mm256_max_pd((__m256d)a.part[0], (__m256d)b.part[0]);
    return a;
}
static inline lope_d4 lope_d4_sqrt(lope_d4 a)
{
    a.part[0] = (lope_simd_doubles)_mm256_sqrt_pd((__m256d)a.part[0]);
    return a;
}
static inline uint32_t lope_d4_greater_bits(lope_d4 a, lope_d4 b)
{
    return (uint32_t)_mm256_movemask_pd(_mm256_cmp_pd((__m256d)a.part[0], (__m256d)b.part[0], _CMP_GT_OQ));
}
#else
static inline lope_d4 lope_d4_min(lope_d4 a, lope_d4 b)
{
    double x[4], y[4];
    memcpy(x, &a, sizeof x);
    memcpy(y, &b, sizeof y);
    for (int i = 0; i < 4; ++i) x[i] = x[i] < y[i] ? x[i] : y[i];
    memcpy(&a, x, sizeof a);
    return a;
}
static inline lope_d4 lope_d4_max(lope_d4 a, lope_d4 b)
{
    double x[4], y[4];
    memcpy(x, &a, sizeof x);
    memcpy(y, &b, sizeof y);
    for (int i = 0; i < 4; ++i) x[i] = x[i] > y[i] ? x[i] : y[i];
    memcpy(&a, x, sizeof a);
    return a;
}
static inline lope_d4 lope_d4_sqrt(lope_d4 a)
{
    double x[4];
    memcpy(x, &a, sizeof x);
    for (int i = 0; i < 4; ++i) x[i] = sqrt(x[i]);
    memcpy(&a, x, sizeof a);
    return a;
}
static inline uint32_t lope_d4_greater_bits(lope_d4 a, lope_d4 b)
{
    double x[4], y[4];
    uint32_t bits = 0;
    memcpy(x, &a, sizeof x);
    memcpy(y, &b, sizeof y);
    for (uint32_t i = 0; i < 4; ++i) bits |= (x[i] > y[i] ? 1u : 0u) << i;
    return bits;
}
#endif

// Returns x in the lanes in which a > b, and 0 in the others.
static inline lope_d4 lope_d4_where_greater(lope_d4 a, lope_d4 b, lope_d4 x)
{
#if LOPE_SIMD
    typedef int64_t lope_simd_longs __attribute__((vector_size(32 / LOPE_SIMD_PAIRS)));
    for (int i = 0; i < LOPE_SIMD_PAIRS; ++i)
        x.part[i] = (lope_simd_doubles)((lope_simd_longs)(a.part[i] > b.part[i]) & (lope_simd_longs)x.part[i]);
#else
    for (int i = 0; i < 4; ++i) x.lane[i] = a.lane[i] > b.lane[i] ? x.lane[i] : 0;
#endif
    return x;
}

// Loads four doubles from memory of any alignment, lane 0 first.
static inline lope_d4 lope_d4_load(const double *from)
{
    lope_d4 r;
    memcpy(&r, from, sizeof r);
    return r;
}
// Loads four floats from memory of any alignment, as doubles.
static inline lope_d4 lope_d4_load_floats(const float *from)
{
#if LOPE_SIMD && LOPE_SIMD_PAIRS == 1
    return (lope_d4){{(lope_simd_doubles)_mm256_cvtps_pd(_mm_loadu_ps(from))}};
#elif LOPE_SIMD && defined(__SSE2__)
    __m128 four = _mm_loadu_ps(from);
    return (lope_d4){{(lope_simd_doubles)_mm_cvtps_pd(four), (lope_simd_doubles)_mm_cvtps_pd(_mm_movehl_ps(four, four))}};
#else
    double four[4];
    for (int i = 0; i < 4; ++i) four[i] = (double)from[i];
    return lope_d4_load(four);
#endif
}
// Returns {x, y, z, w}.
static inline lope_d4 lope_d4_make(double x, double y, double z, double w)
{
#if LOPE_SIMD && LOPE_SIMD_PAIRS == 1
    return (lope_d4){{(lope_simd_doubles){x, y, z, w}}};
#elif LOPE_SIMD
    LOPE_SIMD_LOADED(x);
    LOPE_SIMD_LOADED(y);
    LOPE_SIMD_LOADED(z);
    LOPE_SIMD_LOADED(w);
    return (lope_d4){{(lope_simd_doubles){x, y}, (lope_simd_doubles){z, w}}};
#else
    return (lope_d4){{x, y, z, w}};
#endif
}
// Stores four doubles to memory of any alignment.
static inline void lope_d4_store(double *to, lope_d4 a) { memcpy(to, &a, sizeof a); }

// Cuts the lanes of a, then those of b, to eight short integers. All must be within their range.
static inline void lope_d4_store_shorts(int16_t *to, lope_d4 a, lope_d4 b)
{
#if LOPE_SIMD && defined(__SSE2__)
#if LOPE_SIMD_PAIRS == 1
    __m128i low = _mm256_cvttpd_epi32((__m256d)a.part[0]), high = _mm256_cvttpd_epi32((__m256d)b.part[0]);
#else
    __m128i low = _mm_unpacklo_epi64(_mm_cvttpd_epi32((__m128d)a.part[0]), _mm_cvttpd_epi32((__m128d)a.part[1]));
    __m128i high = _mm_unpacklo_epi64(_mm_cvttpd_epi32((__m128d)b.part[0]), _mm_cvttpd_epi32((__m128d)b.part[1]));
#endif
    _mm_storeu_si128((__m128i *)(void *)to, _mm_packs_epi32(low, high));
#else
    double x[4], y[4];
    memcpy(x, &a, sizeof x);
    memcpy(y, &b, sizeof y);
    for (int i = 0; i < 4; ++i) {
        to[i] = (int16_t)x[i];
        to[4 + i] = (int16_t)y[i];
    }
#endif
}
// Returns a with x in its first lane.
static inline lope_d4 lope_d4_with_first(lope_d4 a, double x)
{
#if LOPE_SIMD
    a.part[0][0] = x;
#else
    a.lane[0] = x;
#endif
    return a;
}
// Returns the first lane.
static inline double lope_d4_first(lope_d4 a)
{
#if LOPE_SIMD
    return a.part[0][0];
#else
    return a.lane[0];
#endif
}

#endif
