// walking_looks.h - where a slice has to end because of the ground under its way.
#ifndef LOPE_CHARACTER_MODES_WALKING_LOOKS_H
#define LOPE_CHARACTER_MODES_WALKING_LOOKS_H

#include "character/modes/walking_private.h"
#include "character/tick/tick.h"

// Looks at the ground under a slice that led to `over`. held: a floor was found at its end, and the feet are
// on it. Returns the share of the way at which the slice has to be cut; 2 when the slice stands. *lost: the
// floor has let go at that share, and a shorter slice would not help. *last: a share of the way, before that
// one, at which the floor holds; 0 when no place between has been looked at.
double lope_walk_cut_at(lope_tick *tick, const lope_walk *walk, const lope_walk_slice *s, lope_point over, bool held, bool *lost,
                        double *last);

#endif
