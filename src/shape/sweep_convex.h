// sweep_convex.h - the sweeps of a capsule against a box, a cylinder and a hull. Conventions: kernels.h.
// Read next: sweep_convex.c.
#ifndef LOPE_SHAPE_SWEEP_CONVEX_H
#define LOPE_SHAPE_SWEEP_CONVEX_H

#include <lope/shape.h>

// Sweeps a capsule against a box, as lope_capsule_sweep does. Returns whether they meet up to max_fraction.
bool lope_sweep_capsule_box(const lope_capsule *capsule, lope_point motion, const lope_box *box, double max_fraction,
                            lope_sweep_hit *hit);

// Sweeps a capsule against a cylinder, as lope_capsule_sweep does. Returns whether they meet up to
// max_fraction.
bool lope_sweep_capsule_cylinder(const lope_capsule *capsule, lope_point motion, const lope_cylinder *cylinder,
                                 double max_fraction, lope_sweep_hit *hit);

// Sweeps a capsule against a hull, as lope_capsule_sweep does. Returns whether they meet up to max_fraction.
bool lope_sweep_capsule_hull(const lope_capsule *capsule, lope_point motion, const lope_hull *hull, double max_fraction,
                             lope_sweep_hit *hit);

#endif
