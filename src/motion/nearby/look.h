// look.h - a nearby that serves queries instead of a character.
//
// It is gathered like a character's, and kept like it, with two differences. Boxes and hulls stay whole
// solids among the round shapes, so a query knows inside from outside by the shape itself. Other characters
// stay the capsules that they are, and no planes stand between. A nearby that changes from a character's to
// a look, or back, forgets what it holds.
// Read next: motion/query/shape_cast.h.
#ifndef LOPE_MOTION_NEARBY_LOOK_H
#define LOPE_MOTION_NEARBY_LOOK_H

#include "motion/nearby/nearby.h"

// Begins a query at `from` (in the world): the origin is that place snapped to the grid. self: scratch of
// the query; it must stay until lope_look_end. unit: world units in a metre.
void lope_look_begin(lope_nearby *look, const lope_surroundings *surroundings, lope_filter filter, lope_point from,
                     lope_near_self *self, double unit);

// Makes sure that all that touches `local` (relative to the origin) is in the sets, and unless static_only
// also what moves. Returns LOPE_OK, LOPE_ERROR_MEMORY or what gather refused with. *gathers counts the
// calls that were needed.
lope_result lope_look_cover(lope_nearby *look, const lope_surroundings *surroundings, lope_filter filter,
                            const lope_bounds *local, bool static_only, uint32_t *gathers);

// Ends the query. The log that the look was given (look->log) is no longer its own then.
void lope_look_end(lope_nearby *look);

#endif
