// gather.h - makes sure that what is near has been gathered.
//
// Read next: gather.c.
#ifndef LOPE_MOTION_NEARBY_GATHER_H
#define LOPE_MOTION_NEARBY_GATHER_H

#include "motion/nearby/nearby.h"

// Makes sure that everything that touches `local` (relative to the origin) is in the sets. Returns LOPE_OK, LOPE_ERROR_MEMORY or
// what gather refused with. *gathers counts the calls that were needed.
lope_result lope_nearby_cover(lope_nearby *nearby, const lope_surroundings *surroundings, lope_filter filter,
                              const lope_bounds *local, uint32_t *gathers);

// The same for a look at what moves, and unless moving_alone at what is static, after a cover in the same tick: of the characters that are there
// only those become fences who touch what that has covered.
lope_result lope_nearby_look(lope_nearby *nearby, const lope_surroundings *surroundings, lope_filter filter,
                             const lope_bounds *local, bool moving_alone, uint32_t *gathers);

#endif
