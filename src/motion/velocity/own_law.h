// own_law.h - what a mode or an ability has made of a velocity law: the frame in which it is taken, and a
// rate of its own.
//
// The public form of the law is lope/velocity_law.h. Read next: public_law.h.
#ifndef LOPE_MOTION_VELOCITY_OWN_LAW_H
#define LOPE_MOTION_VELOCITY_OWN_LAW_H

#include <lope/vec.h>

// An own law. It lives as long as the law that points to it.
typedef struct lope_law_own {
    // m/s2; NULL: the law's figures
    lope_point (*rate)(const void *context, lope_point velocity, double seconds);
    const void *context;
    double given;       // s into the tick at which the law was given
    double start;       // s after that at which a run of the law begins; 0 in a tick
    lope_point up;      // unit
    lope_point plane;   // unit, normal of the plane that the character keeps to
    bool level, planar; // the law is level; it keeps to the plane
} lope_law_own;

// Returns the part of v that the frame lets through: its level part, and along the plane.
lope_point lope_law_own_frame(const lope_law_own *own, lope_point v);

// Returns the law's own rate (m/s2) at velocity v (m/s), `seconds` after the law was given. own->rate: not
// NULL.
lope_point lope_law_own_rate(const lope_law_own *own, lope_point v, double seconds);

#endif
