// sweep_round.c - a moving capsule against a sphere or a capsule, in closed form.
//
// Against a sphere the swept set is a segment, against a capsule a parallelogram. Both are rounded by the sum
// of the radii. The entry of rounded.h gives the place on the core of the target; the touched point lies a
// target radius nearer. Read next: rounded.h.

#include "shape/sweep_round.h"

#include "shape/rounded.h"
#include "shape/separation.h"

// Fills in the hit. The entry found the core of the target at the distance of both radii; the point is moved
// out to the surface of the target.
static bool lope_round_finish(const lope_entry *entry, double target_radius, lope_sweep_hit *hit)
{
    if (!lope_entry_finish(entry, hit)) return false;
    hit->point = lope_point_mad(hit->point, hit->normal, target_radius);
    return true;
}

bool lope_sweep_capsule_sphere(const lope_capsule *capsule, lope_point motion, const lope_sphere *sphere, double max_fraction,
                               lope_sweep_hit *hit)
{
    double length = lope_motion_length(motion), radius = capsule->radius + sphere->radius;
    lope_separation apart = lope_separation_sphere(capsule, sphere);
    lope_start start = lope_start_of(apart.distance, capsule->radius, apart.normal, motion, length);
    if (start == LOPE_START_FREE) return false;
    if (start != LOPE_START_CLEAR) return lope_start_hit(&apart, start, hit);
    lope_entry entry = lope_entry_start(motion, radius, max_fraction);
    lope_point wa = lope_point_sub(capsule->a, sphere->center), wb = lope_point_sub(capsule->b, sphere->center);
    lope_edge_direction along = lope_edge_direction_make(&entry, lope_point_sub(capsule->a, capsule->b));
    lope_entry_try_ball(&entry, wa, sphere->center);
    lope_entry_try_ball(&entry, wb, sphere->center);
    lope_entry_try_segment(&entry, &along, wa, sphere->center);
    return lope_round_finish(&entry, sphere->radius, hit);
}

// Finds the entry into the flat middle of the rounded parallelogram q0 + t * w - s * u: where the ray is
// `radius` from its plane.
static bool lope_sheet_hit(const lope_entry *entry, lope_point wa, lope_point u, lope_point w, double radius, lope_sweep_hit *hit,
                           double *t_out)
{
    lope_point n = lope_point_cross(u, w);
    double nn = lope_point_dot(n, n), uu = lope_point_dot(u, u), ww = lope_point_dot(w, w);
    if (nn <= 1e-10 * uu * ww || nn <= LOPE_TINY_SQUARED * LOPE_TINY_SQUARED) return false;
    double place = lope_point_dot(wa, n), thick = radius * sqrt(nn), speed = lope_point_dot(entry->motion, n);
    if (place < 0.0) {
        n = lope_point_scale(n, -1.0);
        place = -place;
        speed = -speed;
    }
    double gap = place - thick;
    if (gap < 0.0 || speed >= 0.0 || gap > -speed * entry->fraction) return false;
    double fraction = gap / -speed;
    // p = t * w - s * u + (its part along n). n is +-(u x w), so both orders of sign are taken from u x w
    // itself.
    lope_point p = lope_point_mad(wa, entry->motion, fraction), m = lope_point_cross(u, w);
    double t = lope_point_dot(lope_point_cross(u, p), m), s = lope_point_dot(lope_point_cross(w, p), m);
    if (t < 0.0 || t > nn || s < 0.0 || s > nn) return false;
    hit->fraction = fraction;
    hit->normal = lope_point_scale(n, 1.0 / sqrt(nn));
    hit->depth = 0.0;
    *t_out = t / nn;
    return true;
}

bool lope_sweep_capsule_capsule(const lope_capsule *capsule, lope_point motion, const lope_capsule *target, double max_fraction,
                                lope_sweep_hit *hit)
{
    double length = lope_motion_length(motion), radius = capsule->radius + target->radius, t;
    lope_separation apart = lope_separation_capsule(capsule, target);
    lope_start start = lope_start_of(apart.distance, capsule->radius, apart.normal, motion, length);
    if (start == LOPE_START_FREE) return false;
    if (start != LOPE_START_CLEAR) return lope_start_hit(&apart, start, hit);
    lope_entry entry = lope_entry_start(motion, radius, max_fraction);
    lope_point u = lope_point_sub(capsule->b, capsule->a), w = lope_point_sub(target->b, target->a);
    lope_point wa = lope_point_sub(capsule->a, target->a), wb = lope_point_sub(capsule->b, target->a);
    if (lope_sheet_hit(&entry, wa, u, w, radius, hit, &t)) {
        hit->point = lope_point_mad(lope_point_mad(target->a, w, t), hit->normal, target->radius);
        return true;
    }
    lope_edge_direction along = lope_edge_direction_make(&entry, lope_point_scale(u, -1.0));
    lope_edge_direction edge = lope_edge_direction_make(&entry, w);
    lope_point wa1 = lope_point_sub(capsule->a, target->b), wb1 = lope_point_sub(capsule->b, target->b);
    lope_entry_try_ball(&entry, wa, target->a);
    lope_entry_try_ball(&entry, wb, target->a);
    lope_entry_try_ball(&entry, wa1, target->b);
    lope_entry_try_ball(&entry, wb1, target->b);
    lope_entry_try_edge(&entry, &edge, wa, target->a);
    lope_entry_try_edge(&entry, &edge, wb, target->a);
    lope_entry_try_segment(&entry, &along, wa, target->a);
    lope_entry_try_segment(&entry, &along, wa1, target->b);
    return lope_round_finish(&entry, target->radius, hit);
}
