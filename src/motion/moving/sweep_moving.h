// sweep_moving.h - a way that takes time, among bodies that move meanwhile: what of them it meets first, and when.
//
// lope_sweep takes all bodies as they stand at the tick's end, and who has been pushed out of their way before goes among them so. What gets
// a velocity from what it meets needs the instant: here each body is where it is then.
#ifndef LOPE_MOTION_MOVING_SWEEP_MOVING_H
#define LOPE_MOTION_MOVING_SWEEP_MOVING_H

#include "motion/query/capsule_query.h"

typedef struct lope_moving_hit {
    lope_contact contact; // in the world, as it is at that instant; its fraction is that of the way
    bool moves;           // the body moves in this tick
} lope_moving_hit;

// The way from feet along `motion`, done evenly from `begin` to `end` (shares of the tick; the same: in an instant). Nobody may be carried in
// this tick. False: nothing is in the way.
bool lope_sweep_moving(lope_space *space, lope_point feet, lope_point motion, double begin, double end, lope_moving_hit *meeting);

#endif
