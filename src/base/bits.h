// bits.h - the lowest bit of a mask.
#ifndef LOPE_BASE_BITS_H
#define LOPE_BASE_BITS_H

#include <stdint.h>

// Returns the number of the lowest bit of a mask that is not zero.
static inline uint32_t lope_lowest_bit(uint32_t mask)
{
#if defined(__GNUC__)
    return (uint32_t)__builtin_ctz(mask);
#else
    uint32_t i = 0;
    while (!(mask >> i & 1)) i++;
    return i;
#endif
}

// Returns the number of the lowest bit of a mask of 64 bits that is not zero.
static inline uint32_t lope_lowest_bit64(uint64_t mask)
{
#if defined(__GNUC__)
    return (uint32_t)__builtin_ctzll(mask);
#else
    uint32_t i = 0;
    while (!(mask >> i & 1)) i++;
    return i;
#endif
}

#endif
