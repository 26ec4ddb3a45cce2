// body_response.h - how a simulated body answers an impulse: as a free rigid body.
//
// Rule: 1 N s at point p along unit direction n changes the speed of point q along unit direction m by
//   n.m / mass + (rp x n) I^-1 (rq x m)     rp, rq: from the centre of mass to p and q; I: inertia
// 1 / that of one point and direction is its effective mass. What holds the body (a hinge, the ground) only
// makes it answer less at the point that is pushed.
#ifndef LOPE_CHARACTER_FORCES_BODY_RESPONSE_H
#define LOPE_CHARACTER_FORCES_BODY_RESPONSE_H

#include <lope/surroundings.h>

// Where on a body, and in which direction. The point is in the frame of the body's pose.
typedef struct lope_body_spot {
    lope_point point;
    lope_point along; // unit
} lope_body_spot;

// Returns a body's centre of mass (m).
lope_point lope_body_center(const lope_sink_body *body);
// Returns a body's mass (kg), at least as much as a division bears.
double lope_body_mass(const lope_sink_body *body);
// Returns what the body's inertia makes of a moment (N m s): the change of its spin (rad/s). 0 about an axis
// that cannot turn.
lope_point lope_body_turned(const lope_sink_body *body, lope_point moment);
// Returns the velocity (m/s) of a dynamic body at a point.
lope_point lope_body_velocity_at(const lope_sink_body *body, lope_point point);
// Returns the change of speed (m/s for 1 N s) at `there` by an impulse at `here`.
double lope_body_response(const lope_sink_body *body, const lope_body_spot *here, const lope_body_spot *there);

#endif
