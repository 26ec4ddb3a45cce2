// walking_slice_time.h - the time of a part of a slice.
#ifndef LOPE_CHARACTER_MODES_WALKING_SLICE_TIME_H
#define LOPE_CHARACTER_MODES_WALKING_SLICE_TIME_H

#include "character/modes/walking_private.h"
#include "character/tick/tick.h"

// Returns the share of a plan's whole way that is gone after a share of its rest.
double lope_plan_share(const lope_plan *plan, double share);

// Returns the seconds after which a share of the slice's way is gone and the feet are there. *velocity: then; *there: the
// arc, on a way round a corner.
double lope_walk_gone_at(const lope_walk *walk, const lope_walk_slice *s, double share, lope_point feet, lope_point *velocity,
                         lope_arc *there);

// Takes back what of a slice came after the share `gone` of its way, of which `fraction` was done. Returns the seconds used
// until then.
double lope_walk_take_back(lope_tick *tick, lope_walk *walk, const lope_walk_slice *s, double fraction, double gone);

#endif
