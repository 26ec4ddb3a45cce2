// push.h - out of the way of bodies that move during the tick.
#ifndef LOPE_MOTION_PUSH_H
#define LOPE_MOTION_PUSH_H

#include "motion/space.h"

typedef struct lope_press {
    bool pressed;
    uint64_t by, against; // bodies, when pressed
} lope_press;

// Bodies stand at their pose of the tick's end; what they would have swept away on the way there is moved ahead of them. Returns
// the new feet; *pushed grows by the way (m); *press: whether something stopped it on the way. What overlaps still is left to lope_depenetrate.
lope_point lope_push_by_moving(lope_space *space, lope_point feet, double *pushed, lope_press *press);

#endif
