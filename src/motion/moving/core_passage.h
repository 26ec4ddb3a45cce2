// core_passage.h - tests whether the core's way, from where it was free to where it was put, leads through
// anything.
//
// Purpose: a capsule that was moved without a sweep must not come out on the far side of something thin.
// Read next: core_passage.c, depenetrate.h.
#ifndef LOPE_MOTION_MOVING_CORE_PASSAGE_H
#define LOPE_MOTION_MOVING_CORE_PASSAGE_H

#include "motion/query/capsule_query.h"

// A place of the feet as a moving body sees it, from its pose of the tick's end.
typedef struct lope_pose_on_body {
    uint64_t body;
    lope_point feet;
} lope_pose_on_body;

// Where a way begins. before: the feet at the tick's start; what the core is in there is not asked. For each
// anchor's body the way begins at the anchor's feet instead.
typedef struct lope_origin {
    lope_point before;
    const lope_pose_on_body *anchors;
    uint32_t anchor_count;
} lope_origin;

// Returns true when the core meets nothing on a straight way to `after`, the feet at the tick's end. The
// way is straight as seen from each body, also from one that moves. Else *contact is what the core would go
// through. what_stands: asks static shapes too; a way by sweeps needs not. Returns true too when a gather
// fails.
bool lope_core_passage_clear(lope_space *space, const lope_origin *from, lope_point after, bool what_stands,
                             lope_contact *contact);

// Lists the moving bodies that the core goes through on its way from `before` to `after`. Each comes with
// the place of the feet before, as that body saw it. Returns how many; at most `most`.
uint32_t lope_core_passage_over(const lope_space *space, lope_point before, lope_point after, lope_pose_on_body *over,
                                uint32_t most);
// Returns true when the core's way from an anchor to the feet `after` leads through that anchor's body.
bool lope_core_passage_from(lope_space *space, const lope_pose_on_body *anchors, uint32_t count, lope_point after,
                            lope_contact *contact);

#endif
