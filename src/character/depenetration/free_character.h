// free_character.h - depenetration of the character, at the tick's start and within it. Read next:
// free_character.c.
#ifndef LOPE_CHARACTER_DEPENETRATION_FREE_CHARACTER_H
#define LOPE_CHARACTER_DEPENETRATION_FREE_CHARACTER_H

#include "character/tick/tick.h"

// Moves the character out of the way of moving bodies and out of what it overlaps, at the tick's start.
// Does nothing while something else moves it, or in nav walking without sweeps.
void lope_free_character(lope_tick *tick);

// Depenetrates within a tick, after an unswept move from `from` (local), standing and then crouched.
// Reports the character stuck where both fail. Holds it at `from` where the way out would lead through a
// solid. Returns how many of `left` seconds may still be used: none when it is inside a solid.
LOPE_COLD double lope_free_in_tick(lope_tick *tick, lope_point from, double left);

// Stops a character that is stuck inside a solid for `left` seconds: its velocity is zero, and the time
// counts as unused.
LOPE_COLD void lope_hold_stuck(lope_tick *tick, double left);

#endif
