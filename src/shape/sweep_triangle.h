// sweep_triangle.h - the sweep of a capsule against a triangle. Conventions: kernels.h. Read next:
// sweep_triangle.c.
#ifndef LOPE_SHAPE_SWEEP_TRIANGLE_H
#define LOPE_SHAPE_SWEEP_TRIANGLE_H

#include <lope/shape.h>

// Sweeps a capsule against a triangle, as lope_capsule_sweep does. Returns whether they meet up to
// max_fraction. unit_normal: of lope_triangle_normal, by the winding; zero for a sliver.
bool lope_sweep_capsule_triangle(const lope_capsule *capsule, lope_point motion, const lope_triangle *triangle,
                                 lope_point unit_normal, double max_fraction, lope_sweep_hit *hit);

#endif
