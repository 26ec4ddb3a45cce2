// crouch.h - crouching and standing up. Read next: crouch.c.
#ifndef LOPE_CHARACTER_SIZE_CROUCH_H
#define LOPE_CHARACTER_SIZE_CROUCH_H

#include "character/tick/tick.h"

// Crouches or stands up as the input asks, at the tick's start. Refuses what is not possible.
LOPE_COLD void lope_crouch_change(lope_tick *tick);

// Calls lope_crouch_change where the button asks or the character is crouched.
static inline void lope_crouch(lope_tick *tick)
{
    bool asks = lope_tick_asks_to_crouch(tick);
    if (asks || tick->state.flags & LOPE_STATE_CROUCHED) lope_crouch_change(tick);
}

// Stands up at the tick's end, where there is room, in a mode in which the character may not crouch.
LOPE_COLD void lope_crouch_leave(lope_tick *tick);

// Calls lope_crouch_leave for a character that is crouched.
static inline void lope_crouch_end(lope_tick *tick)
{
    if (tick->state.flags & LOPE_STATE_CROUCHED) lope_crouch_leave(tick);
}

#define LOPE_RISINGS 4 // times in a tick that a walker may stand up, at most

// Returns how many of `left` seconds a walker that wants to stand up goes on crouched, until there is head
// room. Returns all of them where there is none ahead, or where standing up is no question.
LOPE_COLD double lope_crouch_split(lope_tick *tick, double left);

// Stands up between two such parts of a tick.
LOPE_COLD void lope_crouch_rise(lope_tick *tick);

// Returns true when the standing capsule has room where the character is. met: NULL, or gets what is in the
// way, where a query met it.
LOPE_COLD bool lope_crouch_has_room(lope_tick *tick, lope_contact *met);

// Gives the capsule its standing size where there is room, crouched or low otherwise. Returns false when
// there is no room.
LOPE_COLD bool lope_crouch_stand(lope_tick *tick);

// Crouches or stands up as a mode asks. Returns why not, or LOPE_REFUSAL_NONE.
LOPE_COLD lope_refusal lope_crouch_ask(lope_tick *tick, bool down);

// Crouches, without a test for room: the crouched capsule is inside the standing one. feet_fixed: the feet
// stay; else the capsule's middle does.
LOPE_COLD void lope_crouch_down(lope_tick *tick, bool feet_fixed);

// True when the character may crouch where it must, for lack of room.
static inline bool lope_crouch_may(const lope_tick *tick)
{
    bool forbidden = tick->input->forbidden & LOPE_FORBID_CROUCH;
    return tick->tuning->can_crouch && !forbidden && !(tick->state.flags & LOPE_STATE_CROUCHED);
}

#endif
