// triangle_cull.h - what the planes of a triangle (its own, and the three upright on its edges) say of a capsule's motion: how soon it can meet
// the triangle, whether it must meet the face, and whether it cannot reach it at all.
#ifndef LOPE_MOTION_QUERY_TRIANGLE_CULL_H
#define LOPE_MOTION_QUERY_TRIANGLE_CULL_H

#include "motion/query/shortlist.h"

typedef struct lope_triangle_cull {
    const lope_shortlist_entry *neighbor;
    // m over the planes ([0] the triangle's own, [1] to [3] outward of its edges): the core's lower end, what its upper end and the
    // motion add
    double at[4], core[4], along[4];
    double soonest; // fraction before which the triangle's own plane rules it out; 0 when it is cut already
} lope_triangle_cull;

// The motion of a cast.
typedef struct lope_way {
    lope_capsule capsule;
    lope_point motion;
    double length;       // m, of the motion
    lope_point offset;   // of the feet from home
    double radius, core; // m: of the space's capsule, and the length of its core
    double lowest;       // m along up from home: of the core on its way
    double first;        // the same; straight down: at the start, since all of the core follows its lower end
} lope_way;

lope_way lope_way_of(const lope_space *space, lope_point feet, lope_point motion, double radius);

// Fills in. False: the triangle's own plane already rules it out: too far, running along it, or coming from behind a one-sided one.
// For a solid's edges that is right too: the normal of a contact with an edge lies between those of the faces that meet there, and one
// of them is come against.
bool lope_triangle_cull_make(lope_triangle_cull *reach, const lope_way *way, const lope_shortlist_entry *neighbor);

// Whether the inside of the face is met for certain, before `fraction`; *at is when.
bool lope_triangle_cull_certain(const lope_triangle_cull *reach, const lope_way *way, double fraction, double *at);

// Whether the triangle cannot be met up to fraction `limit`.
bool lope_triangle_cull_excludes(const lope_triangle_cull *reach, const lope_way *way, double limit);

// How high (m along up from home) the triangle reaches. Where that is below the capsule's core all the way its lower ball alone can meet it; so
// it can from a start where that is only below way->first, unless it is touched there already.
double lope_triangle_cull_top(const lope_triangle_cull *reach, const lope_space *space);

// The hit of a face that is met for certain at fraction `at`.
lope_sweep_hit lope_triangle_cull_hit(const lope_triangle_cull *reach, const lope_way *way, double at);

#endif
