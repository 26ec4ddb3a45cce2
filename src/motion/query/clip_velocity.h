// clip_velocity.h - clips a velocity, or a displacement, against planes that are touched: two-wall adjust.
//
// This is the rule of movers. Walking has its own in the level plane: lope_along_walls, in
// motion/velocity/velocity_law.c. Falling must not turn speed into height: constrain, in
// character/modes/falling.c.
#ifndef LOPE_MOTION_QUERY_CLIP_VELOCITY_H
#define LOPE_MOTION_QUERY_CLIP_VELOCITY_H

#include "motion/query/capsule_query.h"

#define LOPE_CLIP_PLANES 4

// v without what goes into the planes (unit normals): along one of them, along the crease of two, or zero.
lope_point lope_clip_velocity(lope_point v, const lope_point *planes, uint32_t count);

// For who stays in a plane (space->planar): straight back into it, swept, by at most `most` m. offset: the plane's from the world's origin.
// It was a float: where that tells a plane only to within more than the skin, beyond 333 m, each one within is as good, and kept.
// Returns the way gone, m; *swept: it was off by more than the skin.
double lope_return_to_plane(lope_space *space, lope_point origin, double offset, double most, lope_point *feet, bool *swept);
// A plane's normal, of any length, for the space. A zero one is none.
void lope_space_set_plane(lope_space *space, lope_point normal);

#endif
