// separation.h - how far apart, or how deep in each other, a capsule and a triangle, sphere or capsule are.
// Read next: separation.c.
#ifndef LOPE_SHAPE_SEPARATION_H
#define LOPE_SHAPE_SEPARATION_H

#include <lope/shape.h>

// Returns the separation of a capsule and a triangle, as lope_capsule_separation does.
lope_separation lope_separation_triangle(const lope_capsule *capsule, const lope_triangle *triangle);

// Returns the separation of a capsule and a sphere, as lope_capsule_separation does.
lope_separation lope_separation_sphere(const lope_capsule *capsule, const lope_sphere *sphere);

// Returns the separation of two capsules, as lope_capsule_separation does.
lope_separation lope_separation_capsule(const lope_capsule *capsule, const lope_capsule *target);

#endif
