// walking_break.h - where along a slice the floor lets go, or another plane underfoot begins.
#ifndef LOPE_CHARACTER_MODES_WALKING_BREAK_H
#define LOPE_CHARACTER_MODES_WALKING_BREAK_H

#include "base/hot_cold.h"
#include "character/modes/walking_private.h"

// Finds by bisection where the floor lets go between `from` and `to`, after the share *last of the way, at
// which it holds, and at the share `gone` at the latest. Returns a share of the way at which it has let go;
// *last is then the one right before it at which it still holds.
double lope_walk_let_go_at(lope_tick *tick, lope_point from, lope_point to, double gone, double *last);

// Returns how far (m) the floor lies below `at`, or 0. A slice leads straight on where the floor is round:
// over a rim or a crest.
double lope_walk_below_at(lope_tick *tick, lope_point at);

// For a law that a mode or an ability has given, which may be another one on each plane underfoot. Called
// when a slice has led from one plane onto another: goes back to where the first one ends. True: the slice
// was cut; *used is its seconds.
LOPE_COLD bool lope_walk_back_to_break(lope_tick *tick, lope_walk *walk, const lope_walk_slice *s, double fraction, double *used);

// True when the floor has let go on a level way (m) before what stopped it after `share` of it. What is met
// in the air is no step.
bool lope_walk_lets_go_before(lope_tick *tick, lope_point level, double share);

// True when no floor holds right before the share `share` of a slice's way, where the floor of another body
// begins. Between the two there is a gap, narrower than the slice.
LOPE_COLD bool lope_walk_crosses_gap(lope_tick *tick, const lope_walk_slice *s, double share);

#endif
