// sweep_round.h - the sweeps of a capsule against a sphere and a capsule. Conventions: kernels.h. Read next:
// sweep_round.c.
#ifndef LOPE_SHAPE_SWEEP_ROUND_H
#define LOPE_SHAPE_SWEEP_ROUND_H

#include <lope/shape.h>

// Sweeps a capsule against a sphere, as lope_capsule_sweep does. Returns whether they meet up to
// max_fraction.
bool lope_sweep_capsule_sphere(const lope_capsule *capsule, lope_point motion, const lope_sphere *sphere, double max_fraction,
                               lope_sweep_hit *hit);

// Sweeps a capsule against a capsule, as lope_capsule_sweep does. Returns whether they meet up to
// max_fraction.
bool lope_sweep_capsule_capsule(const lope_capsule *capsule, lope_point motion, const lope_capsule *target, double max_fraction,
                                lope_sweep_hit *hit);

#endif
