// convex_depth.h - how deep two convex shapes overlap, and the shortest way out.
#ifndef LOPE_SHAPE_CONVEX_DEPTH_H
#define LOPE_SHAPE_CONVEX_DEPTH_H

#include "convex.h"

// True: a and b touch or overlap, or are apart by no more than `touch` (m). Then *apart tells their
// separation as lope_capsule_separation does, with a in the capsule's place: distance is at most `touch`,
// negative by the depth. The depth of polytopes is exact to rounding. That of cylinders is exact to 1e-9 of
// their size, or where the search ends early the way out is longer than the least one. One of the two must
// have a volume.
bool lope_convex_overlap(const lope_convex *a, const lope_convex *b, double touch, lope_separation *apart);

#endif
