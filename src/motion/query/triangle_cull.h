// triangle_cull.h - tells from a triangle's planes whether, and how soon, a moving capsule can or must meet
// it.
//
// Data: four planes of a triangle, its own and the three that stand on its edges. Rule: everything is
// conservative, and the sweep itself decides. Read next: triangle_cull.c, sweep.c.
#ifndef LOPE_MOTION_QUERY_TRIANGLE_CULL_H
#define LOPE_MOTION_QUERY_TRIANGLE_CULL_H

#include "motion/query/shortlist.h"

// A triangle's planes as a way meets them.
typedef struct lope_triangle_cull {
    const lope_shortlist_entry *neighbor;
    // m over the four planes: [0] the triangle's own, [1] to [3] outward of its edges. at: of the core's
    // lower end. core, along: what its upper end and the whole motion add.
    double at[4], core[4], along[4];
    double soonest; // fraction before which its own plane rules it out; 0 when that is reached already
} lope_triangle_cull;

// The way of a sweep.
typedef struct lope_way {
    lope_capsule capsule;
    lope_point motion;
    double length;       // m, of the motion
    lope_point offset;   // of the feet from home
    double radius, core; // m: radius of the space's capsule, and length of its core
    double lowest;       // m along up from home: the lowest that the core comes on its way
    // the same, but for straight down: at the start, since all of the core follows its lower end
    double first;
} lope_way;

// Returns the way from feet along `motion` (m). radius: m, of the capsule.
lope_way lope_way_of(const lope_space *space, lope_point feet, lope_point motion, double radius);

// Fills in *reach. Returns false when the triangle's own plane rules it out. It is too far, the motion runs
// along it, or comes from behind a one-sided one. That is right for a solid's edges too. The normal of a
// contact with an edge lies between those of the two faces. So the motion comes against one of these.
bool lope_triangle_cull_make(lope_triangle_cull *reach, const lope_way *way, const lope_shortlist_entry *neighbor);

// Returns true when the capsule certainly meets the inside of the face before `fraction`. *at: the fraction
// of that.
bool lope_triangle_cull_certain(const lope_triangle_cull *reach, const lope_way *way, double fraction, double *at);

// Returns true when the capsule cannot meet the triangle up to fraction `limit`.
bool lope_triangle_cull_excludes(const lope_triangle_cull *reach, const lope_way *way, double limit);

// Returns how high (m along up from home) the triangle reaches. Where that is below the core on the whole
// way, only the capsule's lower ball can meet it. That holds too from a start where it is only below
// way->first, unless it is touched there already.
double lope_triangle_cull_top(const lope_triangle_cull *reach, const lope_space *space);

// Returns the hit of a face that is certainly met at fraction `at`.
lope_sweep_hit lope_triangle_cull_hit(const lope_triangle_cull *reach, const lope_way *way, double at);

#endif
