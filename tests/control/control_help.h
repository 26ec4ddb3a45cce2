// control_help.h - what tests of the controller and of lock-on share: seeded draws, and states in any gravity.
#ifndef LOPE_TESTS_CONTROL_HELP_H
#define LOPE_TESTS_CONTROL_HELP_H

#include "../behaviour/check.h"

#include <lope/lope.h>

// Returns the next number of a seeded row (splitmix64), from low to high.
static inline double control_draw(uint64_t *seed, double low, double high)
{
    *seed += UINT64_C(0x9E3779B97F4A7C15);
    uint64_t z = *seed;
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return low + (high - low) * (double)((z ^ (z >> 31)) >> 11) / 9007199254740992.0;
}

// Returns a state that stands in gravity along `down`.
static inline lope_state control_stand(lope_vec3 down)
{
    lope_state state;
    const lope_state_def def = {.up = lope_vec3_scale(down, -1)};
    assert_int_equal(lope_state_init(&state, &def), LOPE_OK);
    return state;
}

#endif
