// triangle_cull.c - works out triangle_cull.h's answers, conservative by REACH_SPARE. Read next: sweep.c.
#include "motion/query/triangle_cull.h"

#define REACH_SPARE 1e-9 // m: more than the rounding of any distance here

static double least(double a, double b) { return a < b ? a : b; }

lope_way lope_way_of(const lope_space *space, lope_point feet, lope_point motion, double radius)
{
    lope_way way;
    way.capsule = lope_space_capsule(space, feet);
    way.capsule.radius = radius;
    way.motion = motion;
    way.length = lope_point_length(motion);
    way.offset = lope_point_sub(feet, space->around->home);
    way.radius = space->radius;
    way.core = space->height - 2 * space->radius;
    double rise = lope_rise(space, motion);
    way.first = lope_rise(space, way.offset) + way.radius;
    way.lowest = way.first + lope_below_zero(rise);
    if (-rise < way.length) way.first = way.lowest;
    return way;
}

// Fills in the way's place over the triangle's planes.
static void know_planes(lope_triangle_cull *reach, const lope_way *way)
{
    const lope_shortlist_entry *neighbor = reach->neighbor;
    const lope_near_planes *planes = &neighbor->triangle->planes;
    lope_d4 rise = lope_d4_load(neighbor->rise);
    lope_d4 feet = lope_d4_add(lope_d4_load(neighbor->home), lope_near_along(planes, way->offset));
    lope_d4_store(reach->at, lope_d4_add(feet, lope_d4_mul(rise, lope_d4_splat(way->radius))));
    lope_d4_store(reach->core, lope_d4_mul(rise, lope_d4_splat(way->core)));
    lope_d4_store(reach->along, lope_near_along(planes, way->motion));
}

bool lope_triangle_cull_make(lope_triangle_cull *reach, const lope_way *way, const lope_shortlist_entry *neighbor)
{
    const lope_near_triangle *triangle = neighbor->triangle;
    lope_point normal = lope_near_normal(triangle);
    double along = lope_point_dot(normal, way->motion), rise = neighbor->rise[0];
    if (way->length > 0 && !triangle->two_sided && along >= -1e-12 * way->length) return false;
    double a = neighbor->home[0] + lope_point_dot(normal, way->offset) + rise * way->radius, core = rise * way->core;
    double low = a + lope_below_zero(core), high = a - lope_below_zero(-core), gap = -1, approach = 0;
    if (low > 0) {
        gap = low - way->capsule.radius;
        approach = -lope_below_zero(along);
    } else if (high < 0) {
        gap = -high - way->capsule.radius;
        approach = -lope_below_zero(-along);
    }
    if (gap > approach + REACH_SPARE || (gap > -REACH_SPARE && approach <= LOPE_GRAZING * way->length)) return false;
    reach->soonest = gap > REACH_SPARE ? (gap - REACH_SPARE) / approach : 0;
    reach->neighbor = neighbor;
    know_planes(reach, way);
    return true;
}

// Finds which end of the core is nearer to the triangle's plane. *front: the core is in front of it.
// Returns false when the plane cuts the core.
static bool nearer_end(const lope_triangle_cull *reach, bool *front, bool *a_first)
{
    double a = reach->at[0], b = a + reach->core[0];
    *front = a > 0 && b > 0;
    *a_first = *front ? a < b : a > b;
    return *front || (a < 0 && b < 0);
}

bool lope_triangle_cull_certain(const lope_triangle_cull *reach, const lope_way *way, double fraction, double *at)
{
    bool front, a_first;
    if (!nearer_end(reach, &front, &a_first)) return false;
    double above = reach->at[0] + (a_first ? 0 : reach->core[0]), gap = (front ? above : -above) - way->capsule.radius;
    double approach = front ? -reach->along[0] : reach->along[0];
    if (gap < -REACH_SPARE || approach <= LOPE_GRAZING * way->length || gap >= fraction * approach) return false;
    double when = gap > 0 ? gap / approach : 0;
    for (int i = 1; i < 4; i++)
        if (reach->at[i] + (a_first ? 0 : reach->core[i]) + when * reach->along[i] > 0) return false;
    *at = when;
    return true;
}

// Returns true when the way keeps clear of the corner between the triangle's plane and one that stands on an
// edge, outside of both. The distances to the two planes are linear in the time, and make a line in a plane,
// with the corner at zero. Where one of the distances does not fall, nothing comes nearer than that line.
// apart: m, of the core from the triangle's plane. leads: m, by which the motion adds to it. squared: m2, as
// near as counts.
static bool passes_corner(const lope_triangle_cull *reach, double apart, double leads, double squared)
{
    for (int i = 1; i < 4; i++) {
        const double outside = reach->at[i] + lope_below_zero(reach->core[i]), along = reach->along[i];
        if (!(outside > 0) || (leads < 0 && along < 0)) continue;
        const double across = apart * along - outside * leads, length = leads * leads + along * along;
        const bool falls = apart * leads + outside * along < 0;
        if (falls ? across * across > squared * length : apart * apart + outside * outside > squared) return true;
    }
    return false;
}

bool lope_triangle_cull_excludes(const lope_triangle_cull *reach, const lope_way *way, double limit)
{
    if (reach->soonest > limit) return true;
    double a = reach->at[0], b = a + reach->core[0], low = least(a, b), high = -least(-a, -b), near_plane = 0;
    if (low > 0)
        near_plane = low + limit * lope_below_zero(reach->along[0]);
    else if (high < 0)
        near_plane = -high + limit * lope_below_zero(-reach->along[0]);
    if (near_plane < 0) near_plane = 0;
    const double wide = way->capsule.radius + REACH_SPARE, rest = wide * wide - near_plane * near_plane;
    // m2: within this of the face's side the core may touch an edge
    const double squared = (rest > 0 ? rest : 0) + REACH_SPARE;
    for (int i = 1; i < 4; i++) {
        double outside = reach->at[i] + lope_below_zero(reach->core[i]) + limit * lope_below_zero(reach->along[i]);
        if (outside > 0 && outside * outside > squared) return true;
    }
    const bool front = low > 0;
    if (!front && !(high < 0)) return false;
    return passes_corner(reach, front ? low : -high, front ? reach->along[0] : -reach->along[0], wide * wide + REACH_SPARE);
}

double lope_triangle_cull_top(const lope_triangle_cull *reach, const lope_space *space)
{
    const lope_point *v = reach->neighbor->triangle->shape.v;
    double top = -1e30;
    for (int i = 0; i < 3; i++) {
        double rise = lope_rise(space, lope_point_sub(v[i], space->around->home));
        if (rise > top) top = rise;
    }
    return top;
}

lope_sweep_hit lope_triangle_cull_hit(const lope_triangle_cull *reach, const lope_way *way, double at)
{
    bool front, a_first;
    nearer_end(reach, &front, &a_first);
    double above = reach->at[0] + (a_first ? 0 : reach->core[0]) + at * reach->along[0];
    lope_point end = lope_point_mad(a_first ? way->capsule.a : way->capsule.b, way->motion, at);
    lope_point normal = lope_near_normal(reach->neighbor->triangle);
    lope_sweep_hit hit = {.fraction = at, .depth = 0};
    hit.normal = front ? normal : lope_point_scale(normal, -1.0);
    hit.point = lope_point_mad(end, normal, -above);
    return hit;
}
