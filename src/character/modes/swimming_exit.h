// swimming_exit.h - out of the water.
#ifndef LOPE_CHARACTER_MODES_SWIMMING_EXIT_H
#define LOPE_CHARACTER_MODES_SWIMMING_EXIT_H

#include "character/tick/tick.h"

// Leaps out of the water when the jump button is pressed at the surface. Deeper the press waits, and is refused when its time
// is over. True: the character has leapt.
bool lope_swimming_exit_jump(lope_tick *tick);

// Returns the share of a way, of which `share` is free, at which the surface comes into reach of a character that wants to
// jump or has a wall beside it; else `share`. The slice ends there, for either may begin.
double lope_swimming_exit_comes(lope_tick *tick, lope_point way, double share, bool walled);

// Climbs a shore that is low enough, or leaps at any wall when looking up: a wall stands in the way of the input (m/s2) at the
// surface. True: the character has left the water.
bool lope_swimming_exit_leap(lope_tick *tick, lope_point input, const lope_contact *wall);

#endif
