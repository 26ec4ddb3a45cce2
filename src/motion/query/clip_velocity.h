// clip_velocity.h - clips a velocity or a displacement against planes that are touched: two-wall adjust.
//
// Rule: this is the rule of movers. Walking has its own in the level plane:
// motion/velocity/two_wall_adjust.h. Falling must not turn speed into height: constrain in
// character/modes/falling.c.
// Read next: clip_velocity.c.
#ifndef LOPE_MOTION_QUERY_CLIP_VELOCITY_H
#define LOPE_MOTION_QUERY_CLIP_VELOCITY_H

#include "motion/query/capsule_query.h"

// The most planes that a caller keeps.
#define LOPE_CLIP_PLANES 4

// Returns v without what goes into the planes: along one of them, along the crease of two, or zero. planes:
// unit normals.
lope_point lope_clip_velocity(lope_point v, const lope_point *planes, uint32_t count);

// Moves the feet straight back into the plane that the character stays in (space->planar). The way is
// swept, and at most `most` (m). offset: the plane's, from the world's origin. origin: the nearby's. The
// offset was once a float. Beyond 333 m a float is off by more than the skin, so feet within its error are
// kept. Returns the way gone (m). *swept: the feet were off by more than the skin.
double lope_return_to_plane(lope_space *space, lope_point origin, double offset, double most, lope_point *feet, bool *swept);
// Sets the plane that the character stays in. normal: of any length; zero: no plane.
void lope_space_set_plane(lope_space *space, lope_point normal);

#endif
