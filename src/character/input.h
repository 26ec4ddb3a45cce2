// input.h - what lope_move and a world let in of what a character is told.
#ifndef LOPE_CHARACTER_INPUT_H
#define LOPE_CHARACTER_INPUT_H

#include <lope/move.h>

#include <stddef.h>
#include <string.h>

// Whether nothing is asked for but to go somewhere and to look around: all else is zero, bit by bit (-0 counts as something). That is the
// common case, and a few loads tell it.
static inline uint64_t lope_bits_at(const lope_input *input, size_t at)
{
    uint64_t bits;
    memcpy(&bits, (const char *)input + at, sizeof bits);
    return bits;
}
static inline bool lope_input_is_plain(const lope_input *input)
{
    enum { THROWN = offsetof(lope_input, impulse), FEET = offsetof(lope_input, teleport_feet) };
    enum { WISHED = offsetof(lope_input, requested_velocity), LAST = offsetof(lope_input, avoidance.y) };
    _Static_assert(LAST - WISHED == 16, "three pairs of floats");
    uint64_t thrown = lope_bits_at(input, THROWN) | lope_bits_at(input, THROWN + 8) | lope_bits_at(input, THROWN + 16);
    uint64_t feet = lope_bits_at(input, FEET) | lope_bits_at(input, FEET + 8) | lope_bits_at(input, FEET + 16);
    uint64_t wished = lope_bits_at(input, WISHED) | lope_bits_at(input, WISHED + 8) | lope_bits_at(input, LAST);
    uint64_t launch = lope_bits_at(input, THROWN - 12) | lope_bits_at(input, THROWN - 8);
    bool timed = input->knockback_time < 0 || !(input->knockback_time <= 0);
    bool asks = input->requests != 0 || input->requests_velocity || input->has_root_motion;
    return (thrown | feet | wished | launch) == 0 && !timed && !asks;
}

// LOPE_OK, LOPE_ERROR_NOT_FINITE, or LOPE_ERROR_RANGE for a choice that there is not: a mode, a kind of layer, a curve, a negative size.
lope_result lope_input_check(const lope_input *input, const lope_moveset *moveset);
// The same for a size that is asked for, which may leave the radius or the height as it is: LOPE_ERROR_RANGE for one that is no capsule.
lope_result lope_resize_check(const lope_state *state, const lope_input *input);

#endif
