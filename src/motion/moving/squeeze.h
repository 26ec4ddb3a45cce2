// squeeze.h - the bodies that move over something while it is crushed: on which side of each it was.
//
// What is crushed is held where it was free last. Where it was then, seen from each body that has come over it, is kept in that body's
// frame: it is free again where a straight way from there leads to it past that body as it stands then, and so on the side on which it
// was, however thin the body is.
#ifndef LOPE_MOTION_MOVING_SQUEEZE_H
#define LOPE_MOTION_MOVING_SQUEEZE_H

#include "motion/moving/core_passage.h"

#define LOPE_SQUEEZERS 2 // that are kept

// Of those that are near, relative to the nearby's origin.
typedef struct lope_crush {
    lope_pose_on_body from[LOPE_SQUEEZERS];
    uint32_t count;
} lope_crush;

// As a state keeps them.
typedef struct lope_squeeze_marks {
    uint64_t bodies[LOPE_SQUEEZERS];
    lope_vec3 points[LOPE_SQUEEZERS]; // m, in the body's frame
    uint32_t count;
} lope_squeeze_marks;

#define LOPE_SQUEEZE_LOOK 2.0 // m from the capsule: a body that is farther away has let it go

// At the tick's start, while something is kept: makes sure that all so far is gathered.
void lope_squeeze_look(lope_space *space, lope_point feet);
lope_crush lope_squeeze_recall(const lope_space *space, const lope_squeeze_marks *marks);
// What to keep of one that is stuck at `feet`, was at `before` at the tick's start, and had been told of `crush`. anew: it was not there by
// a tick.
lope_squeeze_marks lope_squeeze_note(lope_space *space, const lope_crush *crush, bool anew, lope_point before, lope_point feet);

#endif
