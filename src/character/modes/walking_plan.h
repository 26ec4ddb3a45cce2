// walking_plan.h - a piece of level way.
#ifndef LOPE_CHARACTER_MODES_WALKING_PLAN_H
#define LOPE_CHARACTER_MODES_WALKING_PLAN_H

#include "character/modes/walking_private.h"
#include "character/tick/tick.h"

// Lays out a level way by the velocity law for up to `time` seconds. It is no longer than half a radius, so that no gap in the
// floor is passed over unseen; longer where a tick leads so far (24 radii) that it would have too many pieces.
void lope_plan_make(lope_tick *tick, const lope_law *drive, double time, lope_plan *plan);

// Notes that the fraction `fraction` of what is left of the plan is gone after `used` seconds.
void lope_plan_pass(lope_plan *plan, const lope_walk_slice *s, double fraction, double used);

#endif
