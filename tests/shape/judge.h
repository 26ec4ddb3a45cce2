// judge.h - tolerances of the shape tests with their reasons, and the counts that each test prints a shape.
//
// Read next: test_sweep.c, which uses all of it.
#ifndef TESTS_SHAPE_JUDGE_H
#define TESTS_SHAPE_JUDGE_H

#include "cases.h"

// Metres. What a sweep may be off by, as clearance at the fraction that it returns; and the change of radius
// within which two answers about hit and miss count as the same. 0.1 mm is what the library promises.
#define JUDGE_SWEEP 1e-4
// Metres. Distances, depths and rays have no iteration over a motion to excuse them: a hundred times finer
// than a sweep. The oracle's own proof gap stays under a tenth of it, and under a hundredth of what it judges
// sweeps by (asserted).
#define JUDGE_EXACT 1e-6
#define JUDGE_PROOF (0.1 * JUDGE_EXACT)
#define JUDGE_PROOF_SWEEP (0.01 * JUDGE_SWEEP)
// Metres. Nearer to touch than this, starting inside or outside is not told apart: rounding at 1000 m from
// the origin is 1e-13 a step, the library's own word for "in touch" is 1e-9 of the radius, and two thousand
// roundings lie between.
#define JUDGE_TOUCH 1e-7
// Radians. A normal over a distance d of the cores turns by x / d when a point moves by x aside.
static inline double judge_normal(double moved, double distance) { return 1e-6 + 2 * moved / distance; }

typedef struct judge {
    const char *test;
    lope_shape_kind shape;
    uint32_t pairs, hits, inside, normals, differences, explained, failures;
    double worst_clearance, worst_depth, worst_angle, worst_proof;
} judge;

judge judge_make(const char *test, lope_shape_kind shape);

static inline void judge_worst(double *worst, double value)
{
    if (!(value <= *worst)) *worst = value; // NaN stays visible
}

// Counts a failure; prints the first few with the whole case. Returns false.
bool judge_fail(judge *j, const shape_case *c, const char *what, double value, double limit);

// Prints the line of figures.
void judge_print(const judge *j);

#endif
