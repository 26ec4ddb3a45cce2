// push_out.h - moves the capsule ahead of bodies that would have swept it away during the tick.
//
// Read next: push_out.c, depenetrate.h.
#ifndef LOPE_MOTION_MOVING_PUSH_OUT_H
#define LOPE_MOTION_MOVING_PUSH_OUT_H

#include "base/hot_cold.h"
#include "motion/query/capsule_query.h"

// What the bodies that move have done to the capsule.
typedef struct lope_moving_push {
    bool pressed;     // something stopped the capsule on its way
    uint64_t against; // when pressed: the body that stood in the way
    uint64_t by;      // the body that pushed last
    double met;       // the share of the tick after which that body began to push
    lope_point way;   // m, by which that body has pushed
} lope_moving_push;

// Pushes the capsule out of the way of bodies in motion and returns the new feet. Bodies stand at their
// pose of the tick's end. ground: the normal of the plane that the character stands on, or zero. A body
// that comes along that plane does not lift the character off it, when too steep to walk on. *pushed grows
// by the way (m). *press: what pushed, and what stopped the capsule. An overlap that is left is a matter of
// lope_depenetrate.
lope_point lope_push_by_moving(lope_space *space, lope_point feet, lope_point ground, double *pushed, lope_moving_push *press);

// Returns true when the capsule has overlapped a moving body at the tick's start already, or its surface when
// it was deep inside. For a character that is new at its place: such a body has not met it on its way.
LOPE_COLD bool lope_begins_in_moving(lope_space *space, lope_point feet);

// Returns true when a body that comes nearer presses the capsule at `feet` down where the contact is, and
// does not push it aside. ground: the normal of the plane that the character stands on.
LOPE_COLD bool lope_presses_down(lope_space *space, lope_point feet, const lope_contact *contact, lope_point ground);

#endif
