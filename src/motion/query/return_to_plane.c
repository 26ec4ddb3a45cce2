// return_to_plane.c - straight back into the plane, swept when it is more than rounding. See
// return_to_plane.h. Read next: motion/query/sweep.h.
#include "motion/query/return_to_plane.h"
#include "motion/query/sweep.h"

#define FLOAT_HALF 6e-8 // of a number: half of a float's last digit, by which it may be off

void lope_space_set_plane(lope_space *space, lope_point normal)
{
    double length = lope_point_length(normal);
    space->planar = length > 0;
    if (space->planar) space->plane = lope_point_scale(normal, 1.0 / length);
}

double lope_return_to_plane(lope_space *space, lope_point origin, double offset, double most, lope_point *feet, bool *swept)
{
    double off = lope_point_dot(space->plane, lope_point_add(origin, *feet)) - offset, far = off < 0 ? -off : off;
    double untold = FLOAT_HALF * (offset < 0 ? -offset : offset);
    *swept = false;
    // as far as can be told, this is its plane
    if (untold > LOPE_SKIN * space->unit && far <= untold) return 0;
    double way = far < most ? far : most;
    // otherwise it is rounding, and what it touches it goes on touching
    *swept = far > LOPE_SKIN * space->unit;
    lope_point motion = lope_point_scale(space->plane, off < 0 ? way : -way);
    lope_contact contact;
    if (*swept) {
        space->planar = false; // this way leads across the plane: contacts count as they are
        if (lope_sweep(space, *feet, motion, &contact)) {
            motion = lope_point_scale(motion, contact.fraction);
            way *= contact.fraction;
        }
        space->planar = true;
    }
    *feet = lope_point_add(*feet, motion);
    return way;
}
