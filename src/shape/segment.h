// segment.h - small inline geometry that the files of this folder share: clamping, perpendiculars, nearest
// points of segments.
//
// Inline, because the triangle kernels call these several times a triangle. Read next: distance.c.
#ifndef LOPE_SHAPE_SEGMENT_H
#define LOPE_SHAPE_SEGMENT_H

#include <lope/vec.h>

// Below this a squared length counts as zero: lengths under 1e-30, far below the rounding of any coordinate
// in use, and far above where a reciprocal would overflow.
#define LOPE_TINY_SQUARED 1e-60

static inline double lope_clamp01(double x) { return x < 0.0 ? 0.0 : (x > 1.0 ? 1.0 : x); }

// Returns v / |v|, or `fallback` when v is zero.
static inline lope_point lope_point_unit(lope_point v, lope_point fallback)
{
    double vv = lope_point_dot(v, v);
    return vv > LOPE_TINY_SQUARED ? lope_point_scale(v, 1.0 / sqrt(vv)) : fallback;
}

// Returns a unit vector at right angles to v; +y when v is zero. It is the axis that v is least along, made
// square to v. The axes are tried in the order y, x, z, so that a v along an axis gets an answer along an
// axis.
static inline lope_point lope_point_perpendicular(lope_point v)
{
    double ax = fabs(v.x), ay = fabs(v.y), az = fabs(v.z), vv = lope_point_dot(v, v);
    lope_point axis = lope_point_make(0.0, 1.0, 0.0);
    if (vv <= LOPE_TINY_SQUARED) return axis;
    if (ax < ay && ax <= az) axis = lope_point_make(1.0, 0.0, 0.0);
    if (az < ay && az < ax) axis = lope_point_make(0.0, 0.0, 1.0);
    lope_point p = lope_point_mad(axis, v, -lope_point_dot(axis, v) / vv);
    return lope_point_scale(p, 1.0 / sqrt(lope_point_dot(p, p)));
}

// Returns the parameter, 0 to 1, of the point on the segment p + t * d nearest to q.
static inline double lope_segment_parameter(lope_point p, lope_point d, lope_point q)
{
    double dd = lope_point_dot(d, d);
    return dd > LOPE_TINY_SQUARED ? lope_clamp01(lope_point_dot(lope_point_sub(q, p), d) / dd) : 0.0;
}

// Finds the nearest points of the segments p + s * u and q + t * w, and returns their squared distance. uu
// and ww are u.u and w.w.
//
// The unconstrained s comes from cross products, not from u.u * w.w - (u.w)^2. The latter loses all digits
// for nearly parallel segments. With the former, an error in s is along a direction in which the distance
// hardly changes.
static inline double lope_segments_nearest(lope_point p, lope_point u, double uu, lope_point q, lope_point w, double ww,
                                           double *s_out, double *t_out)
{
    lope_point r = lope_point_sub(p, q);
    double s = 0.0, t = 0.0;
    if (uu > LOPE_TINY_SQUARED && ww > LOPE_TINY_SQUARED) {
        lope_point n = lope_point_cross(u, w);
        double nn = lope_point_dot(n, n), uw = lope_point_dot(u, w), wr = lope_point_dot(w, r);
        if (nn > 1e-30 * uu * ww) s = lope_clamp01(lope_point_dot(lope_point_cross(w, r), n) / nn);
        t = (uw * s + wr) / ww;
        if (t < 0.0 || t > 1.0) {
            t = t < 0.0 ? 0.0 : 1.0;
            s = lope_clamp01((uw * t - lope_point_dot(u, r)) / uu);
        }
    } else if (ww > LOPE_TINY_SQUARED) {
        t = lope_clamp01(lope_point_dot(w, r) / ww);
    } else if (uu > LOPE_TINY_SQUARED) {
        s = lope_clamp01(-lope_point_dot(u, r) / uu);
    }
    *s_out = s;
    *t_out = t;
    lope_point apart = lope_point_mad(lope_point_mad(r, u, s), w, -t);
    return lope_point_dot(apart, apart);
}

#endif
