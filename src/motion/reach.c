// reach.c - see reach.h. Everything is conservative by REACH_SPARE; the sweep itself decides.
#include "motion/reach.h"

#define REACH_SPARE 1e-9 // m, more than the rounding of any distance here

static double least(double a, double b) { return a < b ? a : b; }

// Whether the plane alone keeps them apart up to `limit`.
static bool apart(const lope_reach *reach, const lope_way *way, double limit)
{
    double low = least(reach->a, reach->b), high = -least(-reach->a, -reach->b), gap, approach;
    if (low > 0) {
        gap = low - way->capsule.radius;
        approach = reach->along < 0 ? -reach->along : 0;
    } else if (high < 0) {
        gap = -high - way->capsule.radius;
        approach = reach->along > 0 ? reach->along : 0;
    } else {
        return false;
    }
    return gap > limit * approach + REACH_SPARE || (gap > -REACH_SPARE && approach <= LOPE_GRAZING * way->length);
}

bool lope_reach_make(lope_reach *reach, const lope_way *way, const lope_near_triangle *triangle)
{
    const lope_point *v = triangle->shape.v;
    lope_point n = triangle->normal;
    reach->triangle = triangle;
    reach->along = lope_point_dot(n, way->motion);
    reach->edges_known = false;
    if (way->length > 0 && !triangle->two_sided && reach->along >= -1e-12 * way->length) return false;
    reach->a = lope_point_dot(n, lope_point_sub(way->capsule.a, v[0]));
    reach->b = lope_point_dot(n, lope_point_sub(way->capsule.b, v[0]));
    return !apart(reach, way, 1.0);
}

static void know_edges(lope_reach *reach, const lope_way *way)
{
    const lope_point *v = reach->triangle->shape.v;
    if (reach->edges_known) return;
    reach->edges_known = true;
    for (int i = 0; i < 3; i++) {
        lope_point edge = lope_point_sub(v[i == 2 ? 0 : i + 1], v[i]);
        lope_point out = lope_point_cross(edge, reach->triangle->normal);
        reach->edge_a[i] = lope_point_dot(out, lope_point_sub(way->capsule.a, v[i]));
        reach->edge_b[i] = lope_point_dot(out, lope_point_sub(way->capsule.b, v[i]));
        reach->edge_along[i] = lope_point_dot(out, way->motion);
        reach->edge_squared[i] = lope_point_dot(edge, edge);
    }
}

bool lope_reach_certain(lope_reach *reach, const lope_way *way, double fraction, double *at)
{
    bool front = reach->a > 0 && reach->b > 0, back = reach->a < 0 && reach->b < 0;
    if (!front && !back) return false;
    bool a_first = front ? reach->a < reach->b : reach->a > reach->b;
    double above = a_first ? reach->a : reach->b, gap = (front ? above : -above) - way->capsule.radius;
    double approach = front ? -reach->along : reach->along;
    if (gap < -REACH_SPARE || approach <= LOPE_GRAZING * way->length || gap >= fraction * approach) return false;
    double when = gap > 0 ? gap / approach : 0;
    know_edges(reach, way);
    for (int i = 0; i < 3; i++)
        if ((a_first ? reach->edge_a[i] : reach->edge_b[i]) + when * reach->edge_along[i] > 0) return false;
    *at = when;
    return true;
}

bool lope_reach_excludes(lope_reach *reach, const lope_way *way, double limit)
{
    if (apart(reach, way, limit)) return true;
    double low = least(reach->a, reach->b), high = -least(-reach->a, -reach->b), near_plane = 0;
    if (low > 0)
        near_plane = low + limit * least(reach->along, 0);
    else if (high < 0)
        near_plane = -high + limit * least(-reach->along, 0);
    if (near_plane < 0) near_plane = 0;
    double wide = way->capsule.radius + REACH_SPARE, squared = wide * wide - near_plane * near_plane;
    squared = (squared > 0 ? squared : 0) + REACH_SPARE; // m2, how far from the face's side the core may be to touch its edge
    know_edges(reach, way);
    for (int i = 0; i < 3; i++) {
        double outside = least(reach->edge_a[i], reach->edge_b[i]) + limit * least(reach->edge_along[i], 0);
        if (outside > 0 && outside * outside > squared * reach->edge_squared[i]) return true;
    }
    return false;
}

lope_sweep_hit lope_reach_hit(const lope_reach *reach, const lope_way *way, double at)
{
    bool front = reach->a > 0;
    bool a_first = front ? reach->a < reach->b : reach->a > reach->b;
    double above = (a_first ? reach->a : reach->b) + at * reach->along;
    lope_point end = lope_point_mad(a_first ? way->capsule.a : way->capsule.b, way->motion, at);
    lope_sweep_hit hit = {.fraction = at, .depth = 0};
    hit.normal = front ? reach->triangle->normal : lope_point_scale(reach->triangle->normal, -1.0);
    hit.point = lope_point_mad(end, reach->triangle->normal, -above);
    return hit;
}
