// plane.c - what of a base's motion, and of a way over ground, keeps to the plane. See plane.h.
#include "motion/moving/plane.h"

#define LOCKED_RISE 0.9999 // rise of the normal (0.8 degrees): such a plane counts as level

bool lope_plane_locks_up(const lope_space *space)
{
    double tilt = space->planar ? lope_rise(space, space->plane) : 0;
    return tilt > LOCKED_RISE || tilt < -LOCKED_RISE;
}

lope_point lope_plane_ride(const lope_space *space, lope_point from, lope_base_motion *carrier)
{
    lope_point begin = lope_point_sub(carrier->center, carrier->way), arm = lope_point_sub(from, begin);
    lope_point spin = lope_point_scale(lope_vec3_to_point(carrier->axis), carrier->angle);
    double about = lope_point_dot(spin, space->plane);
    lope_point across = lope_point_cross(lope_in_plane(space, spin), arm);
    carrier->way = lope_in_plane(space, lope_point_add(carrier->way, across));
    carrier->center = lope_point_add(begin, carrier->way);
    carrier->axis = lope_point_to_vec3(lope_point_scale(space->plane, about < 0 ? -1.0 : 1.0));
    carrier->angle = about < 0 ? -about : about;
    carrier->arm = lope_quat_rotate_point(lope_quat_from_axis(carrier->axis, (float)carrier->angle), arm);
    return lope_point_add(carrier->center, carrier->arm);
}

lope_point lope_plane_way(const lope_space *space, lope_point ground)
{
    lope_point way = lope_point_cross(ground, space->plane);
    // the ground lies in the plane: every way does
    if (lope_point_dot(way, way) < 1e-6) return (lope_point){0, 0, 0};
    way = lope_flat(space, way);
    double length = lope_point_length(way);
    return length > 1e-3 ? lope_point_scale(way, 1.0 / length) : (lope_point){0, 0, 0};
}
