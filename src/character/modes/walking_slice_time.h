// walking_slice_time.h - the time of a part of a slice.
#ifndef LOPE_CHARACTER_MODES_WALKING_SLICE_TIME_H
#define LOPE_CHARACTER_MODES_WALKING_SLICE_TIME_H

#include "character/modes/walking_private.h"
#include "character/tick/tick.h"

// Returns the share of a plan's whole way that is done after `share` of what was left of it.
double lope_plan_share(const lope_plan *plan, double share);

// Returns the seconds after which `share` of the slice's level way is done, with the feet at `feet`.
// *velocity: m/s then. *there: the arc at that place; set on a way round a corner only.
double lope_walk_gone_at(const lope_walk *walk, const lope_walk_slice *s, double share, lope_point feet, lope_point *velocity,
                         lope_arc *there);

// Takes back the part of a slice after the share `gone` of its way. fraction: the share of the slice that had
// been done. Returns the seconds used until then.
double lope_walk_take_back(lope_tick *tick, lope_walk *walk, const lope_walk_slice *s, double fraction, double gone);

#endif
