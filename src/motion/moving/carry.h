// carry.h - a body that carries what stands upon it: the way of a point on it over a tick, and the capsule taken along.
//
// The body is at its pose at the tick's end; its turn goes round its origin at an even rate. What is in the way of the capsule stops it
// or lets it slide; the carrier itself and whatever else moves are not in the way: the one goes along, and out of the way of the other it
// is pushed afterwards, seen from there (relative_motion.h).
#ifndef LOPE_MOTION_MOVING_CARRY_H
#define LOPE_MOTION_MOVING_CARRY_H

#include "motion/query/capsule_query.h"

typedef struct lope_base_motion {
    lope_point center; // its origin at the tick's end, relative to the nearby's origin
    lope_point way;    // m, of its origin over the tick
    lope_vec3 axis;    // unit
    double angle;      // rad, of its turn over the tick
    lope_point arm;    // m, from its origin to the point, at the tick's end
} lope_base_motion;

// The carrier of a point that is at `from` at the tick's start and at `to` at its end, both relative to the nearby's origin.
lope_base_motion lope_base_motion_of(const lope_space *space, const lope_sink_body *body, lope_point from, lope_point to);
// Where the point is after a share (0 to 1) of the tick.
lope_point lope_base_motion_at(const lope_base_motion *carrier, double share);
// m/s there, in a tick of `time` seconds. turning: with what the turn adds.
lope_point lope_base_motion_velocity(const lope_base_motion *carrier, double share, double time, bool turning);

typedef struct lope_carried {
    lope_point feet;      // where it got to
    bool blocked;         // not along the whole way
    lope_contact contact; // when blocked: what stopped it first
} lope_carried;

// The first two with space->along set. Takes the capsule along the carrier's way from feet to `target`, round its arc.
lope_carried lope_carry(lope_space *space, lope_point feet, const lope_base_motion *carrier, lope_point target);
// Takes it straight along.
lope_carried lope_carry_straight(lope_space *space, lope_point feet, lope_point motion);
// The same once it is out of the way of all that moves, with which nothing would free it again in this tick: the carrier too is in the
// way, where it stands at the tick's end.
lope_carried lope_carry_among(lope_space *space, lope_point feet, lope_point motion);

#endif
