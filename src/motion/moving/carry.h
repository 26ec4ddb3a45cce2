// carry.h - takes the capsule along with the body that carries it: Unreal's based movement.
//
// Rule: the body is at its pose of the tick's end. Its turn goes round its origin at an even rate. What is
// in the way of the capsule stops it, or lets it slide. Neither the carrier nor anything else that moves is
// in the way. The carrier goes along; out of the way of the others the capsule is pushed afterwards
// (push_out.h), as seen from there (relative_motion.h).
// Read next: carry.c, character/base/carry_base.c.
#ifndef LOPE_MOTION_MOVING_CARRY_H
#define LOPE_MOTION_MOVING_CARRY_H

#include "motion/query/capsule_query.h"

// The motion of one point on a body over a tick.
typedef struct lope_base_motion {
    lope_point center; // the body's origin at the tick's end, relative to the nearby's origin
    lope_point way;    // m, of the body's origin over the tick
    lope_vec3 axis;    // unit
    double angle;      // rad, of the body's turn over the tick
    lope_point arm;    // m, from the body's origin to the point, at the tick's end
} lope_base_motion;

// Returns true when a body rolls: all of its shapes are round, and in the tick they turn in their own place
// about an axis that lies.
bool lope_base_rolls(const lope_space *space, const lope_sink_body *body);

// Returns the motion of a point that is at `from` at the tick's start and at `to` at its end. Both are
// relative to the nearby's origin. A character's turn is left out.
lope_base_motion lope_base_motion_of(const lope_space *space, const lope_sink_body *body, lope_point from, lope_point to);
// Returns where the point is after a share (0 to 1) of the tick.
lope_point lope_base_motion_at(const lope_base_motion *carrier, double share);
// Returns the point's velocity (m/s) after a share of a tick of `time` seconds. turning: with what the turn
// adds.
lope_point lope_base_motion_velocity(const lope_base_motion *carrier, double share, double time, bool turning);

// Where the capsule was taken to.
typedef struct lope_carried {
    lope_point feet;      // where it is now
    bool blocked;         // it did not get along the whole way
    lope_contact contact; // when blocked: what stopped it first
} lope_carried;

// Takes the capsule from feet along the carrier's arc to `target`. Needs space->along. Ends at `target`
// exactly unless blocked.
lope_carried lope_carry(lope_space *space, lope_point feet, const lope_base_motion *carrier, lope_point target);
// Takes the capsule straight along `motion` (m). Needs space->along.
lope_carried lope_carry_straight(lope_space *space, lope_point feet, lope_point motion);
// Takes the capsule straight along `motion` (m), with all that moves in its way, the carrier too. All of it
// stands at its pose of the tick's end. For a capsule that is already out of the way of what moves: nothing
// would free it again in this tick.
lope_carried lope_carry_among(lope_space *space, lope_point feet, lope_point motion);

#endif
