// begin.h - what stands before a tick.
#ifndef LOPE_CHARACTER_MOVE_BEGIN_H
#define LOPE_CHARACTER_MOVE_BEGIN_H

#include "character/tick/tick.h"

#define LOPE_SETTLE_REACH 0.05 // m, within which a character is put on the floor after a teleport, a push or a mode change

// Checks what a tick is given. LOPE_OK, or what is wrong with it.
lope_result lope_begin_check(const lope_state *state, const lope_input *input, const lope_moveset *moveset,
                             const lope_surroundings *surroundings, const lope_nearby *nearby, float dt);

// Clears the report but for the lists of events and pushes, of which only as many count as are told.
void lope_begin_report(lope_report *report);

// Fills the tick: a copy of the state, moved to the teleport's goal where there is one, and its context for `dt` seconds.
void lope_begin(lope_tick *tick, const lope_state *state, const lope_surroundings *surroundings, lope_nearby *nearby,
                lope_shortlist *around, float dt);

// Starts the record of a tick that is recorded.
LOPE_COLD void lope_begin_log(lope_tick *tick, const lope_state *before);

// True when the capsule fits where it is, or so nearly that settling on the floor mends it.
LOPE_COLD bool lope_begin_has_room(lope_tick *tick);

// Gathers and lists what the tick may meet, and surveys the ground of a walker.
void lope_look_around(lope_tick *tick);

// True in the common case: y is up, and gravity goes down.
bool lope_is_upright(const lope_tick *tick);

#endif
