// simd_f8.h - eight floats at a time (lope_f8), and masks of eight lanes (lope_m8).
//
// Masks hold -1 (yes) or 0 (no) in each lane. The rules that keep the bits equal are in simd.h. These have a
// variant for each kind of processor, and mean the same in all:
//
//   lope_f8_splat                      x in every lane
//   lope_f8_add, _sub, _mul, _div      a + b, a - b, a * b, a / b, lane by lane
//   lope_f8_min, lope_f8_max           a < b ? a : b, and a > b ? a : b, lane by lane
//   lope_f8_less, lope_f8_less_equal   a mask: yes where a < b, or a <= b
//   lope_m8_and, lope_m8_or            a mask: yes where both, or either, say yes
//   lope_m8_not                        a mask: yes where a says no
#ifndef LOPE_BASE_SIMD_F8_H
#define LOPE_BASE_SIMD_F8_H

#include "base/simd_config.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#if LOPE_SIMD

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
    LOPE_SIMD_LOADED(x);
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

// Returns a where the mask says yes, else b.
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

// Returns a where the mask says yes, else b.
static inline lope_f8 lope_f8_select(lope_m8 mask, lope_f8 a, lope_f8 b)
{
    lope_f8 r;
    for (int i = 0; i < 8; ++i) r.lane[i] = mask.lane[i] != 0 ? a.lane[i] : b.lane[i];
    return r;
}

#endif

// Loads eight floats from memory of any alignment, lane 0 first.
static inline lope_f8 lope_f8_load(const float *from)
{
    lope_f8 r;
    memcpy(&r, from, sizeof r);
    return r;
}
// Loads eight floats from memory with an alignment of 32 bytes.
static inline lope_f8 lope_f8_load_aligned(const float *from)
{
#if defined(__GNUC__)
    from = __builtin_assume_aligned(from, 32);
#endif
    return lope_f8_load(from);
}
// Stores eight floats to memory of any alignment.
static inline void lope_f8_store(float *to, lope_f8 a) { memcpy(to, &a, sizeof a); }

// Loads the first four lanes from one place, the others from another.
static inline lope_f8 lope_f8_load_halves(const float *first, const float *second)
{
    lope_f8 r;
    memcpy(&r, first, 16);
    memcpy((char *)&r + 16, second, 16);
    return r;
}

// Returns a number with bit i set where lane i says yes.
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

// Returns whether any lane says yes.
static inline bool lope_m8_any(lope_m8 a) { return lope_m8_bits(a) != 0; }

#endif
