// simd_s8.h - eight short integers at a time (lope_s8), and which of eight 64-bit words are equal.
//
// The broadphase holds boxes as short integers. The rules that keep the bits equal are in simd.h. These have
// a variant in plain C17, and mean the same there:
//
//   lope_s8_splat       x in every lane
//   lope_s8_or_greater  -1 in lanes where a > b, and in those that were -1 in `already`
//   lope_s8_or_same     -1 in lanes where a equals b, and in those that were -1 in `already`
//   lope_s8_max         the greater of a and b, lane by lane
//   lope_s8_half_apart  half of a - b, rounded up or down: the whole difference would not fit
#ifndef LOPE_BASE_SIMD_S8_H
#define LOPE_BASE_SIMD_S8_H

#include "base/simd_f8.h"

#if LOPE_SIMD
typedef int16_t lope_s8 __attribute__((vector_size(16)));
static inline lope_s8 lope_s8_splat(int16_t x)
{
    LOPE_SIMD_LOADED(x);
    return (lope_s8){x, x, x, x, x, x, x, x};
}
static inline lope_s8 lope_s8_or_greater(lope_s8 already, lope_s8 a, lope_s8 b) { return already | (lope_s8)(a > b); }
static inline lope_s8 lope_s8_or_same(lope_s8 already, lope_s8 a, lope_s8 b) { return already | (lope_s8)(a == b); }
static inline lope_s8 lope_s8_max(lope_s8 a, lope_s8 b)
{
    lope_s8 greater = (lope_s8)(a > b);
    return (a & greater) | (b & ~greater);
}
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

// Loads eight short integers from memory of any alignment.
static inline lope_s8 lope_s8_load(const int16_t *from)
{
    lope_s8 r;
    memcpy(&r, from, sizeof r);
    return r;
}

// Returns the lanes as floats.
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

// Returns a number with bit i set where lane i is -1. All lanes must be 0 or -1.
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

// Returns a number with bit i set where word i of the 64 bytes at a differs from that at b. Any
// alignment.
static inline uint32_t lope_words_differ(const void *a, const void *b)
{
#if LOPE_SIMD && defined(__SSE2__)
    __m128i same[4]; // -1 in the lane of each half word that is equal
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

#endif
