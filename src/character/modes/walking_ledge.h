// walking_ledge.h - rims that may not be walked over.
#ifndef LOPE_CHARACTER_MODES_WALKING_LEDGE_H
#define LOPE_CHARACTER_MODES_WALKING_LEDGE_H

#include "character/modes/walking_private.h"
#include "character/tick/tick.h"

// True when the character may not walk off ledges now.
bool lope_ledge_guards(const lope_tick *tick);

// Makes a wall of the rim at which the last tick has ended, when the input presses against it.
void lope_ledge_press(lope_tick *tick, lope_walk *walk);

// Called when the floor ended in a slice along a rim. True: the rim turns toward the character, which has gone along it.
// *used: seconds of the slice.
bool lope_ledge_follows(lope_tick *tick, lope_walk *walk, const lope_walk_slice *s, double fraction, double *used);

// Called when the floor ended at fraction `gone` of the slice (supported up to `last`). If the tuning forbids walking off,
// puts the character on the rim and returns true. *used: seconds of the slice.
bool lope_ledge_stops(lope_tick *tick, lope_walk *walk, const lope_walk_slice *s, double fraction, double last, double gone,
                      double *used);

// After a slice along a rim: finds where that now is, or where it ended. Returns the seconds used.
double lope_ledge_keep(lope_tick *tick, lope_walk *walk, const lope_walk_slice *s, double fraction, double used);

#endif
