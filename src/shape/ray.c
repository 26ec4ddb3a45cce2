// ray.c - a ray against every kind of shape, in closed form.
//
// A ray is the segment from `from` to `from + motion`. It enters a solid where it passes the last of the
// surfaces on its near side. So each solid keeps an interval of fractions and cuts it. A triangle is hit from
// both sides. Its test is watertight: two triangles with a common edge judge the ray by the same number with
// opposite sign, so no ray slips through. Read next: shape.c.
#include "shape/distance_convex.h"
#include "shape/kernels.h"
#include "shape/segment.h"

// The part of the ray that is inside all surfaces so far, and the normal of the surface it entered last.
typedef struct lope_ray_span {
    double enter, leave;
    lope_point normal;
    bool entered; // through a surface: the start is outside
} lope_ray_span;

static lope_ray_span lope_ray_span_start(void)
{
    lope_ray_span span = {0.0, 1.0, {0.0, 0.0, 0.0}, false};
    return span;
}

// Cuts with the half space below a plane. `height`: of the start over the plane; `speed`: of the motion away
// from it. Returns false when nothing is left.
static bool lope_ray_span_cut(lope_ray_span *span, double height, double speed, lope_point normal)
{
    if (height > 0.0) {
        if (speed >= 0.0 || height > -speed * span->leave) return false;
        double t = height / -speed;
        if (t >= span->enter) {
            span->enter = t;
            span->normal = normal;
            span->entered = true;
        }
    } else if (speed > 0.0 && -height < speed * span->leave) {
        span->leave = -height / speed;
    }
    return span->enter <= span->leave;
}

static bool lope_ray_hit_at(lope_point from, lope_point motion, double fraction, lope_point normal, lope_ray_hit *hit)
{
    hit->fraction = fraction;
    hit->point = lope_point_mad(from, motion, fraction);
    hit->normal = normal;
    hit->inside = false;
    return true;
}

static bool lope_ray_hit_inside(lope_point from, lope_point motion, lope_ray_hit *hit)
{
    lope_point against = lope_point_unit(lope_point_scale(motion, -1.0), lope_point_make(0.0, 1.0, 0.0));
    lope_ray_hit_at(from, motion, 0.0, against, hit);
    hit->inside = true;
    return true;
}

static bool lope_ray_span_finish(const lope_ray_span *span, lope_point from, lope_point motion, lope_ray_hit *hit)
{
    return span->entered ? lope_ray_hit_at(from, motion, span->enter, span->normal, hit) : lope_ray_hit_inside(from, motion, hit);
}

// A ray that goes along the plane of a triangle by less than this sine has no crossing. The normal itself is
// not known better (see lope_triangle_normal), so height / speed would be a quotient of two roundings.
#define LOPE_RAY_IN_PLANE 1e-11
// Above this sine the crossing, with 1e-16 of rounding divided by the sine, is where the edges say it is.
// Below it the crossing is checked.
#define LOPE_RAY_GRAZING 1e-3

// Moves the fraction of a grazing ray to the part where the ray, seen along the normal, is over the triangle.
// The place along such a ray is less certain than its course over the triangle. Returns false when the point
// is off the triangle.
static bool lope_ray_graze(lope_point from, lope_point motion, const lope_triangle *triangle, lope_point normal, double reach,
                           double *fraction)
{
    lope_ray_span span = lope_ray_span_start();
    bool over = true;
    for (int i = 0; i < 3 && over; i++) {
        lope_point v = triangle->v[i], edge = lope_point_sub(triangle->v[i == 2 ? 0 : i + 1], v);
        lope_point out = lope_point_cross(edge, normal);
        over = lope_ray_span_cut(&span, lope_point_dot(lope_point_sub(from, v), out), lope_point_dot(motion, out), out);
    }
    if (over && *fraction < span.enter) *fraction = span.enter;
    if (over && *fraction > span.leave) *fraction = span.leave;
    lope_point p = lope_point_mad(from, motion, *fraction);
    return lope_point_length(lope_point_sub(p, lope_closest_on_triangle(p, triangle))) <= 1e-9 * reach;
}

static bool lope_ray_triangle(lope_point from, lope_point motion, const lope_triangle *triangle, lope_ray_hit *hit)
{
    lope_point a = lope_point_sub(triangle->v[0], from), b = lope_point_sub(triangle->v[1], from);
    lope_point c = lope_point_sub(triangle->v[2], from);
    double ab = lope_point_dot(motion, lope_point_cross(a, b)), bc = lope_point_dot(motion, lope_point_cross(b, c));
    double ca = lope_point_dot(motion, lope_point_cross(c, a));
    if ((ab < 0.0 || bc < 0.0 || ca < 0.0) && (ab > 0.0 || bc > 0.0 || ca > 0.0)) return false;
    lope_point front = lope_triangle_normal(triangle), normal = front;
    double height = -lope_point_dot(a, normal), speed = lope_point_dot(motion, normal), length = lope_point_length(motion);
    if (height < 0.0 || (height <= 0.0 && speed > 0.0)) {
        normal = lope_point_scale(normal, -1.0);
        height = -height;
        speed = -speed;
    }
    if (speed >= -LOPE_RAY_IN_PLANE * length || height > -speed) return false;
    double fraction = height / -speed;
    if (speed > -LOPE_RAY_GRAZING * length) {
        double reach = lope_point_length(a) + lope_point_length(b) + lope_point_length(c);
        if (!lope_ray_graze(from, motion, triangle, front, reach, &fraction)) return false;
    }
    return lope_ray_hit_at(from, motion, fraction, normal, hit);
}

// Cuts with a ball, or with an endless cylinder when w and m have no part along its axis. The root is taken
// from the point of the ray that is nearest, which keeps the digits for a start far away.
static bool lope_ray_span_round(lope_ray_span *span, lope_point w, lope_point m, double radius)
{
    double mm = lope_point_dot(m, m), ww = lope_point_dot(w, w), rr = radius * radius;
    if (mm <= LOPE_TINY_SQUARED) return ww <= rr;
    double nearest = -lope_point_dot(w, m) / mm;
    lope_point q = lope_point_mad(w, m, nearest);
    double inside = rr - lope_point_dot(q, q);
    if (inside < 0.0) return false;
    double reach = sqrt(inside / mm), enter = nearest - reach, leave = nearest + reach;
    if (leave < 0.0 || enter > 1.0) return false;
    if (leave < span->leave) span->leave = leave;
    if (ww > rr && enter >= span->enter) {
        span->enter = enter;
        span->normal = lope_point_unit(lope_point_mad(w, m, enter), lope_point_scale(m, -1.0 / sqrt(mm)));
        span->entered = true;
    }
    return span->enter <= span->leave;
}

static bool lope_ray_sphere(lope_point from, lope_point motion, const lope_sphere *sphere, lope_ray_hit *hit)
{
    lope_ray_span span = lope_ray_span_start();
    if (!lope_ray_span_round(&span, lope_point_sub(from, sphere->center), motion, sphere->radius)) return false;
    return lope_ray_span_finish(&span, from, motion, hit);
}

// Cuts with a cylinder with flat ends, from the heights lower to upper along the unit axis. Heights are
// relative to a point of the axis.
static bool lope_ray_span_cylinder(lope_ray_span *span, lope_point w, lope_point motion, lope_point axis, double radius,
                                   double lower, double upper)
{
    double h = lope_point_dot(w, axis), speed = lope_point_dot(motion, axis);
    if (!lope_ray_span_cut(span, h - upper, speed, axis)) return false;
    if (!lope_ray_span_cut(span, lower - h, -speed, lope_point_scale(axis, -1.0))) return false;
    return lope_ray_span_round(span, lope_point_mad(w, axis, -h), lope_point_mad(motion, axis, -speed), radius);
}

static bool lope_ray_cylinder(lope_point from, lope_point motion, const lope_cylinder *cylinder, lope_ray_hit *hit)
{
    lope_ray_span span = lope_ray_span_start();
    lope_point w = lope_point_sub(from, cylinder->center);
    double half = cylinder->half_height;
    if (!lope_ray_span_cylinder(&span, w, motion, cylinder->axis, cylinder->radius, -half, half)) return false;
    return lope_ray_span_finish(&span, from, motion, hit);
}

// A capsule is two balls and the cylinder between them: the earliest entry counts, and inside any of them is
// inside.
static bool lope_ray_capsule(lope_point from, lope_point motion, const lope_capsule *capsule, lope_ray_hit *hit)
{
    lope_point axis = lope_point_sub(capsule->b, capsule->a), wa = lope_point_sub(from, capsule->a);
    double length = lope_point_length(axis);
    bool found = false;
    lope_ray_hit one;
    for (int i = 0; i < 3; i++) {
        lope_ray_span span = lope_ray_span_start();
        if (i < 2) {
            lope_point w = i == 0 ? wa : lope_point_sub(from, capsule->b);
            if (!lope_ray_span_round(&span, w, motion, capsule->radius)) continue;
        } else {
            if (length * length <= LOPE_TINY_SQUARED) continue;
            lope_point unit = lope_point_scale(axis, 1.0 / length);
            if (!lope_ray_span_cylinder(&span, wa, motion, unit, capsule->radius, 0.0, length)) continue;
        }
        lope_ray_span_finish(&span, from, motion, &one);
        if (!found || one.fraction < hit->fraction || (one.inside && !hit->inside)) *hit = one;
        found = true;
    }
    return found;
}

static bool lope_ray_box(lope_point from, lope_point motion, const lope_box *box, lope_ray_hit *hit)
{
    lope_ray_span span = lope_ray_span_start();
    lope_point w = lope_point_sub(from, box->center);
    for (int i = 0; i < 3; i++) {
        double place = lope_point_dot(w, box->axis[i]), speed = lope_point_dot(motion, box->axis[i]);
        if (!lope_ray_span_cut(&span, place - box->half[i], speed, box->axis[i])) return false;
        lope_point back = lope_point_scale(box->axis[i], -1.0);
        if (!lope_ray_span_cut(&span, -place - box->half[i], -speed, back)) return false;
    }
    return lope_ray_span_finish(&span, from, motion, hit);
}

static bool lope_ray_hull(lope_point from, lope_point motion, const lope_hull *hull, lope_ray_hit *hit)
{
    lope_ray_span span = lope_ray_span_start();
    bool bounded = false;
    for (uint32_t i = 0; i < hull->triangle_count; i++) {
        lope_triangle triangle = lope_hull_triangle(hull, i);
        lope_point normal = lope_triangle_normal(&triangle);
        if (lope_point_dot(normal, normal) < 0.5) continue;
        bounded = true;
        double height = lope_point_dot(lope_point_sub(from, triangle.v[0]), normal);
        if (!lope_ray_span_cut(&span, height, lope_point_dot(motion, normal), normal)) return false;
    }
    return bounded && lope_ray_span_finish(&span, from, motion, hit);
}

bool lope_shape_ray(lope_point from, lope_point motion, const lope_shape *shape, lope_ray_hit *hit)
{
    switch (shape->kind) {
    case LOPE_SHAPE_TRIANGLE:
        return lope_ray_triangle(from, motion, &shape->as.triangle, hit);
    case LOPE_SHAPE_SPHERE:
        return lope_ray_sphere(from, motion, &shape->as.sphere, hit);
    case LOPE_SHAPE_CAPSULE:
        return lope_ray_capsule(from, motion, &shape->as.capsule, hit);
    case LOPE_SHAPE_BOX:
        return lope_ray_box(from, motion, &shape->as.box, hit);
    case LOPE_SHAPE_CYLINDER:
        return lope_ray_cylinder(from, motion, &shape->as.cylinder, hit);
    case LOPE_SHAPE_HULL:
        return lope_ray_hull(from, motion, &shape->as.hull, hit);
    case LOPE_SHAPE_KIND_COUNT:
        break;
    }
    return false;
}
