// reach.h - what the planes of a triangle (its own, and the three upright on its edges) say of a capsule's motion: whether it must
// meet the face, and whether it can reach the triangle at all before some fraction.
#ifndef LOPE_MOTION_REACH_H
#define LOPE_MOTION_REACH_H

#include "motion/space.h"

typedef struct lope_reach {
    const lope_near_triangle *triangle;
    double a, b, along;                         // m above the triangle's plane: the core's ends, and what the motion adds
    bool edges_known;                           // the rest is worked out only when it is asked for
    double edge_a[3], edge_b[3], edge_along[3]; // the same outward of the edges, times the edge's length
    double edge_squared[3];                     // length of the edge, squared
} lope_reach;

// The motion of a cast.
typedef struct lope_way {
    lope_capsule capsule;
    lope_point motion;
    double length; // of the motion
} lope_way;

// Fills in. False: the triangle's own plane already rules it out: too far, running along it, or coming from behind a one-sided one.
// For a solid's edges that is right too: the normal of a contact with an edge lies between those of the faces that meet there, and one
// of them is come against.
bool lope_reach_make(lope_reach *reach, const lope_way *way, const lope_near_triangle *triangle);

// Whether the inside of the face is met for certain, before `fraction`; *at is when.
bool lope_reach_certain(lope_reach *reach, const lope_way *way, double fraction, double *at);

// Whether the triangle cannot be met up to fraction `limit`.
bool lope_reach_excludes(lope_reach *reach, const lope_way *way, double limit);

// The hit of a face that is met for certain at fraction `at`.
lope_sweep_hit lope_reach_hit(const lope_reach *reach, const lope_way *way, double at);

#endif
