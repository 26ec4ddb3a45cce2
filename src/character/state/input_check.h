// input_check.h - checks a character's input: what lope_move and a world let in. Read next: input_check.c.
#ifndef LOPE_CHARACTER_STATE_INPUT_CHECK_H
#define LOPE_CHARACTER_STATE_INPUT_CHECK_H

#include "base/error.h"
#include <lope/move.h>

#include <stddef.h>
#include <string.h>

// Requests that order nothing: those of an input that has none.
extern const lope_requests lope_no_requests;

// Returns the requests of an input, never NULL.
static inline const lope_requests *lope_requests_of(const lope_input *input)
{
    return input->requests ? input->requests : &lope_no_requests;
}

// Returns the eight bytes of requests from a byte offset on.
static inline uint64_t lope_bits_at(const lope_requests *requests, size_t at)
{
    uint64_t bits;
    memcpy(&bits, (const char *)requests + at, sizeof bits);
    return bits;
}

// True when nothing is ordered: all that counts is zero, bit by bit (-0 counts as something).
static inline bool lope_requests_are_plain(const lope_requests *requests)
{
    enum { FIRST = offsetof(lope_requests, knockback_time), BYTES = offsetof(lope_requests, requested_velocity) - FIRST };
    _Static_assert(offsetof(lope_requests, launch_velocity) == FIRST + 4 && BYTES == 76, "one float, and nine pairs of them");
    uint32_t timed;
    memcpy(&timed, &requests->knockback_time, sizeof timed);
    uint64_t any = timed & 0x7fffffffu; // its sign says nothing
    for (size_t at = FIRST + 4; at < FIRST + BYTES; at += 8) any |= lope_bits_at(requests, at);
    bool asks = requests->asked != 0 || requests->has_requested_velocity || requests->has_root_motion;
    return any == 0 && !asks;
}

// True when nothing is asked for but a move and a look. That is the common case, and one load tells it.
static inline bool lope_input_is_plain(const lope_input *input)
{
    return !input->requests || lope_requests_are_plain(input->requests);
}

// True when the avoidance velocity is not zero, bit by bit.
static inline bool lope_requests_avoid(const lope_requests *requests)
{
    uint32_t first;
    memcpy(&first, &requests->avoidance, sizeof first);
    return (first | lope_bits_at(requests, offsetof(lope_requests, avoidance.y))) != 0;
}

// True when move and look are finite: the exponent of no float is all ones.
static inline bool lope_input_goes(const lope_input *input)
{
    enum { MOVE = offsetof(lope_input, move), LOOK = offsetof(lope_input, look_pitch) };
    _Static_assert(MOVE == 0 && LOOK == 16, "two pairs of floats and one");
    const char *floats = (const char *)input;
    uint64_t unfinite = lope_unfinite_pair(floats) | lope_unfinite_pair(floats + 8) | lope_unfinite_float(input->look_pitch);
    return (unfinite & LOPE_UNFINITE_FLOATS) == 0;
}

// Checks an input as lope_input_check (lope/move.h) does, without the field's name. Most inputs need no more
// than the two tests here.
static inline lope_result lope_input_admit(const lope_input *input, const lope_moveset *moveset)
{
    return lope_input_goes(input) && lope_input_is_plain(input) ? LOPE_OK : lope_input_check(input, moveset, NULL);
}
// Checks the size that is asked for. A radius or height that is left out is the state's own. Returns
// LOPE_ERROR_RANGE when the result is no capsule.
LOPE_COLD lope_result lope_resize_check(const lope_state *state, const lope_requests *requests);

// Clears what one tick uses up.
void lope_requests_consume(lope_requests *requests);

#endif
