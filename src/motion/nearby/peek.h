// peek.h - a glance at the static shapes that touch some bounds, of which nothing is kept.
//
// A gather makes planes, boxes and marks for the queries of many ticks. Whether there is anything at all can
// be told from the corners alone, as the surroundings hand them out. Read next: sink.h.
#ifndef LOPE_MOTION_NEARBY_PEEK_H
#define LOPE_MOTION_NEARBY_PEEK_H

#include "motion/nearby/sink.h"

// Tells of the three corners of a triangle, relative to the nearby's origin, or of a round shape: NULL. Boxes
// and hulls are told as triangles. two_sided: the triangle is met from both sides.
typedef void lope_peek_shape(void *context, const lope_point *corners, bool two_sided);

// Calls `shape` for each static shape that passes the filter and may touch `local` (relative to the origin).
// Returns LOPE_OK or what gather refused with.
lope_result lope_near_peek(const lope_nearby *nearby, const lope_surroundings *surroundings, lope_filter filter,
                           const lope_bounds *local, lope_peek_shape *shape, void *context);

#endif
