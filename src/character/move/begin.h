// begin.h - what stands before a tick.
#ifndef LOPE_CHARACTER_MOVE_BEGIN_H
#define LOPE_CHARACTER_MOVE_BEGIN_H

#include "base/copy.h"
#include "character/tick/tick.h"

#include <math.h>

// m, within which a character is put on the floor after a teleport, a push or a mode change.
#define LOPE_SETTLE_REACH 0.05

// Clears the report up to its lists of events and pushes. Entries of those count only as far as their counts
// say.
static inline void lope_begin_report(lope_report *report) { lope_clear_bytes(report, offsetof(lope_report, events)); }

// Fills in the tick for `seconds` seconds: a copy of the state, at the teleport's goal where there is one,
// and its context.
void lope_begin(lope_tick *tick, const lope_state *state, const lope_surroundings *surroundings, lope_nearby *nearby,
                lope_shortlist *around, float seconds);

// Starts the record of a tick: where the tick began, and the clock of its queries.
LOPE_COLD void lope_begin_log(lope_tick *tick, const lope_state *before);

// True when the capsule fits where it is, or so nearly that settling on the floor frees it.
LOPE_COLD bool lope_begin_has_room(lope_tick *tick);

// Gathers and lists what the tick may meet, and surveys the ground of a walking character.
void lope_look_around(lope_tick *tick);

// True in the common case: up is y, gravity goes down, and up was not given by the game.
static inline bool lope_is_upright(const lope_tick *tick)
{
    lope_point gravity = tick->gravity;
    bool down = gravity.y < 0 && fabs(gravity.x) + fabs(gravity.z) <= 0 && tick->space.up.y == 1.0;
    return down && !(tick->state.flags & LOPE_STATE_OWN_UP);
}

#endif
