// vec.h - vectors, points, quaternions, transforms, bounds; and trigonometry that gives the same bits on every machine.
//
// A lope_vec3 (floats) is a direction, a velocity or a distance; a lope_point (doubles) is a position in the world, or any
// vector where geometry needs the digits. Right-handed, y up; angles in radians.
#ifndef LOPE_VEC_H
#define LOPE_VEC_H

#include <lope/base.h>
#include <math.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct lope_vec3 {
    float x, y, z;
} lope_vec3;
typedef struct lope_point {
    double x, y, z;
} lope_point;
typedef struct lope_quat {
    float x, y, z, w;
} lope_quat; // unit; all zero stands for no rotation in definitions

// A pose: rotate, then move.
typedef struct lope_transform {
    lope_point position;
    lope_quat rotation;
} lope_transform;

// An axis-aligned box; empty when any lower > upper.
typedef struct lope_bounds {
    lope_point lower, upper;
} lope_bounds;

static inline lope_vec3 lope_vec3_make(float x, float y, float z)
{
    lope_vec3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}
static inline lope_vec3 lope_vec3_add(lope_vec3 a, lope_vec3 b) { return lope_vec3_make(a.x + b.x, a.y + b.y, a.z + b.z); }
static inline lope_vec3 lope_vec3_sub(lope_vec3 a, lope_vec3 b) { return lope_vec3_make(a.x - b.x, a.y - b.y, a.z - b.z); }
static inline lope_vec3 lope_vec3_scale(lope_vec3 a, float s) { return lope_vec3_make(a.x * s, a.y * s, a.z * s); }
static inline float lope_vec3_dot(lope_vec3 a, lope_vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline lope_vec3 lope_vec3_cross(lope_vec3 a, lope_vec3 b)
{
    return lope_vec3_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static inline float lope_vec3_length(lope_vec3 a) { return sqrtf(lope_vec3_dot(a, a)); }

static inline lope_point lope_point_make(double x, double y, double z)
{
    lope_point p;
    p.x = x;
    p.y = y;
    p.z = z;
    return p;
}
static inline lope_point lope_point_add(lope_point a, lope_point b) { return lope_point_make(a.x + b.x, a.y + b.y, a.z + b.z); }
static inline lope_point lope_point_sub(lope_point a, lope_point b) { return lope_point_make(a.x - b.x, a.y - b.y, a.z - b.z); }
static inline lope_point lope_point_scale(lope_point a, double s) { return lope_point_make(a.x * s, a.y * s, a.z * s); }
// a + b * s
static inline lope_point lope_point_mad(lope_point a, lope_point b, double s)
{
    return lope_point_make(a.x + b.x * s, a.y + b.y * s, a.z + b.z * s);
}
static inline double lope_point_dot(lope_point a, lope_point b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
static inline lope_point lope_point_cross(lope_point a, lope_point b)
{
    return lope_point_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
static inline double lope_point_length(lope_point a) { return sqrt(lope_point_dot(a, a)); }
static inline lope_vec3 lope_point_to_vec3(lope_point a) { return lope_vec3_make((float)a.x, (float)a.y, (float)a.z); }
static inline lope_point lope_vec3_to_point(lope_vec3 a) { return lope_point_make((double)a.x, (double)a.y, (double)a.z); }

static inline lope_quat lope_quat_identity(void)
{
    lope_quat q;
    q.x = 0;
    q.y = 0;
    q.z = 0;
    q.w = 1;
    return q;
}
static inline lope_quat lope_quat_conjugate(lope_quat q)
{
    q.x = -q.x;
    q.y = -q.y;
    q.z = -q.z;
    return q;
}
LOPE_API lope_quat lope_quat_multiply(lope_quat a, lope_quat b); // first b, then a
LOPE_API lope_quat lope_quat_normalize(lope_quat q);             // all zero gives no rotation
LOPE_API lope_quat lope_quat_from_axis(lope_vec3 unit_axis, float angle);
LOPE_API lope_quat lope_quat_to_up(lope_vec3 unit_up); // the shortest turn that takes y to up; upside down: half a turn about x
LOPE_API lope_vec3 lope_quat_rotate(lope_quat q, lope_vec3 v);
LOPE_API lope_point lope_quat_rotate_point(lope_quat q, lope_point p); // the same in doubles

LOPE_API lope_point lope_transform_apply(const lope_transform *t, lope_point local);
LOPE_API lope_point lope_transform_unapply(const lope_transform *t, lope_point world);

// How far results are from the exact value, tested on finite arguments of every size against long double: the functions of floats by
// at most 0.501 units in the last place, so at most one float away from the nearest (and nearly always the nearest itself). NaN
// or infinity gives NaN, but never a trap. Angles may be of any size.
LOPE_API float lope_sin(float x);
LOPE_API float lope_cos(float x);
LOPE_API float lope_tan(float x);
LOPE_API float lope_atan2(float y, float x); // in [-pi, pi]; atan2(0, 0) is 0; the sign of a zero does not count
LOPE_API float lope_acos(float x);           // in [0, pi]; input clamped to [-1, 1]
// 0 below -103.97, where the result is less than half the smallest float; the largest finite float from 88.7229 up.
LOPE_API float lope_exp(float x);

// Relative error under 1e-15. exp: 0 below -746, the largest finite double above 709.78. log: -1e300 for x <= 0.
LOPE_API double lope_exp_double(double x);
LOPE_API double lope_log_double(double x);

#define LOPE_PI 3.14159265358979323846f

#ifdef __cplusplus
}
#endif
#endif
