// convex.c - support points of every kind of shape. See convex.h.
#include "convex.h"
#include "segment.h"

lope_convex lope_convex_of(const lope_shape *shape)
{
    lope_convex convex = {shape, {0, 0, 0}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, false};
    return convex;
}

static lope_point farthest_of(const lope_point *points, uint32_t count, lope_point direction)
{
    uint32_t best = 0;
    double most = lope_point_dot(points[0], direction);
    for (uint32_t i = 1; i < count; i++) {
        double along = lope_point_dot(points[i], direction);
        if (along > most) most = along, best = i;
    }
    return points[best];
}

static lope_point box_support(const lope_box *box, lope_point direction)
{
    lope_point p = box->center;
    for (int k = 0; k < 3; k++) {
        double half = lope_point_dot(box->axis[k], direction) < 0 ? -box->half[k] : box->half[k];
        p = lope_point_mad(p, box->axis[k], half);
    }
    return p;
}

static lope_point cylinder_support(const lope_cylinder *cylinder, lope_point direction)
{
    double along = lope_point_dot(cylinder->axis, direction);
    lope_point out = lope_point_mad(direction, cylinder->axis, -along), zero = {0, 0, 0};
    // Once more, so that it is square to the axis to the last digit.
    out = lope_point_mad(out, cylinder->axis, -lope_point_dot(cylinder->axis, out));
    // A direction along the axis leaves nothing but rounding across: any point of the end is as far.
    double least = 1e-14 * lope_point_length(direction);
    out = lope_point_dot(out, out) > least * least ? lope_point_unit(out, zero) : zero;
    double half = along < 0 ? -cylinder->half_height : cylinder->half_height;
    return lope_point_mad(lope_point_mad(cylinder->center, cylinder->axis, half), out, cylinder->radius);
}

static lope_point own_support(const lope_shape *shape, lope_point direction)
{
    lope_point zero = {0, 0, 0};
    switch (shape->kind) {
    case LOPE_SHAPE_TRIANGLE:
        return farthest_of(shape->as.triangle.v, 3, direction);
    case LOPE_SHAPE_SPHERE:
        return lope_point_mad(shape->as.sphere.center, lope_point_unit(direction, zero), shape->as.sphere.radius);
    case LOPE_SHAPE_CAPSULE: {
        const lope_capsule *c = &shape->as.capsule;
        bool b = lope_point_dot(lope_point_sub(c->b, c->a), direction) > 0;
        return lope_point_mad(b ? c->b : c->a, lope_point_unit(direction, zero), c->radius);
    }
    case LOPE_SHAPE_BOX:
        return box_support(&shape->as.box, direction);
    case LOPE_SHAPE_CYLINDER:
        return cylinder_support(&shape->as.cylinder, direction);
    case LOPE_SHAPE_HULL:
        return farthest_of(shape->as.hull.points, shape->as.hull.point_count, direction);
    case LOPE_SHAPE_KIND_COUNT:
        break;
    }
    return zero;
}

static lope_point to_own(const lope_convex *c, lope_point v)
{
    return lope_point_make(lope_point_dot(c->axis[0], v), lope_point_dot(c->axis[1], v), lope_point_dot(c->axis[2], v));
}

static lope_point from_own(const lope_convex *c, lope_point p)
{
    if (c->turned) p = lope_point_mad(lope_point_mad(lope_point_scale(c->axis[0], p.x), c->axis[1], p.y), c->axis[2], p.z);
    return lope_point_add(p, c->at);
}

lope_point lope_convex_support(const lope_convex *convex, lope_point direction)
{
    return from_own(convex, own_support(convex->shape, convex->turned ? to_own(convex, direction) : direction));
}

static lope_point middle_of(const lope_point *points, uint32_t count)
{
    lope_point sum = {0, 0, 0};
    for (uint32_t i = 0; i < count; i++) sum = lope_point_add(sum, lope_point_scale(points[i], 1.0 / (double)count));
    return sum;
}

lope_point lope_convex_middle(const lope_convex *convex)
{
    const lope_shape *shape = convex->shape;
    lope_point p = {0, 0, 0};
    if (shape->kind == LOPE_SHAPE_TRIANGLE) p = middle_of(shape->as.triangle.v, 3);
    if (shape->kind == LOPE_SHAPE_SPHERE) p = shape->as.sphere.center;
    if (shape->kind == LOPE_SHAPE_CAPSULE) p = lope_point_scale(lope_point_add(shape->as.capsule.a, shape->as.capsule.b), 0.5);
    if (shape->kind == LOPE_SHAPE_BOX) p = shape->as.box.center;
    if (shape->kind == LOPE_SHAPE_CYLINDER) p = shape->as.cylinder.center;
    if (shape->kind == LOPE_SHAPE_HULL) p = middle_of(shape->as.hull.points, shape->as.hull.point_count);
    return from_own(convex, p);
}

double lope_convex_size(const lope_convex *convex)
{
    lope_bounds bounds = lope_shape_bounds(convex->shape);
    return lope_point_length(lope_point_sub(bounds.upper, bounds.lower));
}
