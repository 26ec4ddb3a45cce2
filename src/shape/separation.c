// separation.c - the distance or the depth of overlap of a capsule and a triangle, sphere or capsule.
//
// While the segment of the capsule is outside the core of the shape, depth and normal come from the nearest
// points. When it crosses the core, the way out is the cheapest face of the core swept along the segment
// (sweep_triangle.c describes that prism). Read next: separation_convex.c for box, cylinder and hull.

#include "shape/separation.h"

#include "shape/depth.h"
#include "shape/distance.h"

lope_separation lope_separation_triangle(const lope_capsule *capsule, const lope_triangle *triangle)
{
    lope_separation result;
    double dd = lope_segment_triangle(capsule->a, capsule->b, triangle, &result.on_axis, &result.point);
    double scale = capsule->radius;
    for (int i = 1; i < 3; i++) scale += lope_point_length(lope_point_sub(triangle->v[i], triangle->v[0]));
    bool apart = lope_separation_apart(capsule, dd, scale, &result);
    if (apart && !lope_separation_uncertain(dd, scale)) return result;
    const lope_point *v = triangle->v;
    lope_point u = lope_point_sub(capsule->b, capsule->a), normal = lope_triangle_normal(triangle);
    lope_way_out way = lope_way_out_start(capsule);
    if (apart) lope_way_out_try_points(&way, result.normal, v, 3);
    double measured = way.depth;
    for (int face = -1; face < 3; face++) {
        int next = face == 2 ? 0 : face + 1;
        if (face >= 0) normal = lope_cross_unit(lope_point_sub(v[next], v[face]), u);
        lope_way_out_try_points(&way, normal, v, 3);
    }
    if (apart && way.depth >= measured) return result;
    if (!way.found) lope_way_out_take(&way, lope_point_perpendicular(u), 0.0);
    lope_capsule moved = lope_way_out_moved(&way, capsule, apart);
    lope_segment_triangle(moved.a, moved.b, triangle, &result.on_axis, &result.point);
    lope_way_out_finish(&way, capsule, &result);
    return result;
}

// Goes from the nearest point of the target's core out to its surface.
static void lope_separation_round(lope_separation *result, double distance, double radius, double target_radius)
{
    result->point = lope_point_mad(result->point, result->normal, target_radius);
    result->distance = distance - radius - target_radius;
}

lope_separation lope_separation_sphere(const lope_capsule *capsule, const lope_sphere *sphere)
{
    lope_separation result;
    lope_point u = lope_point_sub(capsule->b, capsule->a);
    double s = lope_segment_parameter(capsule->a, u, sphere->center);
    result.on_axis = lope_point_mad(capsule->a, u, s);
    result.point = sphere->center;
    lope_point apart = lope_point_sub(result.on_axis, sphere->center);
    double distance = lope_point_length(apart);
    bool apart_enough = distance > 1e-11 * (capsule->radius + sphere->radius) && distance > 1e-30;
    result.normal = apart_enough ? lope_point_scale(apart, 1.0 / distance) : lope_point_perpendicular(u);
    lope_separation_round(&result, distance, capsule->radius, sphere->radius);
    return result;
}

lope_separation lope_separation_capsule(const lope_capsule *capsule, const lope_capsule *target)
{
    lope_separation result;
    lope_point u = lope_point_sub(capsule->b, capsule->a), w = lope_point_sub(target->b, target->a);
    double s, t, radius = capsule->radius + target->radius;
    double distance =
        sqrt(lope_segments_nearest(capsule->a, u, lope_point_dot(u, u), target->a, w, lope_point_dot(w, w), &s, &t));
    result.on_axis = lope_point_mad(capsule->a, u, s);
    result.point = lope_point_mad(target->a, w, t);
    if (distance > 1e-11 * radius && distance > 1e-30) {
        lope_point apart = lope_point_sub(lope_point_mad(lope_point_sub(capsule->a, target->a), u, s), lope_point_scale(w, t));
        result.normal = lope_point_scale(apart, 1.0 / distance);
    } else {
        // The axes cross: the way out is at right angles to both, toward the side of the capsule's middle.
        lope_point longer = lope_point_dot(u, u) >= lope_point_dot(w, w) ? u : w;
        lope_point normal = lope_point_unit(lope_cross_unit(u, w), lope_point_perpendicular(longer));
        lope_point from = lope_point_add(target->a, target->b), to = lope_point_add(capsule->a, capsule->b);
        if (lope_point_dot(normal, lope_point_sub(to, from)) < 0.0) normal = lope_point_scale(normal, -1.0);
        result.normal = normal;
    }
    lope_separation_round(&result, distance, capsule->radius, target->radius);
    return result;
}
