// one_way.h - which one-way bodies a tick meets. Read next: one_way.c.
#ifndef LOPE_MOTION_NEARBY_ONE_WAY_H
#define LOPE_MOTION_NEARBY_ONE_WAY_H

#include "base/hot_cold.h"
#include "motion/nearby/nearby.h"

// m, that a capsule may be inside and still be above: far more than the rounding of a capsule at rest on a
// body that turns. A character that drops begins twice as far down.
#define LOPE_ONE_WAY_TOUCH 5e-5

// Takes out of the moving set what a character passes through: of one-way bodies all that the character is
// not above. Called after each gather that found such a body, before the set is put in order.
LOPE_COLD void lope_one_way_leave_out(lope_nearby *nearby);

#endif
