// walking_bend.h - the way round a contact that bends.
#ifndef LOPE_CHARACTER_MODES_WALKING_BEND_H
#define LOPE_CHARACTER_MODES_WALKING_BEND_H

#include "character/modes/walking_private.h"
#include "character/tick/tick.h"

// Plans the way round the wall that holds the character, for up to `time` seconds, in walk->round. False: the
// wall does not bend, or there is no way.
bool lope_bend_plan(lope_tick *tick, lope_walk *walk, double time);

// Parts the character from the wall that holds it, where that wall bends and goes away from it, and the input
// does not turn the velocity as sharply as the wall bends. From a wall that stands it would not part, at any
// speed (bend_arc.h).
LOPE_COLD void lope_bend_let_go(lope_tick *tick, lope_walk *walk);

// Returns the level way (m) of the next leg.
lope_point lope_bend_leg(const lope_tick *tick, const lope_walk *walk);

// Returns the seconds from the leg's beginning until the feet are at `at`; *there is the arc at that place.
// arrived: the feet are at the leg's end.
double lope_bend_time(const lope_walk *walk, lope_point at, bool arrived, lope_arc *there);

// Turns the wall's normal to where the feet are now, on the way round.
void lope_bend_turn(const lope_tick *tick, lope_walk *walk);

// Goes on to the next leg. The end of this one was reached after `used` seconds, with the arc at `there`.
void lope_bend_next(lope_walk *walk, const lope_arc *there, double used);

// Notes that a leg ended early, at `there`, after `used` seconds. goes_on: the way round is not over.
void lope_bend_leave(lope_walk *walk, const lope_arc *there, double used, bool goes_on);

#endif
