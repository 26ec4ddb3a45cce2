// separation_convex.h - how far apart, or how deep in each other, a capsule and a box, cylinder or hull are.
// Read next: separation_convex.c.
#ifndef LOPE_SHAPE_SEPARATION_CONVEX_H
#define LOPE_SHAPE_SEPARATION_CONVEX_H

#include <lope/shape.h>

// Returns the separation of a capsule and a box, as lope_capsule_separation does.
lope_separation lope_separation_box(const lope_capsule *capsule, const lope_box *box);

// Returns the separation of a capsule and a cylinder, as lope_capsule_separation does.
lope_separation lope_separation_cylinder(const lope_capsule *capsule, const lope_cylinder *cylinder);

// Returns the separation of a capsule and a hull, as lope_capsule_separation does.
lope_separation lope_separation_hull(const lope_capsule *capsule, const lope_hull *hull);

#endif
