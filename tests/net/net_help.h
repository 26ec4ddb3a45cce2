// net_help.h - what the network's tests share: a seeded generator and cmocka's headers in their order.
#ifndef LOPE_TESTS_NET_HELP_H
#define LOPE_TESTS_NET_HELP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <lope/lope.h>
#include <lope/net_client.h>
#include <lope/net_link.h>
#include <lope/net_server.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// xorshift64*: the same numbers on every machine. The seed must not be 0.
static inline uint32_t random_next(uint64_t *seed)
{
    *seed ^= *seed >> 12;
    *seed ^= *seed << 25;
    *seed ^= *seed >> 27;
    return (uint32_t)((*seed * UINT64_C(2685821657736338717)) >> 32);
}

static inline uint32_t random_below(uint64_t *seed, uint32_t count) { return random_next(seed) % count; }

static inline double random_between(uint64_t *seed, double low, double high)
{
    return low + (high - low) * ((double)random_next(seed) / 4294967296.0);
}

// The seed of a random test: LOPE_SEED, or 1. It is printed.
static inline uint64_t test_seed(void)
{
    const char *given = getenv("LOPE_SEED");
    const uint64_t seed = given != NULL ? strtoull(given, NULL, 10) : 1;
    printf("seed %llu\n", (unsigned long long)seed);
    return seed * UINT64_C(0x9e3779b97f4a7c15) | 1u;
}

#endif
