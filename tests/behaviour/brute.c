// brute.c - see brute.h. Closest points by regions of the triangle, segment distance as the least over ends
// and edges, and the solid angle by the formula of Van Oosterom and Strackee (1983). Slow and plain on
// purpose.
#include "brute.h"

#include <math.h>
#include <stddef.h>

brute_point brute_make(double x, double y, double z)
{
    brute_point p = {x, y, z};
    return p;
}

brute_point brute_add(brute_point a, brute_point b) { return brute_make(a.x + b.x, a.y + b.y, a.z + b.z); }
brute_point brute_sub(brute_point a, brute_point b) { return brute_make(a.x - b.x, a.y - b.y, a.z - b.z); }
brute_point brute_scale(brute_point a, double s) { return brute_make(a.x * s, a.y * s, a.z * s); }
double brute_dot(brute_point a, brute_point b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
double brute_length(brute_point a) { return sqrt(brute_dot(a, a)); }

brute_point brute_cross(brute_point a, brute_point b)
{
    return brute_make(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

brute_point brute_normal(const brute_triangle *t)
{
    return brute_cross(brute_sub(t->v[1], t->v[0]), brute_sub(t->v[2], t->v[0]));
}

static brute_point closest_on_segment(brute_point p, brute_point a, brute_point b)
{
    brute_point d = brute_sub(b, a);
    double length2 = brute_dot(d, d);
    double s = length2 > 0.0 ? brute_dot(brute_sub(p, a), d) / length2 : 0.0;
    s = s < 0.0 ? 0.0 : s > 1.0 ? 1.0 : s;
    return brute_add(a, brute_scale(d, s));
}

brute_point brute_closest(brute_point p, const brute_triangle *t)
{
    brute_point n = brute_normal(t);
    double n2 = brute_dot(n, n);
    bool inside = n2 > 0.0;
    for (int i = 0; i < 3 && inside; i++) {
        brute_point edge = brute_sub(t->v[(i + 1) % 3], t->v[i]);
        inside = brute_dot(brute_cross(edge, brute_sub(p, t->v[i])), n) >= 0.0;
    }
    if (inside) return brute_sub(p, brute_scale(n, brute_dot(brute_sub(p, t->v[0]), n) / n2));
    brute_point best = t->v[0];
    double best2 = INFINITY;
    for (int i = 0; i < 3; i++) {
        brute_point q = closest_on_segment(p, t->v[i], t->v[(i + 1) % 3]);
        brute_point d = brute_sub(p, q);
        double d2 = brute_dot(d, d);
        if (d2 < best2) {
            best2 = d2;
            best = q;
        }
    }
    return best;
}

bool brute_segment_hits(brute_point a, brute_point b, const brute_triangle *t, double *fraction)
{
    brute_point n = brute_normal(t);
    double from = brute_dot(n, brute_sub(a, t->v[0]));
    double to = brute_dot(n, brute_sub(b, t->v[0]));
    if ((from > 0.0 && to > 0.0) || (from < 0.0 && to < 0.0) || from - to == 0.0) return false;
    double s = from / (from - to);
    brute_point p = brute_add(a, brute_scale(brute_sub(b, a), s));
    for (int i = 0; i < 3; i++) {
        brute_point edge = brute_sub(t->v[(i + 1) % 3], t->v[i]);
        if (brute_dot(brute_cross(edge, brute_sub(p, t->v[i])), n) < 0.0) return false;
    }
    if (fraction) *fraction = s;
    return true;
}

// Distance of two segments by alternating the closest points' clamped parameters from the unclamped solution.
static double segment_segment(brute_point p0, brute_point p1, brute_point q0, brute_point q1, brute_point *on_q)
{
    brute_point d1 = brute_sub(p1, p0), d2 = brute_sub(q1, q0), r = brute_sub(p0, q0);
    double a = brute_dot(d1, d1), e = brute_dot(d2, d2), f = brute_dot(d2, r);
    double b = brute_dot(d1, d2), c = brute_dot(d1, r), denominator = a * e - b * b;
    double s = denominator > 1e-18 * a * e && denominator > 0.0 ? (b * f - c * e) / denominator : 0.0;
    s = s < 0.0 ? 0.0 : s > 1.0 ? 1.0 : s;
    double u = e > 0.0 ? (b * s + f) / e : 0.0;
    u = u < 0.0 ? 0.0 : u > 1.0 ? 1.0 : u;
    s = a > 0.0 ? (b * u - c) / a : 0.0;
    s = s < 0.0 ? 0.0 : s > 1.0 ? 1.0 : s;
    *on_q = brute_add(q0, brute_scale(d2, u));
    return brute_length(brute_sub(brute_add(p0, brute_scale(d1, s)), *on_q));
}

double brute_distance(brute_point a, brute_point b, const brute_triangle *t, brute_point *nearest)
{
    brute_point unused;
    if (!nearest) nearest = &unused;
    double fraction;
    if (brute_segment_hits(a, b, t, &fraction)) {
        *nearest = brute_add(a, brute_scale(brute_sub(b, a), fraction));
        return 0.0;
    }
    brute_point ends[2] = {a, b};
    double best = INFINITY;
    for (int i = 0; i < 2; i++) {
        brute_point q = brute_closest(ends[i], t);
        double d = brute_length(brute_sub(ends[i], q));
        if (d < best) {
            best = d;
            *nearest = q;
        }
    }
    for (int i = 0; i < 3; i++) {
        brute_point q;
        double d = segment_segment(a, b, t->v[i], t->v[(i + 1) % 3], &q);
        if (d < best) {
            best = d;
            *nearest = q;
        }
    }
    return best;
}

double brute_winding(brute_point p, const brute_triangle *t)
{
    brute_point a = brute_sub(t->v[0], p), b = brute_sub(t->v[1], p), c = brute_sub(t->v[2], p);
    double la = brute_length(a), lb = brute_length(b), lc = brute_length(c);
    double y = brute_dot(a, brute_cross(b, c));
    double x = la * lb * lc + brute_dot(a, b) * lc + brute_dot(b, c) * la + brute_dot(c, a) * lb;
    return 2.0 * atan2(y, x) / (4.0 * 3.14159265358979323846);
}
