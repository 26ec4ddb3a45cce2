// simd.h - eight floats, eight short integers or four doubles at a time, with equal bits however it is compiled.
//
// Written once over the vector extensions of gcc and clang, which every processor they know has code for, with a twin in plain C17
// for other compilers. LOPE_SIMD chooses: 1 (the default with gcc and clang) vectors, 0 the twin. Each operation is defined lane by
// lane in IEEE arithmetic; in particular min is a < b ? a : b and max is a > b ? a : b, which settles zeros of both signs and
// NaN (the second operand, which is also what x86 has as one instruction). There are no sums over lanes: their order would be a
// result. Masks hold -1 (yes) or 0 (no) in each lane.
//
// With AVX the eight lanes are one vector, else two of four: what SSE2, NEON and wasm have.
#ifndef LOPE_BASE_SIMD_H
#define LOPE_BASE_SIMD_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#ifndef LOPE_SIMD
#if defined(__GNUC__)
#define LOPE_SIMD 1
#else
#define LOPE_SIMD 0
#endif
#endif

#if LOPE_SIMD

#if defined(__SSE2__)
#include <immintrin.h>
#endif

// gcc for Windows does not keep its stack aligned for 32-byte vectors, so there it takes two of 16.
#if defined(__AVX__) && (defined(__clang__) || !defined(_WIN32))
#define LOPE_SIMD_WIDTH 8
#define LOPE_SIMD_EACH(statement) statement(0)
#else
#define LOPE_SIMD_WIDTH 4
#define LOPE_SIMD_EACH(statement) statement(0) statement(1)
#endif
#define LOPE_SIMD_PARTS (8 / LOPE_SIMD_WIDTH)

typedef float lope_simd_floats __attribute__((vector_size(4 * LOPE_SIMD_WIDTH)));
typedef int32_t lope_simd_ints __attribute__((vector_size(4 * LOPE_SIMD_WIDTH)));

typedef struct lope_f8 {
    lope_simd_floats part[LOPE_SIMD_PARTS];
} lope_f8;
typedef struct lope_m8 {
    lope_simd_ints part[LOPE_SIMD_PARTS];
} lope_m8;

static inline lope_f8 lope_f8_splat(float x)
{
    lope_f8 r;
#if LOPE_SIMD_WIDTH == 8
    r.part[0] = (lope_simd_floats){x, x, x, x, x, x, x, x};
#else
    r.part[0] = (lope_simd_floats){x, x, x, x};
    r.part[1] = r.part[0];
#endif
    return r;
}

#define LOPE_SIMD_BINARY(type, name, operand, part_result) \
    static inline type name(operand a, operand b)          \
    {                                                      \
        type r;                                            \
        LOPE_SIMD_EACH(part_result)                        \
        return r;                                          \
    }
#define LOPE_SIMD_ADD(i) r.part[i] = a.part[i] + b.part[i];
#define LOPE_SIMD_SUB(i) r.part[i] = a.part[i] - b.part[i];
#define LOPE_SIMD_MUL(i) r.part[i] = a.part[i] * b.part[i];
#define LOPE_SIMD_DIV(i) r.part[i] = a.part[i] / b.part[i];
#define LOPE_SIMD_LESS(i) r.part[i] = (lope_simd_ints)(a.part[i] < b.part[i]);
#define LOPE_SIMD_LESS_EQUAL(i) r.part[i] = (lope_simd_ints)(a.part[i] <= b.part[i]);
#define LOPE_SIMD_AND(i) r.part[i] = a.part[i] & b.part[i];
#define LOPE_SIMD_OR(i) r.part[i] = a.part[i] | b.part[i];
LOPE_SIMD_BINARY(lope_f8, lope_f8_add, lope_f8, LOPE_SIMD_ADD)
LOPE_SIMD_BINARY(lope_f8, lope_f8_sub, lope_f8, LOPE_SIMD_SUB)
LOPE_SIMD_BINARY(lope_f8, lope_f8_mul, lope_f8, LOPE_SIMD_MUL)
LOPE_SIMD_BINARY(lope_f8, lope_f8_div, lope_f8, LOPE_SIMD_DIV)
LOPE_SIMD_BINARY(lope_m8, lope_f8_less, lope_f8, LOPE_SIMD_LESS)
LOPE_SIMD_BINARY(lope_m8, lope_f8_less_equal, lope_f8, LOPE_SIMD_LESS_EQUAL)
LOPE_SIMD_BINARY(lope_m8, lope_m8_and, lope_m8, LOPE_SIMD_AND)
LOPE_SIMD_BINARY(lope_m8, lope_m8_or, lope_m8, LOPE_SIMD_OR)

static inline lope_m8 lope_m8_not(lope_m8 a)
{
    lope_m8 r;
#define LOPE_SIMD_NOT(i) r.part[i] = ~a.part[i];
    LOPE_SIMD_EACH(LOPE_SIMD_NOT)
    return r;
}

// Where the mask says yes a, else b.
static inline lope_f8 lope_f8_select(lope_m8 mask, lope_f8 a, lope_f8 b)
{
    lope_f8 r;
#define LOPE_SIMD_SELECT(i) \
    r.part[i] = (lope_simd_floats)((mask.part[i] & (lope_simd_ints)a.part[i]) | (~mask.part[i] & (lope_simd_ints)b.part[i]));
    LOPE_SIMD_EACH(LOPE_SIMD_SELECT)
    return r;
}

// x86 has exactly this minimum and maximum as one instruction, but the compilers do not find it.
#if LOPE_SIMD_WIDTH == 8
static inline lope_f8 lope_f8_min(lope_f8 a, lope_f8 b)
{
    a.part[0] = (lope_simd_floats)_mm256_min_ps((__m256)a.part[0], (__m256)b.part[0]);
    return a;
}
static inline lope_f8 lope_f8_max(lope_f8 a, lope_f8 b)
{
    a.part[0] = (lope_simd_floats)_mm256_max_ps((__m256)a.part[0], (__m256)b.part[0]);
    return a;
}
#elif defined(__SSE2__)
#define LOPE_SIMD_MIN(i) r.part[i] = (lope_simd_floats)_mm_min_ps((__m128)a.part[i], (__m128)b.part[i]);
#define LOPE_SIMD_MAX(i) r.part[i] = (lope_simd_floats)_mm_max_ps((__m128)a.part[i], (__m128)b.part[i]);
LOPE_SIMD_BINARY(lope_f8, lope_f8_min, lope_f8, LOPE_SIMD_MIN)
LOPE_SIMD_BINARY(lope_f8, lope_f8_max, lope_f8, LOPE_SIMD_MAX)
#else
static inline lope_f8 lope_f8_min(lope_f8 a, lope_f8 b) { return lope_f8_select(lope_f8_less(a, b), a, b); }
static inline lope_f8 lope_f8_max(lope_f8 a, lope_f8 b) { return lope_f8_select(lope_f8_less(b, a), a, b); }
#endif

#else // the twin

typedef struct lope_f8 {
    float lane[8];
} lope_f8;
typedef struct lope_m8 {
    int32_t lane[8];
} lope_m8;

static inline lope_f8 lope_f8_splat(float x)
{
    lope_f8 r;
    for (int i = 0; i < 8; ++i) r.lane[i] = x;
    return r;
}

#define LOPE_SIMD_BINARY(type, name, operand, lane_result)   \
    static inline type name(operand a, operand b)            \
    {                                                        \
        type r;                                              \
        for (int i = 0; i < 8; ++i) r.lane[i] = lane_result; \
        return r;                                            \
    }
LOPE_SIMD_BINARY(lope_f8, lope_f8_add, lope_f8, a.lane[i] + b.lane[i])
LOPE_SIMD_BINARY(lope_f8, lope_f8_sub, lope_f8, a.lane[i] - b.lane[i])
LOPE_SIMD_BINARY(lope_f8, lope_f8_mul, lope_f8, a.lane[i] * b.lane[i])
LOPE_SIMD_BINARY(lope_f8, lope_f8_div, lope_f8, a.lane[i] / b.lane[i])
LOPE_SIMD_BINARY(lope_f8, lope_f8_min, lope_f8, a.lane[i] < b.lane[i] ? a.lane[i] : b.lane[i])
LOPE_SIMD_BINARY(lope_f8, lope_f8_max, lope_f8, a.lane[i] > b.lane[i] ? a.lane[i] : b.lane[i])
LOPE_SIMD_BINARY(lope_m8, lope_f8_less, lope_f8, a.lane[i] < b.lane[i] ? -1 : 0)
LOPE_SIMD_BINARY(lope_m8, lope_f8_less_equal, lope_f8, a.lane[i] <= b.lane[i] ? -1 : 0)
LOPE_SIMD_BINARY(lope_m8, lope_m8_and, lope_m8, a.lane[i] & b.lane[i])
LOPE_SIMD_BINARY(lope_m8, lope_m8_or, lope_m8, a.lane[i] | b.lane[i])

static inline lope_m8 lope_m8_not(lope_m8 a)
{
    for (int i = 0; i < 8; ++i) a.lane[i] = ~a.lane[i];
    return a;
}

// Where the mask says yes a, else b.
static inline lope_f8 lope_f8_select(lope_m8 mask, lope_f8 a, lope_f8 b)
{
    lope_f8 r;
    for (int i = 0; i < 8; ++i) r.lane[i] = mask.lane[i] != 0 ? a.lane[i] : b.lane[i];
    return r;
}

#endif

// Eight floats from or to memory of any alignment, lane 0 first.
static inline lope_f8 lope_f8_load(const float *from)
{
    lope_f8 r;
    memcpy(&r, from, sizeof r);
    return r;
}
// From memory that begins at a multiple of 32 bytes.
static inline lope_f8 lope_f8_load_aligned(const float *from)
{
#if defined(__GNUC__)
    from = __builtin_assume_aligned(from, 32);
#endif
    return lope_f8_load(from);
}
static inline void lope_f8_store(float *to, lope_f8 a) { memcpy(to, &a, sizeof a); }

// The first four from one place, the others from another.
static inline lope_f8 lope_f8_load_halves(const float *first, const float *second)
{
    lope_f8 r;
    memcpy(&r, first, 16);
    memcpy((char *)&r + 16, second, 16);
    return r;
}

// Bit i is set where lane i says yes.
static inline uint32_t lope_m8_bits(lope_m8 a)
{
#if LOPE_SIMD && defined(__SSE2__) && LOPE_SIMD_WIDTH == 8
    return (uint32_t)_mm256_movemask_ps((__m256)a.part[0]);
#elif LOPE_SIMD && defined(__SSE2__)
    return (uint32_t)_mm_movemask_ps((__m128)a.part[0]) | (uint32_t)_mm_movemask_ps((__m128)a.part[1]) << 4;
#else
    int32_t lane[8];
    memcpy(lane, &a, sizeof lane);
    uint32_t bits = 0;
    for (uint32_t i = 0; i < 8; ++i) bits |= ((uint32_t)lane[i] >> 31) << i;
    return bits;
#endif
}

static inline bool lope_m8_any(lope_m8 a) { return lope_m8_bits(a) != 0; }

// ---- eight short integers ------------------------------------------------------------------------------------------------

#if LOPE_SIMD
typedef int16_t lope_s8 __attribute__((vector_size(16)));
static inline lope_s8 lope_s8_splat(int16_t x) { return (lope_s8){x, x, x, x, x, x, x, x}; }
// Lanes of -1 where a > b, or a is b, or where it was so already.
static inline lope_s8 lope_s8_or_greater(lope_s8 already, lope_s8 a, lope_s8 b) { return already | (lope_s8)(a > b); }
static inline lope_s8 lope_s8_or_same(lope_s8 already, lope_s8 a, lope_s8 b) { return already | (lope_s8)(a == b); }
static inline lope_s8 lope_s8_max(lope_s8 a, lope_s8 b)
{
    lope_s8 greater = (lope_s8)(a > b);
    return (a & greater) | (b & ~greater);
}
// Half of a - b, rounded up or down: the whole of it would not fit.
static inline lope_s8 lope_s8_half_apart(lope_s8 a, lope_s8 b) { return (a >> 1) - (b >> 1); }
#else
typedef struct lope_s8 {
    int16_t lane[8];
} lope_s8;
static inline lope_s8 lope_s8_splat(int16_t x)
{
    lope_s8 r;
    for (int i = 0; i < 8; ++i) r.lane[i] = x;
    return r;
}
static inline lope_s8 lope_s8_or_greater(lope_s8 already, lope_s8 a, lope_s8 b)
{
    for (int i = 0; i < 8; ++i) already.lane[i] = (int16_t)(already.lane[i] | (a.lane[i] > b.lane[i] ? -1 : 0));
    return already;
}
static inline lope_s8 lope_s8_or_same(lope_s8 already, lope_s8 a, lope_s8 b)
{
    for (int i = 0; i < 8; ++i) already.lane[i] = (int16_t)(already.lane[i] | (a.lane[i] == b.lane[i] ? -1 : 0));
    return already;
}
static inline lope_s8 lope_s8_max(lope_s8 a, lope_s8 b)
{
    for (int i = 0; i < 8; ++i) a.lane[i] = a.lane[i] > b.lane[i] ? a.lane[i] : b.lane[i];
    return a;
}
static inline lope_s8 lope_s8_half_apart(lope_s8 a, lope_s8 b)
{
    for (int i = 0; i < 8; ++i) a.lane[i] = (int16_t)((a.lane[i] >> 1) - (b.lane[i] >> 1));
    return a;
}
#endif

static inline lope_s8 lope_s8_load(const int16_t *from)
{
    lope_s8 r;
    memcpy(&r, from, sizeof r);
    return r;
}

static inline lope_f8 lope_f8_of_shorts(lope_s8 a)
{
    lope_f8 r;
#if LOPE_SIMD && defined(__SSE2__)
    __m128i twice = (__m128i)a;
    __m128 four[2] = {_mm_cvtepi32_ps(_mm_srai_epi32(_mm_unpacklo_epi16(twice, twice), 16)),
                      _mm_cvtepi32_ps(_mm_srai_epi32(_mm_unpackhi_epi16(twice, twice), 16))};
    memcpy(&r, four, sizeof r);
#else
    int16_t lane[8];
    float floats[8];
    memcpy(lane, &a, sizeof lane);
    for (int i = 0; i < 8; ++i) floats[i] = (float)lane[i];
    memcpy(&r, floats, sizeof r);
#endif
    return r;
}

// Bit i is set where lane i is -1; all lanes are 0 or -1.
static inline uint32_t lope_s8_bits(lope_s8 a)
{
#if LOPE_SIMD && defined(__SSE2__)
    return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16((__m128i)a, _mm_setzero_si128()));
#else
    int16_t lane[8];
    memcpy(lane, &a, sizeof lane);
    uint32_t bits = 0;
    for (uint32_t i = 0; i < 8; ++i) bits |= (lane[i] != 0 ? 1u : 0u) << i;
    return bits;
#endif
}

// ---- eight words of 64 bits: which are the same ---------------------------------------------------------------------------

// Bit i is set where word i of the 64 bytes at a is another one than at b. Any alignment.
static inline uint32_t lope_words_differ(const void *a, const void *b)
{
#if LOPE_SIMD && defined(__SSE2__)
    __m128i same[4]; // -1 in each half word's lane that is the same
    for (int i = 0; i < 4; ++i)
        same[i] = _mm_cmpeq_epi32(_mm_loadu_si128((const __m128i *)a + i), _mm_loadu_si128((const __m128i *)b + i));
    __m128i halves = _mm_packs_epi16(_mm_packs_epi32(same[0], same[1]), _mm_packs_epi32(same[2], same[3]));
    __m128i words = _mm_cmpeq_epi16(halves, _mm_set1_epi16(-1));
    return (uint32_t)_mm_movemask_epi8(_mm_packs_epi16(words, _mm_setzero_si128())) ^ 255u;
#else
    uint64_t x[8], y[8];
    uint32_t bits = 0;
    memcpy(x, a, sizeof x);
    memcpy(y, b, sizeof y);
    for (uint32_t i = 0; i < 8; ++i) bits |= (x[i] != y[i] ? 1u : 0u) << i;
    return bits;
#endif
}

// ---- four doubles -----------------------------------------------------------------------------------------------------------

#define LOPE_SIMD_HALVES(type, half, name, operator) \
    static inline type name(type a, type b)          \
    {                                                \
        a.half[0] = a.half[0] operator b.half[0];    \
        a.half[1] = a.half[1] operator b.half[1];    \
        return a;                                    \
    }

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

// min is a < b ? a : b and max a > b ? a : b in each lane; sqrt is the root of each; bit i of the mask is set where a > b in lane i.
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

static inline lope_d4 lope_d4_load(const double *from)
{
    lope_d4 r;
    memcpy(&r, from, sizeof r);
    return r;
}
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
static inline lope_d4 lope_d4_make(double x, double y, double z, double w)
{
#if LOPE_SIMD && LOPE_SIMD_PAIRS == 1
    return (lope_d4){{(lope_simd_doubles){x, y, z, w}}};
#elif LOPE_SIMD
    return (lope_d4){{(lope_simd_doubles){x, y}, (lope_simd_doubles){z, w}}};
#else
    return (lope_d4){{x, y, z, w}};
#endif
}
static inline void lope_d4_store(double *to, lope_d4 a) { memcpy(to, &a, sizeof a); }

// Cuts the lanes of a, then those of b, all within the range, to eight short integers.
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
static inline lope_d4 lope_d4_with_first(lope_d4 a, double x)
{
#if LOPE_SIMD
    a.part[0][0] = x;
#else
    a.lane[0] = x;
#endif
    return a;
}
static inline double lope_d4_first(lope_d4 a)
{
#if LOPE_SIMD
    return a.part[0][0];
#else
    return a.lane[0];
#endif
}

// ---- two doubles: for what does not fit into the registers four at a time -----------------------------------------------------

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
LOPE_SIMD_D2(lope_d2_add, +)
LOPE_SIMD_D2(lope_d2_sub, -)
LOPE_SIMD_D2(lope_d2_mul, *)
LOPE_SIMD_D2(lope_d2_div, /)

static inline lope_d2 lope_d2_make(double x, double y) { return (lope_d2){{x, y}}; }

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

// Whether both lanes are greater than x.
static inline bool lope_d2_both_greater(lope_d2 a, double x) { return a.lane[0] > x && a.lane[1] > x; }

// The first lanes of a and b, and of c and d, to one place; the second ones to another.
static inline void lope_d2_store_turned(double *first, double *second, lope_d2 a, lope_d2 b, lope_d2 c, lope_d2 d)
{
    lope_d2 low[2] = {lope_d2_make(a.lane[0], b.lane[0]), lope_d2_make(c.lane[0], d.lane[0])};
    lope_d2 high[2] = {lope_d2_make(a.lane[1], b.lane[1]), lope_d2_make(c.lane[1], d.lane[1])};
    memcpy(first, low, sizeof low);
    memcpy(second, high, sizeof high);
}

#endif
