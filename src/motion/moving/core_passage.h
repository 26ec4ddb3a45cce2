// core_passage.h - whether the core's way from where it was free to where it was put leads through anything.
#ifndef LOPE_MOTION_MOVING_CORE_PASSAGE_H
#define LOPE_MOTION_MOVING_CORE_PASSAGE_H

#include "motion/query/capsule_query.h"

// A place of the feet as a moving body sees it: the body is at its pose of the tick's end.
typedef struct lope_pose_on_body {
    uint64_t body;
    lope_point feet;
} lope_pose_on_body;

// From where a way leads. before: feet at the tick's start, where the core was in nothing, but seen from the bodies of the anchors: there.
typedef struct lope_origin {
    lope_point before;
    const lope_pose_on_body *anchors;
    uint32_t anchor_count;
} lope_origin;

// after: feet at the tick's end. Seen from each body, also from one that moves meanwhile, the core goes from the one to the other straight on.
// True: it meets nothing. Else *contact says what it would go through.
// what_stands: also through what does not move, which a way by sweeps needs not ask.
bool lope_core_passage_clear(lope_space *space, const lope_origin *from, lope_point after, bool what_stands,
                             lope_contact *contact);

// The moving bodies that go over the core on its way from `before` to `after`, and where each saw the feet before. Returns how many; at most
// `most` are noted.
uint32_t lope_core_passage_over(const lope_space *space, lope_point before, lope_point after, lope_pose_on_body *over,
                                uint32_t most);
// Whether the core's way from one of the anchors to the feet leads through that anchor's body.
bool lope_core_passage_from(lope_space *space, const lope_pose_on_body *anchors, uint32_t count, lope_point after,
                            lope_contact *contact);

#endif
