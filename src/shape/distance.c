// distance.c - nearest points of segments, points and triangles.
//
// A segment that does not cross a triangle is nearest to it either at an edge, or above the face at the end
// of the segment that is lower over the plane. (Where the shadow of the segment leaves the triangle, the
// point is lower than the other end and lies over an edge.) So one inside test and at most three edges
// decide. The parts are in Ericson, Real-Time Collision Detection, chapter 5. Read next: distance_convex.c
// for the solids, sweep_triangle.c for motion.

#include "shape/distance.h"

#include "shape/segment.h"

double lope_segment_segment(lope_point p0, lope_point p1, lope_point q0, lope_point q1, double *s, double *t)
{
    lope_point u = lope_point_sub(p1, p0), w = lope_point_sub(q1, q0);
    return lope_segments_nearest(p0, u, lope_point_dot(u, u), q0, w, lope_point_dot(w, w), s, t);
}

lope_point lope_closest_on_triangle(lope_point p, const lope_triangle *triangle)
{
    lope_point on_segment, on_triangle;
    lope_segment_triangle(p, p, triangle, &on_segment, &on_triangle);
    return on_triangle;
}

// A triangle relative to v[0], with the numbers that decide whether a point lies over it.
typedef struct lope_face {
    lope_point origin, e, f; // v[0]; v[1] - v[0]; v[2] - v[0]
    lope_point n;            // e x f, not unit
    double nn;               // n.n
    double shorts;           // product of the squared lengths of the two edges that made n
    bool sound;              // n is good to about 1e-13 of its length
} lope_face;

// Returns the face of a triangle. The normal comes from the two shortest edges, which keeps needles (one
// short edge) accurate.
static lope_face lope_face_of(const lope_triangle *triangle)
{
    lope_face face;
    const lope_point *v = triangle->v;
    face.origin = v[0];
    face.e = lope_point_sub(v[1], v[0]);
    face.f = lope_point_sub(v[2], v[0]);
    face.n = lope_point_cross(face.e, face.f);
    face.nn = lope_point_dot(face.n, face.n);
    double ee = lope_point_dot(face.e, face.e), ff = lope_point_dot(face.f, face.f);
    face.shorts = ee * ff;
    face.sound = face.nn > 1e-6 * face.shorts;
    if (face.sound) return face;
    lope_point g = lope_point_sub(v[2], v[1]);
    double gg = lope_point_dot(g, g);
    if (ff >= ee && ff >= gg) {
        face.n = lope_point_cross(face.e, g);
        face.shorts = ee * gg;
    } else if (ee >= gg) {
        face.n = lope_point_cross(face.f, g);
        face.shorts = ff * gg;
    }
    face.nn = lope_point_dot(face.n, face.n);
    return face;
}

// Returns whether p, relative to v[0], lies over the face. Fills in its barycentric weights of v[1] and v[2].
static inline bool lope_face_over(const lope_face *face, lope_point p, double *beta, double *gamma)
{
    double b = lope_point_dot(lope_point_cross(p, face->f), face->n);
    double c = lope_point_dot(lope_point_cross(face->e, p), face->n);
    if (b < 0.0 || c < 0.0 || b + c > face->nn) return false;
    *beta = b / face->nn;
    *gamma = c / face->nn;
    return true;
}

// Returns the distance to the inside of the face when the nearest points lie there; else a negative number.
static double lope_segment_face(lope_point a, lope_point b, const lope_face *face, lope_point *on_segment,
                                lope_point *on_triangle)
{
    lope_point ra = lope_point_sub(a, face->origin), rb = lope_point_sub(b, face->origin);
    double ha = lope_point_dot(ra, face->n), hb = lope_point_dot(rb, face->n), beta, gamma;
    bool crosses = (ha < 0.0 && hb > 0.0) || (ha > 0.0 && hb < 0.0);
    lope_point end = fabs(ha) <= fabs(hb) ? a : b;
    lope_point p = fabs(ha) <= fabs(hb) ? ra : rb;
    if (crosses) {
        double s = ha / (ha - hb);
        p = lope_point_mad(ra, lope_point_sub(b, a), s);
        end = lope_point_add(face->origin, p);
    }
    if (!lope_face_over(face, p, &beta, &gamma)) return -1.0;
    lope_point q = lope_point_mad(lope_point_scale(face->e, beta), face->f, gamma);
    lope_point apart = lope_point_sub(p, q);
    double dd = lope_point_dot(apart, apart);
    if (crosses && (face->sound || dd <= 1e-24 * lope_point_dot(face->e, face->e))) dd = 0.0;
    *on_segment = end;
    *on_triangle = crosses && dd <= 0.0 ? end : lope_point_add(face->origin, q);
    return dd;
}

double lope_segment_triangle(lope_point a, lope_point b, const lope_triangle *triangle, lope_point *on_segment,
                             lope_point *on_triangle)
{
    lope_face face = lope_face_of(triangle);
    double best = -1.0;
    if (face.nn > LOPE_TINY_SQUARED * LOPE_TINY_SQUARED) {
        best = lope_segment_face(a, b, &face, on_segment, on_triangle);
        if (best >= 0.0 && face.sound) return best;
    }
    const lope_point *v = triangle->v;
    lope_point u = lope_point_sub(b, a), g = lope_point_sub(v[2], v[1]);
    double uu = lope_point_dot(u, u), s[3], t[3], dd[3];
    dd[0] = lope_segments_nearest(a, u, uu, v[0], face.e, lope_point_dot(face.e, face.e), &s[0], &t[0]);
    dd[1] = lope_segments_nearest(a, u, uu, v[1], g, lope_point_dot(g, g), &s[1], &t[1]);
    dd[2] = lope_segments_nearest(a, u, uu, v[0], face.f, lope_point_dot(face.f, face.f), &s[2], &t[2]);
    int edge = dd[1] < dd[0] ? 1 : 0;
    if (dd[2] < dd[edge]) edge = 2;
    if (best >= 0.0 && best <= dd[edge]) return best;
    lope_point d = edge == 0 ? face.e : (edge == 1 ? g : face.f);
    *on_segment = lope_point_mad(a, u, s[edge]);
    *on_triangle = lope_point_mad(v[edge == 1 ? 1 : 0], d, t[edge]);
    return dd[edge];
}

lope_point lope_triangle_normal(const lope_triangle *triangle)
{
    lope_face face = lope_face_of(triangle);
    lope_point zero = lope_point_make(0.0, 0.0, 0.0);
    if (face.nn <= 1e-10 * face.shorts || face.nn <= LOPE_TINY_SQUARED * LOPE_TINY_SQUARED) return zero;
    return lope_point_scale(face.n, 1.0 / sqrt(face.nn));
}
