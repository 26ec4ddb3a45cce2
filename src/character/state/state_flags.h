// state_flags.h - the bits of lope_state.flags, and what is asked of a state in one line.
//
// A state is plain data of the game's. These bits and the rules about them are the library's own. Read next:
// state.c.
#ifndef LOPE_CHARACTER_STATE_STATE_FLAGS_H
#define LOPE_CHARACTER_STATE_STATE_FLAGS_H

#include "motion/nearby/nearby.h"

#include <stddef.h>

// The next tick frees the character from what it overlaps and looks for its floor: it was just made, or it
// comes out of a mode that passes through solids.
#define LOPE_STATE_FRESH (1u << 0)
#define LOPE_STATE_HOLDING (1u << 1)    // a jump is being held
#define LOPE_STATE_RISING (1u << 2)     // in the air and going up: an apex will come
#define LOPE_STATE_WALKED_OFF (1u << 3) // left the ground without a jump
#define LOPE_STATE_CROUCHED (1u << 4)   // the capsule has its crouched height
#define LOPE_STATE_OWN_UP (1u << 5)     // up was given by the game, and does not follow gravity
#define LOPE_STATE_MORE (1u << 6)       // a page of LOPE_PAGES_OLD is in use (pages.h)
#define LOPE_STATE_NO_MOVE (1u << 7)    // the move that was asked for in the last tick was forbidden
#define LOPE_STATE_ANY_MODE (1u << 8)   // created without a mode: the first tick takes the default one
#define LOPE_STATE_CRUSHED (1u << 9)    // crush_points are in use; the first for sure
#define LOPE_STATE_PUSH_PRIORITY 10     // lowest of four bits: lope_state_push_priority
#define LOPE_STATE_KEPT (1u << 14)      // the base has not taken the character along in the last tick
// has walked out of water: wades a little at its edge before water takes it again
#define LOPE_STATE_ASHORE (1u << 15)

#define LOPE_MIN_TIME 1e-6 // s: shorter rests of a tick are dropped
// s after a body's last contact until it is forgotten: its next contact is then a new hit
#define LOPE_HIT_TIME 0.1

// Returns the push priority in the flags, 0 to LOPE_PUSH_PRIORITY_MOST.
static inline uint32_t lope_push_priority_of(const lope_state *state)
{
    return state->flags >> LOPE_STATE_PUSH_PRIORITY & LOPE_PUSH_PRIORITY_MOST;
}

// Returns whether the character falls: in mode falling, or in a mode of a game or an ability without a floor.
static inline bool lope_state_falls(const lope_state *state)
{
    return state->mode == LOPE_MODE_FALLING || (state->mode >= LOPE_MODE_GAME && state->floor.kind == LOPE_FLOOR_NONE);
}

// The same as lope_state_push_priority, inline for the loops over all characters.
static inline uint32_t lope_push_priority(const lope_state *state)
{
    return state->channels & LOPE_CHANNEL_CHARACTER ? lope_push_priority_of(state) : LOPE_PUSH_PRIORITY_NEVER;
}

#endif
