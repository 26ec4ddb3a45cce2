// push_out.h - out of the way of bodies that move during the tick.
#ifndef LOPE_MOTION_MOVING_PUSH_OUT_H
#define LOPE_MOTION_MOVING_PUSH_OUT_H

#include "motion/query/capsule_query.h"

typedef struct lope_moving_push {
    bool pressed;
    uint64_t against; // the body that stood in the way, when pressed
    uint64_t by;      // that has pushed last
    double met;       // the share of the tick after which that began to
    lope_point way;   // m, that it has pushed
} lope_moving_push;

// Bodies stand at their pose of the tick's end; what they would have swept away on the way there is moved ahead of them. Returns
// the new feet; *pushed grows by the way (m); *press: whether something stopped it on the way. What overlaps still is left to lope_depenetrate.
// `ground`: the normal of the plane that it stands upon, or zero. Off that it is not lifted by what comes along it and is too steep to walk upon.
lope_point lope_push_by_moving(lope_space *space, lope_point feet, lope_point ground, double *pushed, lope_moving_push *press);

#endif
