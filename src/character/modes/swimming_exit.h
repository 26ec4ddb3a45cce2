// swimming_exit.h - out of the water.
#ifndef LOPE_CHARACTER_MODES_SWIMMING_EXIT_H
#define LOPE_CHARACTER_MODES_SWIMMING_EXIT_H

#include "character/tick/tick.h"

// Leaps out of the water when the jump button is pressed at the surface. A press deeper down waits, and is
// refused when its time is over. True: the character has left the water.
bool lope_swimming_exit_jump(lope_tick *tick);

// Returns the share of a way at which the surface comes into reach of the head. The slice ends there, for a
// jump or a climb may begin. Only a character that wants to jump or has a wall beside it (walled) is
// concerned. Else returns `share`, up to which the way is free.
double lope_swimming_exit_comes(lope_tick *tick, lope_point way, double share, bool walled);

// Climbs a shore that is low enough, or leaps at any wall when looking up. The wall stands in the way of the
// input (m/s2) at the surface. True: the character has left the water.
bool lope_swimming_exit_leap(lope_tick *tick, lope_point input, const lope_contact *wall);

#endif
