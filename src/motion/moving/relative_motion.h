// relative_motion.h - where the capsule was and is during a tick, seen from a moving body: in the world's axes, as if the body had stood at its
// pose of the tick's end all the while.
#ifndef LOPE_MOTION_MOVING_RELATIVE_MOTION_H
#define LOPE_MOTION_MOVING_RELATIVE_MOTION_H

#include "motion/query/capsule_query.h"

typedef struct lope_relative_motion {
    lope_point center;       // the body's origin at the tick's end, relative to the nearby's origin
    lope_point displacement; // m, of the body, less that by which the capsule was carried
    lope_vec3 axis;          // unit
    float angle;             // rad, of the body's turn
    uint32_t steps;          // straight pieces that are near enough to the arc
} lope_relative_motion;

// A shape of the moving set, of a body that does move and is no character: a triangle, or a round one.
typedef struct lope_moving_shape {
    const lope_near_triangle *triangle; // NULL: a round one
    const lope_near_round *round;
    const lope_sink_body *body;
    bool anew;     // of another body than the one before
    uint32_t next; // 0 at first
} lope_moving_shape;

// The next of them; false: there is none.
bool lope_moving_next(const lope_near_set *set, lope_moving_shape *shape);

// capsule: at the tick's end.
lope_relative_motion lope_relative_motion_of(const lope_space *space, const lope_sink_body *body, const lope_capsule *capsule);
// The same for one whose places are those of the world, whatever carries it.
lope_relative_motion lope_relative_motion_in_world(const lope_space *space, const lope_sink_body *body,
                                                   const lope_capsule *capsule);

// Where a point that is at p at `time` (0 to 1, a share of the tick) then was, seen from the body.
lope_point lope_relative_motion_at(const lope_relative_motion *course, lope_point p, double time);

#endif
