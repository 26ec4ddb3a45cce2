// free_character.h - depenetration of the character.
#ifndef LOPE_CHARACTER_DEPENETRATION_FREE_CHARACTER_H
#define LOPE_CHARACTER_DEPENETRATION_FREE_CHARACTER_H

#include "character/tick/tick.h"

// Moves the character out of the way of moving bodies and out of what it overlaps, at the tick's start.
void lope_free_character(lope_tick *tick);

// Depenetrates in mid-tick after an unswept move from `from` (local). Tries standing, then crouched; else restores `from`
// and reports the character stuck. Returns how much of `left` seconds may still be used.
LOPE_COLD double lope_free_in_tick(lope_tick *tick, lope_point from, double left);

// Holds a character that is stuck inside a solid still for `left` seconds.
LOPE_COLD void lope_hold_stuck(lope_tick *tick, double left);

#endif
