// bend_arc.h - moves the character round a wall that bends: a convex upright edge or a pillar. Its axis goes
// on a circle.
//
// Rule: the speed along the circle follows the velocity law's part along it, and the normal turns with the
// way. The character is held to the circle for as long as the input presses against it, at any speed. So it
// neither flies off a pillar nor comes back to it. It leaves the circle without a jolt where its way is the
// wanted one. A drift of the law presses in the input's place, and is part of the way but not of the speed.
// Solved by Runge-Kutta of order 4, so that a tick may be cut anywhere.
// Read next: bend_arc.c, velocity_law.h.
#ifndef LOPE_MOTION_VELOCITY_BEND_ARC_H
#define LOPE_MOTION_VELOCITY_BEND_ARC_H

#include "motion/velocity/velocity_law.h"

// A place on the circle, and the speed there.
typedef struct lope_arc {
    lope_point up, normal; // unit; normal: from the circle's centre to the axis
    double radius;         // m
    double speed;          // m/s along up x normal
} lope_arc;

// Returns the unit direction in which a positive speed leads.
static inline lope_point lope_arc_along(const lope_arc *arc) { return lope_point_cross(arc->up, arc->normal); }

// Returns the speed (m/s) along the arc with the law's drift.
static inline double lope_arc_way_speed(const lope_law *drive, const lope_arc *arc)
{
    return drive->drifts ? arc->speed + lope_point_dot(drive->drift, lope_arc_along(arc)) : arc->speed;
}

// Goes round for `time` seconds, in place, and returns the seconds used. Ends earlier where the input or
// drift no longer presses. Ends too where the normal is at right angles to `until`, the way's direction at
// the wanted end (zero: no such end).
double lope_arc_run(const lope_law *drive, lope_arc *arc, double time, lope_point until);

#endif
