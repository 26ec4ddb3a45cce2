// sweep_moving.h - sweeps the capsule along a way that takes time, among bodies that move meanwhile.
//
// Purpose: lope_sweep takes each body at its pose of the tick's end; the capsule was pushed out of the way
// before. But what takes a velocity from what it meets needs the instant. Here each body is where it is at
// that instant.
// Read next: sweep_moving.c, mover/projectile.c.
#ifndef LOPE_MOTION_MOVING_SWEEP_MOVING_H
#define LOPE_MOTION_MOVING_SWEEP_MOVING_H

#include "motion/query/capsule_query.h"

// What the way meets first.
typedef struct lope_moving_hit {
    lope_contact contact; // in the world at that instant; its fraction is that of the way
    bool moves;           // the body moves in this tick
} lope_moving_hit;

// Sweeps the capsule from feet along `motion` (m), done evenly from `begin` to `end` (shares of the tick).
// The same share twice: in an instant. Returns false when nothing is in the way, or when a gather fails.
// The character must not be carried in this tick: space->along is overwritten.
bool lope_sweep_moving(lope_space *space, lope_point feet, lope_point motion, double begin, double end, lope_moving_hit *meeting);

#endif
