// convert.c - converts between lope's axes and units and those of another engine. See lope/convert.h.
//
// The axes of an engine are a signed permutation of lope's, so only the factors of the units round.
#include <lope/convert.h>

#define DEGREES_IN_RADIAN 57.295779513082320877

lope_axes lope_axes_of(lope_axes_kind kind)
{
    const lope_axes own = {.axis = {0, 1, 2}, .sign = {1, 1, 1}, .yaw_sign = 1, .pitch_sign = 1, .unit = 1};
    lope_axes axes = own;
    if (kind == LOPE_AXES_GODOT) axes.clockwise = true;
    if (kind == LOPE_AXES_UNITY) axes = (lope_axes){{0, 1, 2}, {1, 1, -1}, true, true, true, -1, -1, 1};
    if (kind == LOPE_AXES_UNREAL) axes = (lope_axes){{1, 2, 0}, {1, 1, -1}, true, false, true, -1, 1, 100};
    return axes;
}

lope_axes lope_axes_with_unit(lope_axes_kind kind, double units_per_metre)
{
    lope_axes axes = lope_axes_of(kind);
    if (units_per_metre > 0) axes.unit = units_per_metre;
    return axes;
}

// Returns the engine's coordinates in lope's order and signs.
static lope_point swap_from(const lope_axes *axes, lope_point there)
{
    const double v[3] = {there.x, there.y, there.z};
    return lope_point_make(v[axes->axis[0]] * axes->sign[0], v[axes->axis[1]] * axes->sign[1], v[axes->axis[2]] * axes->sign[2]);
}

// Returns lope's coordinates in the engine's order and signs.
static lope_point swap_to(const lope_axes *axes, lope_point own)
{
    double v[3] = {0, 0, 0};
    v[axes->axis[0]] = own.x * axes->sign[0];
    v[axes->axis[1]] = own.y * axes->sign[1];
    v[axes->axis[2]] = own.z * axes->sign[2];
    return lope_point_make(v[0], v[1], v[2]);
}

// Returns v / by: it rounds once, where a product with 1 / by would round twice.
static lope_point divided(lope_point v, double by) { return lope_point_make(v.x / by, v.y / by, v.z / by); }

lope_point lope_convert_point_from(const lope_axes *axes, lope_point there)
{
    return divided(swap_from(axes, there), axes->unit);
}
lope_point lope_convert_point_to(const lope_axes *axes, lope_point own)
{
    return lope_point_scale(swap_to(axes, own), axes->unit);
}

lope_vec3 lope_convert_vector_from(const lope_axes *axes, lope_vec3 there)
{
    return lope_point_to_vec3(lope_convert_point_from(axes, lope_vec3_to_point(there)));
}
lope_vec3 lope_convert_vector_to(const lope_axes *axes, lope_vec3 own)
{
    return lope_point_to_vec3(lope_convert_point_to(axes, lope_vec3_to_point(own)));
}

lope_vec3 lope_convert_direction_from(const lope_axes *axes, lope_vec3 there)
{
    return lope_point_to_vec3(swap_from(axes, lope_vec3_to_point(there)));
}
lope_vec3 lope_convert_direction_to(const lope_axes *axes, lope_vec3 own)
{
    return lope_point_to_vec3(swap_to(axes, lope_vec3_to_point(own)));
}

// Returns -1 for left-handed axes, else 1. A spin is a pseudovector: a mirror reverses its sense.
static double hand(const lope_axes *axes) { return axes->left_handed ? -1.0 : 1.0; }
// Returns the engine's units of an angle in a radian.
static double angle_unit(const lope_axes *axes) { return axes->degrees ? DEGREES_IN_RADIAN : 1.0; }

lope_vec3 lope_convert_spin_from(const lope_axes *axes, lope_vec3 there)
{
    lope_point own = swap_from(axes, lope_vec3_to_point(there));
    return lope_point_to_vec3(lope_point_scale(divided(own, angle_unit(axes)), hand(axes)));
}
lope_vec3 lope_convert_spin_to(const lope_axes *axes, lope_vec3 own)
{
    lope_point there = swap_to(axes, lope_vec3_to_point(own));
    return lope_point_to_vec3(lope_point_scale(there, angle_unit(axes) * hand(axes)));
}

lope_quat lope_convert_quat_from(const lope_axes *axes, lope_quat there)
{
    lope_vec3 v = lope_convert_direction_from(axes, lope_vec3_make(there.x, there.y, there.z));
    float sign = (float)hand(axes);
    return (lope_quat){v.x * sign, v.y * sign, v.z * sign, there.w};
}
lope_quat lope_convert_quat_to(const lope_axes *axes, lope_quat own)
{
    lope_vec3 v = lope_convert_direction_to(axes, lope_vec3_make(own.x, own.y, own.z));
    float sign = (float)hand(axes);
    return (lope_quat){v.x * sign, v.y * sign, v.z * sign, own.w};
}

lope_transform lope_convert_transform_from(const lope_axes *axes, const lope_transform *there)
{
    return (lope_transform){lope_convert_point_from(axes, there->position), lope_convert_quat_from(axes, there->rotation)};
}
lope_transform lope_convert_transform_to(const lope_axes *axes, const lope_transform *own)
{
    return (lope_transform){lope_convert_point_to(axes, own->position), lope_convert_quat_to(axes, own->rotation)};
}

float lope_convert_yaw_from(const lope_axes *axes, float there)
{
    return (float)((double)there / angle_unit(axes) * axes->yaw_sign);
}
float lope_convert_yaw_to(const lope_axes *axes, float own) { return (float)((double)own * angle_unit(axes) * axes->yaw_sign); }
float lope_convert_pitch_from(const lope_axes *axes, float there)
{
    return (float)((double)there / angle_unit(axes) * axes->pitch_sign);
}
float lope_convert_pitch_to(const lope_axes *axes, float own)
{
    return (float)((double)own * angle_unit(axes) * axes->pitch_sign);
}

double lope_convert_length_from(const lope_axes *axes, double there) { return there / axes->unit; }
double lope_convert_length_to(const lope_axes *axes, double own) { return own * axes->unit; }

// Returns the bounds of two opposite corners.
static lope_bounds ordered(lope_point a, lope_point b)
{
    lope_bounds bounds = {{a.x < b.x ? a.x : b.x, a.y < b.y ? a.y : b.y, a.z < b.z ? a.z : b.z},
                          {a.x < b.x ? b.x : a.x, a.y < b.y ? b.y : a.y, a.z < b.z ? b.z : a.z}};
    return bounds;
}

lope_bounds lope_convert_bounds_from(const lope_axes *axes, lope_bounds there)
{
    return ordered(lope_convert_point_from(axes, there.lower), lope_convert_point_from(axes, there.upper));
}
lope_bounds lope_convert_bounds_to(const lope_axes *axes, lope_bounds own)
{
    return ordered(lope_convert_point_to(axes, own.lower), lope_convert_point_to(axes, own.upper));
}

// Exchanges the second and third index of each triangle, where the engine's fronts are clockwise.
static void turn_round(const lope_axes *axes, uint32_t *indices, uint32_t triangle_count)
{
    if (!axes->clockwise || !indices) return;
    for (uint32_t i = 0; i < triangle_count; i++) {
        uint32_t second = indices[3 * (size_t)i + 1];
        indices[3 * (size_t)i + 1] = indices[3 * (size_t)i + 2];
        indices[3 * (size_t)i + 2] = second;
    }
}

// Converts points of three floats in place. `points` may be NULL.
static void convert_points(const lope_axes *axes, float *points, uint32_t count,
                           lope_vec3 (*convert)(const lope_axes *, lope_vec3))
{
    for (uint32_t i = 0; points && i < count; i++) {
        float *p = points + 3 * (size_t)i;
        lope_vec3 v = convert(axes, lope_vec3_make(p[0], p[1], p[2]));
        p[0] = v.x;
        p[1] = v.y;
        p[2] = v.z;
    }
}

void lope_convert_mesh_from(const lope_axes *axes, float *points, uint32_t point_count, uint32_t *indices,
                            uint32_t triangle_count)
{
    convert_points(axes, points, point_count, lope_convert_vector_from);
    turn_round(axes, indices, triangle_count);
}

void lope_convert_mesh_to(const lope_axes *axes, float *points, uint32_t point_count, uint32_t *indices, uint32_t triangle_count)
{
    convert_points(axes, points, point_count, lope_convert_vector_to);
    turn_round(axes, indices, triangle_count);
}
