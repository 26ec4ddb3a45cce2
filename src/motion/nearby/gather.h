// gather.h - makes sure that what is near has been gathered. Read next: gather.c.
#ifndef LOPE_MOTION_NEARBY_GATHER_H
#define LOPE_MOTION_NEARBY_GATHER_H

#include "motion/nearby/nearby.h"

// Makes sure that everything that touches `local` (relative to the origin) is in the sets. *gathers grows by
// the gathers that were needed. Returns LOPE_OK, LOPE_ERROR_MEMORY, or the code with which the surroundings
// refused.
lope_result lope_nearby_cover(lope_nearby *nearby, const lope_surroundings *surroundings, lope_filter filter,
                              const lope_bounds *local, uint32_t *gathers);

// Notes that the static set of a nearby holds what that of another one was gathered for, as after
// lope_nearby_cover. Both have begun at the same feet.
void lope_nearby_holds_as(lope_nearby *nearby, const lope_nearby *other);

// Notes that what stands within bounds is known elsewhere: the static set is empty, and is not gathered for
// that. After lope_nearby_begin.
void lope_nearby_holds_nothing(lope_nearby *nearby, const lope_surroundings *surroundings, lope_filter filter,
                               const lope_bounds *bounds);

// Gathers for a longer look in the same tick, after lope_nearby_cover. moving_alone: what is static is not
// needed. Other characters become planes only where they touch what lope_nearby_cover has covered. *gathers
// and the result: as there.
lope_result lope_nearby_look(lope_nearby *nearby, const lope_surroundings *surroundings, lope_filter filter,
                             const lope_bounds *local, bool moving_alone, uint32_t *gathers);

#endif
