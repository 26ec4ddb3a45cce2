// convex_sweep.h - a moving convex shape against another one: where they first touch.
#ifndef LOPE_SHAPE_CONVEX_SWEEP_H
#define LOPE_SHAPE_CONVEX_SWEEP_H

#include "convex.h"

// Moves `a` by motion, up to max_fraction (0 to 1) of it. True: it touches b, told as lope_capsule_sweep
// tells it (normal from b toward a). Starts in touch, within 1e-9 of the sizes: moving in is a hit at 0,
// any other motion is free. Starts inside: a hit at 0 with depth. One of the two must have a volume. Where
// nothing is met, *hit is not written.
bool lope_convex_sweep(const lope_convex *a, lope_point motion, const lope_convex *b, double max_fraction, lope_sweep_hit *hit);

#endif
