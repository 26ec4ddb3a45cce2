// squeeze.h - remembers on which side a crushed character was of each body that has come over it.
//
// Purpose: a crushed character must come out on the side on which it went in, even through a thin body.
// Data: its last free pose, kept in the frame of each body that has come over it.
// Rule: it is free when the straight way from that pose does not lead through the body, as it stands now
// (core_passage.h).
//     kept:  o |#|      o: the last free pose, in the body's frame; #: the body
//     now:   o |#| x    x: the present pose; the way from o leads through the body, so it is not free
// Read next: squeeze.c, character/tick/squeeze_state.c.
#ifndef LOPE_MOTION_MOVING_SQUEEZE_H
#define LOPE_MOTION_MOVING_SQUEEZE_H

#include "motion/moving/core_passage.h"

#define LOPE_SQUEEZERS 2 // most bodies that are kept

// The poses kept for bodies that are near, relative to the nearby's origin.
typedef struct lope_crush {
    lope_pose_on_body from[LOPE_SQUEEZERS];
    uint32_t count;
} lope_crush;

// The same poses as a state keeps them.
typedef struct lope_squeeze_marks {
    uint64_t bodies[LOPE_SQUEEZERS];
    lope_vec3 points[LOPE_SQUEEZERS]; // m, in the body's frame
    uint32_t count;
} lope_squeeze_marks;

#define LOPE_SQUEEZE_LOOK 2.0 // m from the capsule: a body farther away has let it go

// Gathers all within LOPE_SQUEEZE_LOOK of the feet. Call it at the tick's start while marks are kept.
void lope_squeeze_look(lope_space *space, lope_point feet);
// Returns the marks of a state as poses in this tick. Bodies that are not near are left out.
lope_crush lope_squeeze_recall(const lope_space *space, const lope_squeeze_marks *marks);
// Returns what to keep of a character that is stuck at `feet`. before: the feet at the tick's start. crush:
// what lope_squeeze_recall returned in this tick. anew: the character was born or teleported in this tick.
lope_squeeze_marks lope_squeeze_note(lope_space *space, const lope_crush *crush, bool anew, lope_point before, lope_point feet);

#endif
