// mode_switch.h - the change from one mode to another. Read next: mode_switch.c.
#ifndef LOPE_CHARACTER_TRANSITION_MODE_SWITCH_H
#define LOPE_CHARACTER_TRANSITION_MODE_SWITCH_H

#include "character/tick/tick.h"

// lope_tick_set_mode, for the library and for a game's own modes, is declared in lope/mode.h.

// Returns the mode in which the character lands: default_land_mode where that is a mode on the ground, else
// walking.
uint32_t lope_tick_land_mode(const lope_tick *tick);

// True when the character has left that mode at this very instant. Air and water do not send it back at
// once: two modes that lead to each other would use up no time and never end.
static inline bool lope_tick_turns_back(const lope_tick *tick, uint32_t mode)
{
    return tick->left_modes >> mode & 1u && tick->now - tick->left_at <= LOPE_MIN_TIME;
}

// Starts a fall from the ground without a jump, with its event. Starts coyote time.
void lope_tick_walk_off(lope_tick *tick);

// Puts the character on a walkable floor within `reach` (m) below its feet; without one it falls. For what
// has moved it without its mode: a teleport, a push, a mode change from outside.
LOPE_COLD void lope_tick_settle(lope_tick *tick, double reach);

#endif
