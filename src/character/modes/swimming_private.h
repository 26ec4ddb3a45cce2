// swimming_private.h - what the files of the swimming mode share: swimming.c holds the mode, swimming_exit.c the ways out of the water.
#ifndef LOPE_CHARACTER_MODES_SWIMMING_PRIVATE_H
#define LOPE_CHARACTER_MODES_SWIMMING_PRIVATE_H

#include "character/tick/tick.h"

// A press of the jump button at the surface: it leaps. Deeper the press waits, and is refused when its time is over.
bool lope_shore_jump(lope_tick *tick);
// The share of a way, of which `share` is free, at which the surface comes into reach of one who wants to jump or has a wall beside it; else all
// of it. There the slice ends, for either may begin.
double lope_shore_comes(lope_tick *tick, lope_point way, double share, bool walled);
// A wall stands in the way of the input (m/s2) at the surface: up to a shore that is low enough, or, looking up, at any wall.
bool lope_shore_leap(lope_tick *tick, lope_point input, const lope_contact *wall);

#endif
