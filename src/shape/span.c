// span.c - finds the part of a segment that is in a solid: closed forms, by clipping with planes and
// quadrics.
#include <lope/shape.h>

// Keeps the part of *enter to *leave with offset + rate * share <= 0. Returns false when nothing is left.
static bool clip_plane(double offset, double rate, double *enter, double *leave)
{
    if (rate == 0) return offset <= 0;
    double at = -offset / rate;
    if (rate > 0 && at < *leave) *leave = at;
    if (rate < 0 && at > *enter) *enter = at;
    return *enter <= *leave;
}

// Keeps the part of *enter to *leave with a share^2 + 2 b share + c <= 0, a >= 0. Returns false when nothing
// is left.
static bool clip_quadric(double a, double b, double c, double *enter, double *leave)
{
    if (!(a > 0)) return c <= 0;
    double under = b * b - a * c;
    if (under < 0) return false;
    double root = sqrt(under), far = b > 0 ? -b - root : -b + root; // the root that loses no digits
    double first = far / a, second = far != 0 ? c / far : first;
    double low = first < second ? first : second, high = first < second ? second : first;
    if (low > *enter) *enter = low;
    if (high < *leave) *leave = high;
    return *enter <= *leave;
}

static bool span_sphere(lope_point center, double radius, lope_point from, lope_point motion, double *enter, double *leave)
{
    lope_point off = lope_point_sub(from, center);
    return clip_quadric(lope_point_dot(motion, motion), lope_point_dot(off, motion), lope_point_dot(off, off) - radius * radius,
                        enter, leave);
}

// Between two planes at right angles to a unit axis, and within the radius of the axis.
static bool span_cylinder(lope_point center, lope_point axis, double half, double radius, lope_point from, lope_point motion,
                          double *enter, double *leave)
{
    lope_point off = lope_point_sub(from, center);
    double at = lope_point_dot(off, axis), rate = lope_point_dot(motion, axis);
    if (!clip_plane(at - half, rate, enter, leave) || !clip_plane(-at - half, -rate, enter, leave)) return false;
    off = lope_point_mad(off, axis, -at);
    lope_point across = lope_point_mad(motion, axis, -rate);
    return clip_quadric(lope_point_dot(across, across), lope_point_dot(off, across), lope_point_dot(off, off) - radius * radius,
                        enter, leave);
}

static bool span_box(const lope_box *box, lope_point from, lope_point motion, double *enter, double *leave)
{
    lope_point off = lope_point_sub(from, box->center);
    for (int i = 0; i < 3; i++) {
        double at = lope_point_dot(off, box->axis[i]), rate = lope_point_dot(motion, box->axis[i]);
        if (!clip_plane(at - box->half[i], rate, enter, leave) || !clip_plane(-at - box->half[i], -rate, enter, leave))
            return false;
    }
    return true;
}

// The middle and the two round ends: the part in any of them is one piece.
static bool span_capsule(const lope_capsule *capsule, lope_point from, lope_point motion, double *enter, double *leave)
{
    lope_point core = lope_point_sub(capsule->b, capsule->a), middle = lope_point_mad(capsule->a, core, 0.5);
    double length = lope_point_length(core), low = 2, high = -1;
    for (int i = 0; i < 3; i++) {
        double first = 0, last = 1;
        bool in;
        if (i == 2)
            in = length > 0 && span_cylinder(middle, lope_point_scale(core, 1.0 / length), 0.5 * length, capsule->radius, from,
                                             motion, &first, &last);
        else
            in = span_sphere(i ? capsule->b : capsule->a, capsule->radius, from, motion, &first, &last);
        if (in && first < low) low = first;
        if (in && last > high) high = last;
    }
    *enter = low;
    *leave = high;
    return low <= high;
}

bool lope_shape_span(const lope_shape *shape, lope_point from, lope_point motion, double *enter, double *leave)
{
    *enter = 0;
    *leave = 1;
    switch (shape->kind) {
    case LOPE_SHAPE_SPHERE:
        return span_sphere(shape->as.sphere.center, shape->as.sphere.radius, from, motion, enter, leave);
    case LOPE_SHAPE_CAPSULE:
        return span_capsule(&shape->as.capsule, from, motion, enter, leave);
    case LOPE_SHAPE_CYLINDER:
        return span_cylinder(shape->as.cylinder.center, shape->as.cylinder.axis, shape->as.cylinder.half_height,
                             shape->as.cylinder.radius, from, motion, enter, leave);
    case LOPE_SHAPE_BOX:
        return span_box(&shape->as.box, from, motion, enter, leave);
    default:
        return false;
    }
}
