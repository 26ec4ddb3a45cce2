// walking_ledge.h - rims that may not be walked over.
#ifndef LOPE_CHARACTER_MODES_WALKING_LEDGE_H
#define LOPE_CHARACTER_MODES_WALKING_LEDGE_H

#include "character/modes/walking_private.h"
#include "character/tick/tick.h"

// True when the character may not walk off ledges now, by the tuning.
bool lope_ledge_guards(const lope_tick *tick);

// Makes a wall of the rim at which the last tick ended. Does so only when the input or the velocity presses
// against it.
void lope_ledge_press(lope_tick *tick, lope_walk *walk);

// Called when the floor ended in a slice along a rim that turns toward the character. fraction: the share of
// the slice done. True: the character has gone along the rim; *used is the slice's seconds.
bool lope_ledge_follows(lope_tick *tick, lope_walk *walk, const lope_walk_slice *s, double fraction, double *used);

// Called when the floor ended at the share `gone` of the slice (supported up to `last`). fraction: the share
// of the slice done. If the tuning forbids walking off, puts the character on the rim and returns true.
// *used: the slice's seconds; beyond all time when it is held fast.
bool lope_ledge_stops(lope_tick *tick, lope_walk *walk, const lope_walk_slice *s, double fraction, double last, double gone,
                      double *used);

// After a slice along a rim: finds where the rim is now, or where it ended. Returns the seconds used.
double lope_ledge_keep(lope_tick *tick, lope_walk *walk, const lope_walk_slice *s, double fraction, double used);

#endif
