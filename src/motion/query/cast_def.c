// cast_def.c - checks the members of a definition one by one. See cast_def.h. Read next: shape_cast.c.
#include "motion/query/cast_def.h"

#include "base/error.h"

#define MOST_SIZE 1e6 // m: the most that a shape to cast may measure

// Refuses an axis that is not a unit vector.
static lope_result check_axis(lope_error *error, const char *field, lope_point axis)
{
    double squared = lope_point_dot(axis, axis);
    if (!lope_finite_point(axis)) return lope_refuse(error, LOPE_ERROR_NOT_FINITE, field, "%s must be finite", field);
    if (squared > 1 - 1e-6 && squared < 1 + 1e-6) return LOPE_OK;
    return lope_refuse(error, LOPE_ERROR_RANGE, field, "%s must be a unit vector", field);
}

static lope_result check_hull(lope_error *error, const lope_hull *hull)
{
    if (!hull->points || !hull->triangles) return lope_refuse(error, LOPE_ERROR_NULL, "shape.hull", "the hull has no arrays");
    if (hull->point_count < 4 || hull->triangle_count < 4)
        return lope_refuse(error, LOPE_ERROR_EMPTY, "shape.hull", "a hull has 4 points and 4 triangles at least");
    lope_result result = LOPE_OK;
    for (uint32_t i = 0; i < hull->point_count && result == LOPE_OK; i++)
        result = lope_check_point(error, "shape.hull.points", hull->points[i], MOST_SIZE);
    for (size_t i = 0; i < 3 * (size_t)hull->triangle_count && result == LOPE_OK; i++)
        if (hull->triangles[i] >= hull->point_count)
            result = lope_refuse(error, LOPE_ERROR_INDEX, "shape.hull.triangles", "corner %zu has no point", i);
    return result;
}

static lope_result check_box(lope_error *error, const lope_box *box)
{
    lope_result result = lope_check_point(error, "shape.box.center", box->center, MOST_SIZE);
    for (int k = 0; k < 3 && result == LOPE_OK; k++) result = check_axis(error, "shape.box.axis", box->axis[k]);
    for (int k = 0; k < 3 && result == LOPE_OK; k++)
        result = lope_check_number(error, "shape.box.half", box->half[k], 1e-6, MOST_SIZE);
    return result;
}

static lope_result check_cylinder(lope_error *error, const lope_cylinder *cylinder)
{
    lope_result result = lope_check_point(error, "shape.cylinder.center", cylinder->center, MOST_SIZE);
    if (result == LOPE_OK) result = check_axis(error, "shape.cylinder.axis", cylinder->axis);
    if (result == LOPE_OK) result = lope_check_number(error, "shape.cylinder.radius", cylinder->radius, 1e-6, MOST_SIZE);
    if (result == LOPE_OK)
        result = lope_check_number(error, "shape.cylinder.half_height", cylinder->half_height, 1e-6, MOST_SIZE);
    return result;
}

// Checks a sphere or capsule by its core's ends and its radius (m).
static lope_result check_round(lope_error *error, lope_point a, lope_point b, double radius)
{
    lope_result result = lope_check_point(error, "shape", a, MOST_SIZE);
    if (result == LOPE_OK) result = lope_check_point(error, "shape", b, MOST_SIZE);
    return result == LOPE_OK ? lope_check_number(error, "shape.radius", radius, 0, MOST_SIZE) : result;
}

static lope_result check_shape(lope_error *error, const lope_shape *shape)
{
    switch (shape->kind) {
    case LOPE_SHAPE_SPHERE:
        return check_round(error, shape->as.sphere.center, shape->as.sphere.center, shape->as.sphere.radius);
    case LOPE_SHAPE_CAPSULE:
        return check_round(error, shape->as.capsule.a, shape->as.capsule.b, shape->as.capsule.radius);
    case LOPE_SHAPE_BOX:
        return check_box(error, &shape->as.box);
    case LOPE_SHAPE_CYLINDER:
        return check_cylinder(error, &shape->as.cylinder);
    case LOPE_SHAPE_HULL:
        return check_hull(error, &shape->as.hull);
    case LOPE_SHAPE_TRIANGLE:
    case LOPE_SHAPE_KIND_COUNT:
        break;
    }
    return lope_refuse(error, LOPE_ERROR_RANGE, "shape.kind", "a sphere, capsule, box, cylinder or hull can be cast");
}

// Checks the capsule that radius and height describe.
static lope_result check_capsule(const lope_cast_def *def)
{
    double radius = (double)def->radius, height = (double)def->height;
    lope_result result = lope_check_number(def->error, "radius", radius, 0, MOST_SIZE);
    if (result == LOPE_OK) result = lope_check_number(def->error, "height", height, 0, MOST_SIZE);
    if (result == LOPE_OK && height > 0 && height < 2 * radius)
        result = lope_refuse(def->error, LOPE_ERROR_RANGE, "height", "height is %g; it takes 0 or at least 2 radii", height);
    return result;
}

// Refuses a rotation that is not finite or far from a unit quaternion.
static lope_result check_rotation(lope_error *error, lope_quat r)
{
    const double numbers[4] = {(double)r.x, (double)r.y, (double)r.z, (double)r.w};
    lope_result result = LOPE_OK;
    for (int i = 0; i < 4 && result == LOPE_OK; i++) result = lope_check_number(error, "rotation", numbers[i], -2, 2);
    return result;
}

// Returns true when a coordinate is beyond what is accepted. All are finite.
static bool is_far(lope_point p)
{
    return fabs(p.x) > LOPE_MOST_PLACE || fabs(p.y) > LOPE_MOST_PLACE || fabs(p.z) > LOPE_MOST_PLACE;
}

// Returns true for a ray, sphere or capsule without a fault, at a tenth of what the members take one by
// one. False tells nothing.
static bool is_plain(const lope_cast_def *def)
{
    const lope_vec3 up = def->up;
    const lope_quat r = def->rotation;
    const float radius = def->radius, height = def->height, angle = def->walkable_angle, seconds = def->seconds;
    const uint64_t doubles = lope_unfinite_double(def->from.x) | lope_unfinite_double(def->from.y) |
                             lope_unfinite_double(def->from.z) | lope_unfinite_double(def->motion.x) |
                             lope_unfinite_double(def->motion.y) | lope_unfinite_double(def->motion.z);
    const uint64_t floats = lope_unfinite_float(up.x) | lope_unfinite_float(up.y) | lope_unfinite_float(up.z) |
                            lope_unfinite_float(r.x) | lope_unfinite_float(r.y) | lope_unfinite_float(r.z) |
                            lope_unfinite_float(r.w) | lope_unfinite_float(radius) | lope_unfinite_float(height) |
                            lope_unfinite_float(angle) | lope_unfinite_float(seconds);
    if (def->shape || (doubles & LOPE_UNFINITE_DOUBLE) || (floats & LOPE_UNFINITE_FLOATS)) return false;
    if (is_far(def->from) || is_far(def->motion)) return false;
    if (fabsf(up.x) > 2 || fabsf(up.y) > 2 || fabsf(up.z) > 2 || fabsf(r.x) > 2 || fabsf(r.y) > 2 || fabsf(r.z) > 2) return false;
    if (fabsf(r.w) > 2 || angle < 0 || angle > 1.58f || seconds < 0 || seconds > 1e6f || radius < 0 || radius > 1e6f)
        return false;
    return height <= 0 ? height >= 0 : height <= 1e6f && (double)height >= 2 * (double)radius;
}

lope_result lope_cast_def_check(const lope_cast_def *def)
{
    if (is_plain(def)) return LOPE_OK;
    lope_error *error = def->error;
    lope_result result = lope_check_point(error, "from", def->from, LOPE_MOST_PLACE);
    if (result == LOPE_OK) result = lope_check_point(error, "motion", def->motion, LOPE_MOST_PLACE);
    if (result == LOPE_OK) result = lope_check_vec3(error, "up", def->up, LOPE_MOST_SPEED);
    if (result == LOPE_OK) result = def->shape ? check_shape(error, def->shape) : check_capsule(def);
    if (result == LOPE_OK) result = check_rotation(error, def->rotation);
    if (result == LOPE_OK) result = lope_check_number(error, "walkable_angle", (double)def->walkable_angle, 0, 1.58);
    if (result == LOPE_OK) result = lope_check_number(error, "seconds", (double)def->seconds, 0, LOPE_MOST_SPEED);
    return result;
}
