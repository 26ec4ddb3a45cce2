// clip_velocity.c - clips against one plane, then against pairs. See clip_velocity.h. Read next:
// motion/query/sweep.h.
#include "motion/query/clip_velocity.h"
#include "motion/query/sweep.h"

#define FLOAT_HALF 6e-8 // of a number: half of a float's last digit, by which it may be off

// Returns true when v goes into none of the planes by more than the tolerance.
static bool leaves_all(lope_point v, const lope_point *planes, uint32_t count, double tolerance)
{
    for (uint32_t i = 0; i < count; i++)
        if (lope_point_dot(v, planes[i]) < -tolerance) return false;
    return true;
}

lope_point lope_clip_velocity(lope_point v, const lope_point *planes, uint32_t count)
{
    lope_point zero = {0, 0, 0};
    double tolerance = 1e-7 * lope_point_length(v); // a tenth of what rounding a velocity to floats does
    if (leaves_all(v, planes, count, tolerance)) return v;
    for (uint32_t i = 0; i < count; i++) {
        double into = lope_point_dot(v, planes[i]);
        if (into >= -tolerance) continue;
        lope_point along = lope_point_mad(v, planes[i], -into);
        if (leaves_all(along, planes, count, tolerance)) return along;
    }
    for (uint32_t i = 0; i < count; i++)
        for (uint32_t k = i + 1; k < count; k++) {
            lope_point crease = lope_point_cross(planes[i], planes[k]);
            double squared = lope_point_dot(crease, crease);
            if (squared < 1e-12) continue; // the same plane twice, or its other side
            lope_point along = lope_point_scale(crease, lope_point_dot(v, crease) / squared);
            if (leaves_all(along, planes, count, tolerance)) return along;
        }
    return zero;
}

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
