// vec.h - vectors, points, quaternions, transforms, bounds; and trigonometry with the same bits on every
// machine.
//
// Axes are right-handed with y up, angles are in radians. A lope_vec3 (floats) is a direction, a velocity or
// a distance. A lope_point (doubles) is a position in the world, or any vector where geometry needs the
// digits.
//
// Every function here is pure: it may be called from any thread, refuses nothing and allocates nothing.
// Pointers must not be NULL. Arithmetic on numbers that are not finite gives numbers that are not finite.
// Read next: convert.h for the axes of other engines, shape.h for geometry.
#ifndef LOPE_VEC_H
#define LOPE_VEC_H

#include <lope/base.h>
#include <math.h>

#ifdef __cplusplus
extern "C" {
#endif

// A direction, a velocity or a distance, in floats.
typedef struct lope_vec3 {
    float x, y, z;
} lope_vec3;
// A position in the world, in doubles: 10,000 km from the origin it still has the digits that it has there.
typedef struct lope_point {
    double x, y, z;
} lope_point;
// A rotation, as a unit quaternion. All zero stands for no rotation in definitions.
typedef struct lope_quat {
    float x, y, z, w;
} lope_quat;

// A pose: first rotate, then move. Takes a point of a body's frame into the world.
typedef struct lope_transform {
    lope_point position;
    lope_quat rotation;
} lope_transform;

// An axis-aligned box. Empty when any coordinate of `lower` is greater than that of `upper`.
typedef struct lope_bounds {
    lope_point lower, upper;
} lope_bounds;

// ---- vectors of floats ----

// Returns the vector (x, y, z).
static inline lope_vec3 lope_vec3_make(float x, float y, float z)
{
    lope_vec3 v;
    v.x = x;
    v.y = y;
    v.z = z;
    return v;
}
// Returns a + b.
static inline lope_vec3 lope_vec3_add(lope_vec3 a, lope_vec3 b) { return lope_vec3_make(a.x + b.x, a.y + b.y, a.z + b.z); }
// Returns a - b.
static inline lope_vec3 lope_vec3_sub(lope_vec3 a, lope_vec3 b) { return lope_vec3_make(a.x - b.x, a.y - b.y, a.z - b.z); }
// Returns a * s.
static inline lope_vec3 lope_vec3_scale(lope_vec3 a, float s) { return lope_vec3_make(a.x * s, a.y * s, a.z * s); }
// Returns the dot product of a and b.
static inline float lope_vec3_dot(lope_vec3 a, lope_vec3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
// Returns the cross product a x b, right-handed.
static inline lope_vec3 lope_vec3_cross(lope_vec3 a, lope_vec3 b)
{
    return lope_vec3_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
// Returns the length of a.
static inline float lope_vec3_length(lope_vec3 a) { return sqrtf(lope_vec3_dot(a, a)); }

// ---- points of doubles ----

// Returns the point (x, y, z).
static inline lope_point lope_point_make(double x, double y, double z)
{
    lope_point p;
    p.x = x;
    p.y = y;
    p.z = z;
    return p;
}
// Returns a + b.
static inline lope_point lope_point_add(lope_point a, lope_point b) { return lope_point_make(a.x + b.x, a.y + b.y, a.z + b.z); }
// Returns a - b.
static inline lope_point lope_point_sub(lope_point a, lope_point b) { return lope_point_make(a.x - b.x, a.y - b.y, a.z - b.z); }
// Returns a * s.
static inline lope_point lope_point_scale(lope_point a, double s) { return lope_point_make(a.x * s, a.y * s, a.z * s); }
// Returns a + b * s.
static inline lope_point lope_point_mad(lope_point a, lope_point b, double s)
{
    return lope_point_make(a.x + b.x * s, a.y + b.y * s, a.z + b.z * s);
}
// Returns the dot product of a and b.
static inline double lope_point_dot(lope_point a, lope_point b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
// Returns the cross product a x b, right-handed.
static inline lope_point lope_point_cross(lope_point a, lope_point b)
{
    return lope_point_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}
// Returns the length of a.
static inline double lope_point_length(lope_point a) { return sqrt(lope_point_dot(a, a)); }
// Returns a rounded to floats. Coordinates beyond the range of float become infinite.
static inline lope_vec3 lope_point_to_vec3(lope_point a) { return lope_vec3_make((float)a.x, (float)a.y, (float)a.z); }
// Returns a as doubles, exactly.
static inline lope_point lope_vec3_to_point(lope_vec3 a) { return lope_point_make((double)a.x, (double)a.y, (double)a.z); }

// ---- rotations and poses ----

// Returns no rotation: (0, 0, 0, 1).
static inline lope_quat lope_quat_identity(void)
{
    lope_quat q;
    q.x = 0;
    q.y = 0;
    q.z = 0;
    q.w = 1;
    return q;
}
// Returns the inverse of a unit quaternion.
static inline lope_quat lope_quat_conjugate(lope_quat q)
{
    q.x = -q.x;
    q.y = -q.y;
    q.z = -q.z;
    return q;
}
// Returns the rotation that turns first by b, then by a.
LOPE_API lope_quat lope_quat_multiply(lope_quat a, lope_quat b);
// Returns q scaled to unit length. All zero, or a number that is not finite, gives no rotation.
LOPE_API lope_quat lope_quat_normalize(lope_quat q);
// Returns the turn by `angle` radians about a unit axis, by the right-hand rule.
LOPE_API lope_quat lope_quat_from_axis(lope_vec3 unit_axis, float angle);
// Returns the shortest turn that takes y to the unit vector `unit_up`. Upside down it is half a turn about x.
LOPE_API lope_quat lope_quat_to_up(lope_vec3 unit_up);
// Returns v turned by the unit quaternion q.
LOPE_API lope_vec3 lope_quat_rotate(lope_quat q, lope_vec3 v);
// Returns p turned by q, in doubles. Keeps lengths although q is unit only to the digits of a float; all zero
// turns nothing.
LOPE_API lope_point lope_quat_rotate_point(lope_quat q, lope_point p);

// Returns the world position of `local`, a point in the frame of the pose t.
LOPE_API lope_point lope_transform_apply(const lope_transform *t, lope_point local);
// Returns where the world position `world` is in the frame of the pose t: the inverse of
// lope_transform_apply.
LOPE_API lope_point lope_transform_unapply(const lope_transform *t, lope_point world);

// ---- trigonometry ----
//
// The functions on floats are at most 0.501 units in the last place from the exact value. Tests compare them
// with long double on finite arguments of every size. So a result is nearly always the nearest float, and
// never more than one float away from it. NaN or infinity gives NaN, but never a trap. Angles may be of any
// size.

// Returns the sine of x radians.
LOPE_API float lope_sin(float x);
// Returns the cosine of x radians.
LOPE_API float lope_cos(float x);
// Returns the tangent of x radians.
LOPE_API float lope_tan(float x);
// Returns the angle of (x, y) in [-pi, pi]. lope_atan2(0, 0) is 0. The sign of a zero does not count.
LOPE_API float lope_atan2(float y, float x);
// Returns the arc cosine in [0, pi]. x is cut to [-1, 1].
LOPE_API float lope_acos(float x);
// Returns e to the power x. Below -103.97, where that is less than half the smallest float, it is 0. From
// 88.7229 up it is the largest finite float.
LOPE_API float lope_exp(float x);

// Returns e to the power x, with a relative error under 1e-15. Below -746 it is 0, above 709.78 the largest
// finite double.
LOPE_API double lope_exp_double(double x);
// Returns the natural logarithm of x, with a relative error under 1e-15. For x <= 0 it is -1e300.
LOPE_API double lope_log_double(double x);

#define LOPE_PI 3.14159265358979323846f // as a float

#ifdef __cplusplus
}
#endif
#endif
