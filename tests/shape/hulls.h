// hulls.h - convex polytopes to test with: random ones, and the regular ones whose flat faces are cut into
// triangles.
#ifndef TESTS_SHAPE_HULLS_H
#define TESTS_SHAPE_HULLS_H

#include "cases.h"

// Fills points and triangles (counter-clockwise from outside) of a polytope of size about 1 around the
// origin.
void hull_make(rng *r, lope_hull *hull, lope_point *points, uint32_t *triangles);

#endif
