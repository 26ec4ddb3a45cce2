// walking_step.h - steps of a walking character onto what blocks it, and onto what gets low beside it.
#ifndef LOPE_CHARACTER_MODES_WALKING_STEP_H
#define LOPE_CHARACTER_MODES_WALKING_STEP_H

#include "base/hot_cold.h"
#include "character/modes/walking_private.h"
#include "character/tick/tick.h"
#include "motion/step/step_up.h"

// Returns the plane underfoot that steps are measured from. On a face it lies at the point that the round
// bottom touches; on a rim or in a wedge at the feet.
lope_step_ground lope_walk_ground(const lope_tick *tick, const lope_walk *walk);

// Tries to step up onto what stopped a level way after `share` of it. Returns true when the character has
// done so. *fraction: the share that is gone then.
bool lope_walk_step_onto(lope_tick *tick, lope_walk *walk, lope_point level, double share, const lope_step_ground *ground,
                         const lope_contact *contact, double *fraction);

// Called before a slice of up to `time` seconds along a slope. Tries a step onto the slope, when the last try
// is far enough behind. Returns the s after which it is tried again, at most `time`.
LOPE_COLD double lope_walk_time_to_try(lope_tick *tick, lope_walk *walk, double time);

// Called after a slice that led along a wall to `far` and took `used` seconds. The wall still holds the
// character, or has ended on the way. Where it got low enough, the slice is taken back to the first such
// place, and the character steps up. Returns the seconds used until then.
double lope_walk_step_beside(lope_tick *tick, lope_walk *walk, const lope_walk_slice *s, double fraction, lope_point far,
                             double used);

#endif
