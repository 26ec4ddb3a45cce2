// helpers.h - what the tests of src/base share: seeded random numbers, an allocator that fails on demand,
// units in the last place.
#ifndef LOPE_TESTS_BASE_HELPERS_H
#define LOPE_TESTS_BASE_HELPERS_H

#include "base/memory.h"

#include <lope/base.h>
#include <math.h>
#include <string.h>

// SplitMix64: every seed is a good one.
static inline uint64_t random_bits(uint64_t *state)
{
    *state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = *state;
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

// Even over [low, high).
static inline double random_in(uint64_t *state, double low, double high)
{
    return low + (high - low) * ((double)(random_bits(state) >> 11) * 0x1p-53);
}

static inline float float_of_bits(uint32_t bits)
{
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static inline uint32_t bits_of_float(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

// A finite float of any exponent, subnormal ones too, and any sign.
static inline float random_float(uint64_t *state)
{
    for (;;) {
        uint32_t bits = (uint32_t)(random_bits(state) >> 32);
        if ((bits & 0x7f800000u) != 0x7f800000u) return float_of_bits(bits);
    }
}

// How far a float is from the exact value, in units of the last place of a float of that size.
static inline double ulps_off(float got, long double exact)
{
    int exponent = -125;
    if (exact != 0) (void)frexpl(exact, &exponent);
    if (exponent < -125) exponent = -125;
    return (double)(fabsl((long double)got - exact) / ldexpl(1, exponent - 24));
}

// Hooks that count what is out and fail once `left` allocations have been made.
typedef struct countdown {
    uint32_t left, blocks;
    size_t bytes;
    lope_allocator inner;
} countdown;

static inline countdown countdown_of(uint32_t left)
{
    countdown count = {left, 0, 0, lope_allocator_or_default(NULL)};
    return count;
}

static inline void *countdown_allocate(void *context, size_t size, size_t alignment)
{
    countdown *count = context;
    if (count->left == 0) return NULL;
    count->left -= 1;
    void *memory = count->inner.allocate(count->inner.context, size, alignment);
    if (memory != NULL) {
        count->blocks += 1;
        count->bytes += size;
    }
    return memory;
}

static inline void countdown_release(void *context, void *memory, size_t size)
{
    countdown *count = context;
    count->blocks -= 1;
    count->bytes -= size;
    count->inner.release(count->inner.context, memory, size);
}

static inline lope_allocator countdown_hooks(countdown *count)
{
    lope_allocator hooks = {countdown_allocate, countdown_release, count};
    return hooks;
}

#endif
