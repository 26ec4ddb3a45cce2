// return_to_plane.h - the plane that a character or mover stays in, and the way back into it.
//
// Read next: return_to_plane.c, motion/moving/plane.h.
#ifndef LOPE_MOTION_QUERY_RETURN_TO_PLANE_H
#define LOPE_MOTION_QUERY_RETURN_TO_PLANE_H

#include "motion/query/capsule_query.h"

// Moves the feet straight back into the plane that the character stays in (space->planar). The way is
// swept, and at most `most` (m). offset: the plane's, from the world's origin. origin: the nearby's. The
// offset was once a float. Beyond 333 m a float is off by more than the skin, so feet within its error are
// kept. Returns the way gone (m). *swept: the feet were off by more than the skin.
double lope_return_to_plane(lope_space *space, lope_point origin, double offset, double most, lope_point *feet, bool *swept);
// Sets the plane that the character stays in. normal: of any length; zero: no plane.
void lope_space_set_plane(lope_space *space, lope_point normal);

#endif
