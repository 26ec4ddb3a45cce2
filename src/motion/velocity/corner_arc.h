// corner_arc.h - the law of velocity held to a wall that bends: an upright corner or a pillar, round which the character's axis goes on a circle.
//
// The speed along the circle follows the law's part along it; the normal turns with the way. The character is held to the circle for as
// long as the input presses against it, whatever its speed: so it neither flies off a pillar that it is pressed against nor comes back to
// it, and leaves it where its way is the wanted one, without a jolt. Solved by Runge-Kutta of order 4, so a tick may be cut anywhere.
#ifndef LOPE_MOTION_VELOCITY_CORNER_ARC_H
#define LOPE_MOTION_VELOCITY_CORNER_ARC_H

#include "motion/velocity/velocity_law.h"

typedef struct lope_arc {
    lope_point up, normal; // unit; normal: from the circle's centre to the axis
    double radius;         // m
    double speed;          // m/s along up x normal
} lope_arc;

// The direction in which a positive speed leads.
static inline lope_point lope_arc_along(const lope_arc *arc) { return lope_point_cross(arc->up, arc->normal); }

// Goes on round for `time` seconds. Ends earlier where the input no longer presses, and where the normal comes to be at right angles to
// `until` (the way's direction at the wanted end; zero: no such end). Returns the time used.
double lope_arc_run(const lope_law *drive, lope_arc *arc, double time, lope_point until);

#endif
