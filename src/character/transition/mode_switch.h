// mode_switch.h - from one mode to another.
#ifndef LOPE_CHARACTER_TRANSITION_MODE_SWITCH_H
#define LOPE_CHARACTER_TRANSITION_MODE_SWITCH_H

#include "character/tick/tick.h"

// lope_tick_set_mode, for the library and for modes of a game, is declared in lope/mode.h.

// Returns the mode in which the character lands: default_land_mode where that is one on the ground, else walking.
uint32_t lope_tick_land_mode(const lope_tick *tick);

// True when the character has left that mode at this very instant. Air and water do not send it back into that mode before
// some time has passed: else two modes of which each leads to the other would use up none.
static inline bool lope_tick_turns_back(const lope_tick *tick, uint32_t mode)
{
    return tick->left_modes >> mode & 1u && tick->now - tick->left_at <= LOPE_MIN_TIME;
}

// Starts to fall from the ground, without a jump.
void lope_tick_walk_off(lope_tick *tick);

// Looks for a floor within `reach` (m) below and puts the character on it; without one it falls. After a teleport, a push, a
// mode change from outside.
LOPE_COLD void lope_tick_settle(lope_tick *tick, double reach);

#endif
