// vec.c - quaternions and transforms: the part of vec.h that is longer than a line.
//
// Quaternions are floats, because poses are stored and sent with them. Points are turned in doubles, because
// a float would lose their digits. The conventions are in lope/vec.h.
#include "base/error.h"
#include <float.h>
#include <lope/vec.h>

// Floats that are worked out in wider numbers round differently; 16 means wider half floats only. The flags
// are in cmake/targets.cmake.
#if FLT_EVAL_METHOD != 0 && FLT_EVAL_METHOD != 16
#error \
    "lope gives the same bits on every machine; floats must be worked out as floats (-fexcess-precision=fast, -msse2 -mfpmath=sse)"
#endif

lope_quat lope_quat_multiply(lope_quat a, lope_quat b)
{
    lope_quat q;
    q.x = a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y;
    q.y = a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x;
    q.z = a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w;
    q.w = a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z;
    return q;
}

// Returns the squared length, in doubles, where the square of a float neither overflows nor underflows.
static double squared_length(lope_quat q)
{
    double x = (double)q.x, y = (double)q.y, z = (double)q.z, w = (double)q.w;
    return x * x + y * y + z * z + w * w;
}

lope_quat lope_quat_normalize(lope_quat q)
{
    if (!lope_finite(q.x) || !lope_finite(q.y) || !lope_finite(q.z) || !lope_finite(q.w)) return lope_quat_identity();
    double length = sqrt(squared_length(q));
    if (length <= 0.0) return lope_quat_identity();
    q.x = (float)((double)q.x / length);
    q.y = (float)((double)q.y / length);
    q.z = (float)((double)q.z / length);
    q.w = (float)((double)q.w / length);
    return q;
}

lope_quat lope_quat_to_up(lope_vec3 unit_up)
{
    lope_quat tilt = {1, 0, 0, 0};
    if (unit_up.y > -0.999999f) {
        tilt.x = unit_up.z;
        tilt.y = 0;
        tilt.z = -unit_up.x;
        tilt.w = 1.0f + unit_up.y;
    }
    return lope_quat_normalize(tilt);
}

lope_quat lope_quat_from_axis(lope_vec3 unit_axis, float angle)
{
    float half = 0.5f * angle;
    float sine = lope_sin(half);
    lope_quat q;
    q.x = unit_axis.x * sine;
    q.y = unit_axis.y * sine;
    q.z = unit_axis.z * sine;
    q.w = lope_cos(half);
    return q;
}

// Formula: v + 2 w (u x v) + 2 u x (u x v), with u the vector part of the quaternion.
lope_vec3 lope_quat_rotate(lope_quat q, lope_vec3 v)
{
    lope_vec3 u = lope_vec3_make(q.x, q.y, q.z);
    lope_vec3 once = lope_vec3_cross(u, v);
    lope_vec3 twice = lope_vec3_cross(u, once);
    return lope_vec3_add(v, lope_vec3_scale(lope_vec3_add(lope_vec3_scale(once, q.w), twice), 2.0f));
}

// As lope_quat_rotate, with 2 / |q|^2 in place of 2. A quaternion of floats is unit only to 1e-7, which would
// be a tenth of a millimetre at a distance of a kilometre. So this function keeps lengths to the digits of a
// double, and the conjugate undoes it to the same digits.
lope_point lope_quat_rotate_point(lope_quat q, lope_point p)
{
    double square = squared_length(q);
    if (square <= 0.0) return p;
    lope_point u = lope_point_make((double)q.x, (double)q.y, (double)q.z);
    lope_point once = lope_point_cross(u, p);
    lope_point twice = lope_point_cross(u, once);
    return lope_point_mad(p, lope_point_mad(twice, once, (double)q.w), 2.0 / square);
}

lope_point lope_transform_apply(const lope_transform *t, lope_point local)
{
    return lope_point_add(t->position, lope_quat_rotate_point(t->rotation, local));
}

lope_point lope_transform_unapply(const lope_transform *t, lope_point world)
{
    return lope_quat_rotate_point(lope_quat_conjugate(t->rotation), lope_point_sub(world, t->position));
}
