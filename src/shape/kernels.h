// kernels.h - the geometry under lope/shape.h: one function for each kind of shape, for callers that know the
// kind.
//
// The motion layer tests thousands of triangles in a tick. It calls these functions directly, with normals it
// has kept. The conventions are those of lope/shape.h, and these:
// - `max_fraction` (0 to 1) ends a sweep as soon as it cannot meet the shape before that fraction. A hit at
//   exactly max_fraction is reported.
// - A motion may be zero. Then only an overlap is a hit.
//
// Read next: sweep_triangle.c (the hot path), rounded.h (what the sweeps in closed form share),
// sweep_convex.c.
#ifndef LOPE_SHAPE_KERNELS_H
#define LOPE_SHAPE_KERNELS_H

#include "shape/ball_triangle.h"
#include "shape/distance.h"
#include "shape/distance_convex.h"
#include "shape/separation.h"
#include "shape/separation_convex.h"
#include "shape/sweep_convex.h"
#include "shape/sweep_round.h"
#include "shape/sweep_triangle.h"

#endif
