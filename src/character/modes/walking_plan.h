// walking_plan.h - a piece of level way.
#ifndef LOPE_CHARACTER_MODES_WALKING_PLAN_H
#define LOPE_CHARACTER_MODES_WALKING_PLAN_H

#include "character/modes/walking_private.h"
#include "character/tick/tick.h"

// Lays out a level way by the velocity law for up to `time` seconds. It is no longer than half a radius, so
// that no gap in the floor is passed over unseen. It is longer where a tick leads so far (24 radii) that
// there would be too many pieces.
void lope_plan_make(lope_tick *tick, const lope_law *drive, double time, lope_plan *plan);

// Notes that `fraction` of what was left of the plan is done, after `used` seconds of the slice s.
void lope_plan_pass(lope_plan *plan, const lope_walk_slice *s, double fraction, double used);

#endif
