// turn.h - unit quaternions in doubles, for rotations that are lagged frame after frame: in floats each frame
// would add a rounding of its own.
//
// Read next: spring_arm.c.
#ifndef LOPE_CONTROL_TURN_H
#define LOPE_CONTROL_TURN_H

#include <lope/vec.h>

// A rotation: x, y, z, w.
typedef struct lope_turn {
    double x, y, z, w;
} lope_turn;

// Returns a quaternion of floats as doubles of unit length; all zero becomes no rotation.
static inline lope_turn lope_turn_of(lope_quat q)
{
    lope_turn t = {(double)q.x, (double)q.y, (double)q.z, (double)q.w};
    const double square = t.x * t.x + t.y * t.y + t.z * t.z + t.w * t.w;
    if (!(square > 0)) return (lope_turn){0, 0, 0, 1};
    const double s = 1.0 / sqrt(square);
    return (lope_turn){t.x * s, t.y * s, t.z * s, t.w * s};
}

// Returns the rotation in floats.
static inline lope_quat lope_turn_to_quat(lope_turn t) { return (lope_quat){(float)t.x, (float)t.y, (float)t.z, (float)t.w}; }

// Returns a vector turned.
static inline lope_point lope_turn_point(lope_turn t, lope_point p)
{
    const lope_point u = lope_point_make(t.x, t.y, t.z), once = lope_point_cross(u, p), twice = lope_point_cross(u, once);
    return lope_point_mad(p, lope_point_mad(twice, once, t.w), 2.0);
}

// Returns the rotation a share (0 to 1) of the shorter way from a to b. The weights are sines of floats:
// their error counts against the way from a to b, so it shrinks with it.
static inline lope_turn lope_turn_slerp(lope_turn a, lope_turn b, double share)
{
    double dot = a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
    const double sign = dot < 0 ? -1.0 : 1.0;
    dot *= sign;
    const lope_turn across = {b.x * sign - a.x * dot, b.y * sign - a.y * dot, b.z * sign - a.z * dot, b.w * sign - a.w * dot};
    const double sine = sqrt(across.x * across.x + across.y * across.y + across.z * across.z + across.w * across.w);
    double of_a = 1 - share, of_b = share;
    if (sine > 1e-4) { // below it a chord is an arc to 1e-9
        const double angle = (double)lope_atan2((float)sine, (float)dot);
        of_a = (double)lope_sin((float)((1 - share) * angle)) / sine;
        of_b = (double)lope_sin((float)(share * angle)) / sine;
    }
    of_b *= sign;
    const lope_turn t = {a.x * of_a + b.x * of_b, a.y * of_a + b.y * of_b, a.z * of_a + b.z * of_b, a.w * of_a + b.w * of_b};
    const double s = 1.0 / sqrt(t.x * t.x + t.y * t.y + t.z * t.z + t.w * t.w);
    return (lope_turn){t.x * s, t.y * s, t.z * s, t.w * s};
}

#endif
