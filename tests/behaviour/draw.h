// draw.h - seeded numbers for tests that play drawn scenes: the same on every machine.
#ifndef LOPE_TESTS_BEHAVIOUR_DRAW_H
#define LOPE_TESTS_BEHAVIOUR_DRAW_H

#include <stdint.h>

// What is drawn next. A test sets it, so that one scene can be played again.
static uint64_t seed = 1;

// Returns a number from `low` up to, but without, `high`. splitmix64.
static inline double draw(double low, double high)
{
    seed += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t z = seed;
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return low + (high - low) * (double)((z ^ (z >> 31)) >> 11) / 9007199254740992.0;
}

// Returns a whole number from 0 to count - 1.
static inline uint32_t pick(uint32_t count) { return (uint32_t)draw(0, count - 1e-9); }

#endif
