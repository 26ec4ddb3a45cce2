// sweep_convex.c - sweeps a capsule against a box or a cylinder (Newton's method on the distance) or a hull
// (its faces).
//
// The distance of two convex sets is a convex function of a translation. So each Newton step t + (distance -
// radius) / (closing speed) from the left is a lower bound of the fraction of contact, and never overshoots.
// Once it passes the end of the motion, or the distance stops falling, there is certainly no hit. It
// converges quadratically. A graze, where the distance has its minimum at the radius, still gains two digits
// of distance in three or four rounds. Read next: distance_convex.c.

#include "shape/sweep_convex.h"

#include "shape/distance.h"
#include "shape/distance_convex.h"
#include "shape/rounded.h"
#include "shape/separation_convex.h"
#include "shape/sweep_triangle.h"

typedef double (*lope_nearest_function)(lope_point a, lope_point b, const void *target, lope_point *on_segment,
                                        lope_point *on_target);

static double lope_nearest_box(lope_point a, lope_point b, const void *target, lope_point *on_segment, lope_point *on_target)
{
    return lope_segment_box(a, b, (const lope_box *)target, on_segment, on_target);
}

static double lope_nearest_cylinder(lope_point a, lope_point b, const void *target, lope_point *on_segment, lope_point *on_target)
{
    return lope_segment_cylinder(a, b, (const lope_cylinder *)target, on_segment, on_target);
}

#define LOPE_NEWTON_ROUNDS 64

// Sweeps from a start that is apart. `length`: of the motion, not 0. The hit is where the surfaces are within
// `close` of each other.
static bool lope_sweep_newton(const lope_capsule *capsule, lope_point motion, double length, double max_fraction,
                              lope_nearest_function nearest, const void *target, double close, lope_sweep_hit *hit)
{
    double t = 0.0;
    lope_point on_segment, on_target, normal = lope_point_scale(motion, -1.0 / length);
    for (int i = 0; i < LOPE_NEWTON_ROUNDS; i++) {
        lope_point a = lope_point_mad(capsule->a, motion, t), b = lope_point_mad(capsule->b, motion, t);
        double distance = sqrt(nearest(a, b, target, &on_segment, &on_target)), gap = distance - capsule->radius;
        lope_point apart = lope_point_sub(on_segment, on_target);
        // Nearer than this the difference of the points is mostly rounding, so the normal of the last round
        // is better.
        if (distance > 1e-7 * (1.0 + capsule->radius)) normal = lope_point_unit(apart, normal);
        double speed = -lope_point_dot(normal, motion);
        bool last = i == LOPE_NEWTON_ROUNDS - 1;
        double step = gap > 0.0 && speed > 0.0 && gap <= speed * 2.0 ? gap / speed : 0.0;
        // Near enough, or so near that the next step would be lost in the rounding of t.
        if (gap <= close || (step > 0.0 && t + step <= t) || (last && gap <= lope_touch_tolerance(capsule->radius))) {
            hit->fraction = t;
            hit->point = on_target;
            hit->normal = normal;
            hit->depth = 0.0;
            return true;
        }
        if (speed <= 0.0 || gap > speed * (max_fraction - t)) return false;
        t += step;
    }
    return false;
}

// Returns `close` for a shape of a size: a hundred roundings of the numbers that make up the distance.
static double lope_close_gap(const lope_capsule *capsule, double size)
{
    return 1e-13 * (capsule->radius + size) + 1e-15 * lope_point_length(capsule->a);
}

static bool lope_sweep_started(const lope_separation *apart, const lope_capsule *capsule, lope_point motion, double length,
                               lope_sweep_hit *hit, bool *result)
{
    lope_start start = lope_start_of(apart->distance, capsule->radius, apart->normal, motion, length);
    if (start == LOPE_START_CLEAR) return false;
    *result = start != LOPE_START_FREE && lope_start_hit(apart, start, hit);
    return true;
}

bool lope_sweep_capsule_box(const lope_capsule *capsule, lope_point motion, const lope_box *box, double max_fraction,
                            lope_sweep_hit *hit)
{
    double length = lope_motion_length(motion), size = box->half[0] + box->half[1] + box->half[2];
    lope_separation apart = lope_separation_box(capsule, box);
    bool result;
    if (lope_sweep_started(&apart, capsule, motion, length, hit, &result)) return result;
    return lope_sweep_newton(capsule, motion, length, max_fraction, lope_nearest_box, box, lope_close_gap(capsule, size), hit);
}

bool lope_sweep_capsule_cylinder(const lope_capsule *capsule, lope_point motion, const lope_cylinder *cylinder,
                                 double max_fraction, lope_sweep_hit *hit)
{
    double length = lope_motion_length(motion), size = cylinder->radius + cylinder->half_height;
    lope_separation apart = lope_separation_cylinder(capsule, cylinder);
    bool result;
    if (lope_sweep_started(&apart, capsule, motion, length, hit, &result)) return result;
    return lope_sweep_newton(capsule, motion, length, max_fraction, lope_nearest_cylinder, cylinder,
                             lope_close_gap(capsule, size), hit);
}

// The outside of a hull is triangles, each of which has a closed form, and the earliest counts. A triangle
// that the motion does not go against is skipped: where it is hit first, a triangle beside it is hit at the
// same place.
static bool lope_sweep_hull_faces(const lope_capsule *capsule, lope_point motion, const lope_hull *hull, double max_fraction,
                                  lope_sweep_hit *hit)
{
    bool found = false;
    lope_sweep_hit one;
    for (uint32_t i = 0; i < hull->triangle_count; i++) {
        lope_triangle triangle = lope_hull_triangle(hull, i);
        lope_point normal = lope_triangle_normal(&triangle);
        if (lope_point_dot(normal, normal) > 0.5 && lope_point_dot(normal, motion) >= 0.0) continue;
        if (!lope_sweep_capsule_triangle(capsule, motion, &triangle, normal, max_fraction, &one)) continue;
        if (found && one.fraction >= hit->fraction) continue;
        *hit = one;
        max_fraction = one.fraction;
        found = true;
    }
    return found;
}

bool lope_sweep_capsule_hull(const lope_capsule *capsule, lope_point motion, const lope_hull *hull, double max_fraction,
                             lope_sweep_hit *hit)
{
    if (hull->triangle_count == 0) return false;
    double length = lope_motion_length(motion);
    double reach = capsule->radius + lope_touch_tolerance(capsule->radius);
    bool result, clear = lope_hull_plane_distance(capsule->a, capsule->b, hull) > reach;
    if (clear && length <= 0.0) return false;
    if (!clear) {
        lope_separation apart = lope_separation_hull(capsule, hull);
        if (lope_sweep_started(&apart, capsule, motion, length, hit, &result)) return result;
    }
    return lope_sweep_hull_faces(capsule, motion, hull, max_fraction, hit);
}
