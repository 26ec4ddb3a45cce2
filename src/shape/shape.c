// shape.c - the public functions that choose by the kind of shape, and the bounds of each kind.
//
// A shape of unknown kind is nothing: no sweep hits it, and it is infinitely far away. Read next:
// separation.c, sweep_triangle.c, ray.c.
#include "shape/kernels.h"
#include "shape/rounded.h"

lope_separation lope_capsule_separation(const lope_capsule *capsule, const lope_shape *shape)
{
    switch (shape->kind) {
    case LOPE_SHAPE_TRIANGLE:
        return lope_separation_triangle(capsule, &shape->as.triangle);
    case LOPE_SHAPE_SPHERE:
        return lope_separation_sphere(capsule, &shape->as.sphere);
    case LOPE_SHAPE_CAPSULE:
        return lope_separation_capsule(capsule, &shape->as.capsule);
    case LOPE_SHAPE_BOX:
        return lope_separation_box(capsule, &shape->as.box);
    case LOPE_SHAPE_CYLINDER:
        return lope_separation_cylinder(capsule, &shape->as.cylinder);
    case LOPE_SHAPE_HULL:
        return lope_separation_hull(capsule, &shape->as.hull);
    case LOPE_SHAPE_KIND_COUNT:
        break;
    }
    lope_separation nowhere = {1e300, capsule->a, capsule->a, {0.0, 1.0, 0.0}};
    return nowhere;
}

bool lope_capsule_overlap(const lope_capsule *capsule, const lope_shape *shape)
{
    lope_point p, q;
    const lope_point a = capsule->a, b = capsule->b;
    double dd = 0.0, reach = capsule->radius;
    switch (shape->kind) {
    case LOPE_SHAPE_TRIANGLE:
        dd = lope_segment_triangle(a, b, &shape->as.triangle, &p, &q);
        break;
    case LOPE_SHAPE_BOX:
        dd = lope_segment_box(a, b, &shape->as.box, &p, &q);
        break;
    case LOPE_SHAPE_CYLINDER:
        dd = lope_segment_cylinder(a, b, &shape->as.cylinder, &p, &q);
        break;
    case LOPE_SHAPE_HULL:
        dd = lope_segment_hull(a, b, &shape->as.hull, &p, &q);
        break;
    default:
        return lope_capsule_separation(capsule, shape).distance <= 0.0;
    }
    // A capsule without radius may cross a shape without a distance of 0 to the last digit.
    return dd <= reach * reach || (reach <= 1e-9 && lope_capsule_separation(capsule, shape).distance <= 0.0);
}

bool lope_capsule_sweep(const lope_capsule *capsule, lope_point motion, const lope_shape *shape, lope_sweep_hit *hit)
{
    switch (shape->kind) {
    case LOPE_SHAPE_TRIANGLE: {
        lope_point normal = lope_triangle_normal(&shape->as.triangle);
        return lope_sweep_capsule_triangle(capsule, motion, &shape->as.triangle, normal, 1.0, hit);
    }
    case LOPE_SHAPE_SPHERE:
        return lope_sweep_capsule_sphere(capsule, motion, &shape->as.sphere, 1.0, hit);
    case LOPE_SHAPE_CAPSULE:
        return lope_sweep_capsule_capsule(capsule, motion, &shape->as.capsule, 1.0, hit);
    case LOPE_SHAPE_BOX:
        return lope_sweep_capsule_box(capsule, motion, &shape->as.box, 1.0, hit);
    case LOPE_SHAPE_CYLINDER:
        return lope_sweep_capsule_cylinder(capsule, motion, &shape->as.cylinder, 1.0, hit);
    case LOPE_SHAPE_HULL:
        return lope_sweep_capsule_hull(capsule, motion, &shape->as.hull, 1.0, hit);
    case LOPE_SHAPE_KIND_COUNT:
        break;
    }
    return false;
}

static lope_bounds lope_bounds_around(lope_point center, lope_point half)
{
    lope_bounds bounds;
    bounds.lower = lope_point_sub(center, half);
    bounds.upper = lope_point_add(center, half);
    return bounds;
}

static lope_bounds lope_bounds_of_points(const lope_point *points, uint32_t count)
{
    lope_bounds bounds = {{1e300, 1e300, 1e300}, {-1e300, -1e300, -1e300}};
    for (uint32_t i = 0; i < count; i++) {
        lope_point p = points[i];
        if (p.x < bounds.lower.x) bounds.lower.x = p.x;
        if (p.y < bounds.lower.y) bounds.lower.y = p.y;
        if (p.z < bounds.lower.z) bounds.lower.z = p.z;
        if (p.x > bounds.upper.x) bounds.upper.x = p.x;
        if (p.y > bounds.upper.y) bounds.upper.y = p.y;
        if (p.z > bounds.upper.z) bounds.upper.z = p.z;
    }
    return bounds;
}

static lope_bounds lope_bounds_of_capsule(const lope_capsule *capsule)
{
    lope_point ends[2] = {capsule->a, capsule->b};
    lope_point out = lope_point_make(capsule->radius, capsule->radius, capsule->radius);
    lope_bounds bounds = lope_bounds_of_points(ends, 2);
    bounds.lower = lope_point_sub(bounds.lower, out);
    bounds.upper = lope_point_add(bounds.upper, out);
    return bounds;
}

static lope_bounds lope_bounds_of_box(const lope_box *box)
{
    lope_point half = lope_point_make(0.0, 0.0, 0.0);
    for (int i = 0; i < 3; i++) {
        lope_point axis = box->axis[i];
        half = lope_point_mad(half, lope_point_make(fabs(axis.x), fabs(axis.y), fabs(axis.z)), box->half[i]);
    }
    return lope_bounds_around(box->center, half);
}

// Returns half the extent of a disc of radius 1 along a coordinate. x and y: the parts of its unit axis along
// the other two.
static double lope_disc_reach(double x, double y) { return sqrt(x * x + y * y); }

static lope_bounds lope_bounds_of_cylinder(const lope_cylinder *cylinder)
{
    lope_point axis = cylinder->axis;
    double radius = cylinder->radius, height = cylinder->half_height;
    lope_point half = lope_point_make(radius * lope_disc_reach(axis.y, axis.z) + height * fabs(axis.x),
                                      radius * lope_disc_reach(axis.z, axis.x) + height * fabs(axis.y),
                                      radius * lope_disc_reach(axis.x, axis.y) + height * fabs(axis.z));
    return lope_bounds_around(cylinder->center, half);
}

lope_bounds lope_shape_bounds(const lope_shape *shape)
{
    switch (shape->kind) {
    case LOPE_SHAPE_TRIANGLE:
        return lope_bounds_of_points(shape->as.triangle.v, 3);
    case LOPE_SHAPE_SPHERE: {
        double radius = shape->as.sphere.radius;
        return lope_bounds_around(shape->as.sphere.center, lope_point_make(radius, radius, radius));
    }
    case LOPE_SHAPE_CAPSULE:
        return lope_bounds_of_capsule(&shape->as.capsule);
    case LOPE_SHAPE_BOX:
        return lope_bounds_of_box(&shape->as.box);
    case LOPE_SHAPE_CYLINDER:
        return lope_bounds_of_cylinder(&shape->as.cylinder);
    case LOPE_SHAPE_HULL:
        return lope_bounds_of_points(shape->as.hull.points, shape->as.hull.point_count);
    case LOPE_SHAPE_KIND_COUNT:
        break;
    }
    return lope_bounds_of_points(NULL, 0);
}
