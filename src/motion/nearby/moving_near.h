// moving_near.h - where shapes of the moving set were as the tick began, and whether any comes near in the tick.
// Read next: moving_near.c.
#ifndef LOPE_MOTION_NEARBY_MOVING_NEAR_H
#define LOPE_MOTION_NEARBY_MOVING_NEAR_H

#include "motion/nearby/nearby.h"

// Returns a point of a body as the tick began. p: at its end, relative to the nearby's origin.
lope_point lope_point_at_start(const lope_nearby *nearby, const lope_sink_body *body, lope_point p);

// Return a triangle, and a sphere, capsule or cylinder, as the tick began.
lope_shape lope_triangle_at_start(const lope_nearby *nearby, const lope_sink_body *body, const lope_near_triangle *triangle);
lope_shape lope_round_at_start(const lope_nearby *nearby, const lope_sink_body *body, const lope_near_round *round);

// Returns whether a shape of the moving set, or a character that is met as it stands, comes within the moving
// bounds in the tick. Surroundings may hand out what does not, and one may where another does not: so no
// result may follow from what is in the set alone. Planes toward characters do not count.
bool lope_moving_is_near(const lope_nearby *nearby);

#endif
