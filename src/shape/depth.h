// depth.h - the least way out of an overlap, for a capsule with a segment that crosses the core of a convex
// shape.
//
// The least way out of convex bodies is along a normal of a face of the shape swept along the segment (their
// Minkowski difference). The callers offer every direction that can be one. Each offer costs the distance
// that parts the two along it, so the cheapest offer is exact. Read next: separation.c, separation_convex.c.
#ifndef LOPE_SHAPE_DEPTH_H
#define LOPE_SHAPE_DEPTH_H

#include "shape/segment.h"
#include <lope/shape.h>

// The cheapest direction so far. Among equals the earliest offer wins, so the order of offers decides ties. A
// later offer must be cheaper by more than rounding.
typedef struct lope_way_out {
    lope_point a, b;   // the capsule's segment
    lope_point normal; // unit
    double depth;      // distance along the normal that frees the segment from the core; below 0: the gap
    bool found;
} lope_way_out;

static inline lope_way_out lope_way_out_start(const lope_capsule *capsule)
{
    lope_way_out way;
    way.a = capsule->a;
    way.b = capsule->b;
    way.normal = lope_point_make(0.0, 1.0, 0.0);
    way.depth = 0.0;
    way.found = false;
    return way;
}

static inline void lope_way_out_take(lope_way_out *way, lope_point normal, double depth)
{
    if (way->found && depth >= way->depth - 1e-12 * (1.0 + fabs(way->depth))) return;
    way->normal = normal;
    way->depth = depth;
    way->found = true;
}

// Returns u x w / |u x w|, or zero when they are parallel: a sine under 1e-12 gives no face of its own. Near
// parallel the rounding of the product, 1e-16 over the sine, is a slant to both. The product is made square
// to one, which makes it square to the other as well.
static inline lope_point lope_cross_unit(lope_point u, lope_point w)
{
    lope_point n = lope_point_cross(u, w);
    double ww = lope_point_dot(w, w), nn = lope_point_dot(n, n), most = lope_point_dot(u, u) * ww;
    if (nn <= 1e-24 * most || nn <= LOPE_TINY_SQUARED * LOPE_TINY_SQUARED) return lope_point_make(0.0, 0.0, 0.0);
    n = lope_point_scale(n, 1.0 / sqrt(nn));
    if (nn > 1e-6 * most) return n;
    n = lope_point_mad(n, w, -lope_point_dot(n, w) / ww);
    return lope_point_scale(n, 1.0 / lope_point_length(n));
}

// Offers +normal and -normal for a core that is the hull of `count` points. A zero normal is no offer.
static inline void lope_way_out_try_points(lope_way_out *way, lope_point normal, const lope_point *points, uint32_t count)
{
    if (lope_point_dot(normal, normal) < 0.5 || count == 0) return;
    double pa = 0.0, pb = lope_point_dot(lope_point_sub(way->b, way->a), normal);
    double low = lope_point_dot(lope_point_sub(points[0], way->a), normal), high = low;
    for (uint32_t i = 1; i < count; i++) {
        double place = lope_point_dot(lope_point_sub(points[i], way->a), normal);
        low = place < low ? place : low;
        high = place > high ? place : high;
    }
    lope_way_out_take(way, normal, high - (pb < pa ? pb : pa));
    lope_way_out_take(way, lope_point_scale(normal, -1.0), (pb > pa ? pb : pa) - low);
}

// Returns the capsule moved until its segment just touches the core. `apart`: the segment may be apart from
// it. Else a depth below 0 is rounding, and counts as 0.
static inline lope_capsule lope_way_out_moved(lope_way_out *way, const lope_capsule *capsule, bool apart)
{
    if (!apart && way->depth < 0.0) way->depth = 0.0;
    lope_capsule moved = *capsule;
    moved.a = lope_point_mad(capsule->a, way->normal, way->depth);
    moved.b = lope_point_mad(capsule->b, way->normal, way->depth);
    return moved;
}

// Moves the point on the segment back. `result` holds the nearest points of the moved capsule.
static inline void lope_way_out_finish(const lope_way_out *way, const lope_capsule *capsule, lope_separation *result)
{
    result->on_axis = lope_point_mad(result->on_axis, way->normal, -way->depth);
    result->normal = way->normal;
    result->distance = -capsule->radius - way->depth;
}

// Fills in the separation when the segment is apart from the core by more than rounding. `dd`: squared
// distance of the nearest points, which are in `result`. `scale`: a length of the problem's size, m.
static inline bool lope_separation_apart(const lope_capsule *capsule, double dd, double scale, lope_separation *result)
{
    double distance = sqrt(dd);
    if (distance <= 1e-11 * scale || distance <= 1e-30) return false;
    lope_point apart = lope_point_sub(result->on_axis, result->point);
    result->normal = lope_point_unit(apart, lope_point_make(0.0, 1.0, 0.0));
    result->distance = distance - capsule->radius;
    return true;
}

// Returns whether the nearest points are so close together that their direction is uncertain. Rounding of
// 1e-13 over 1e-6 of the size turns it by 1e-7, and a lever as long as the shape makes that 1e-7 of its size.
// In that case the directions of faces and edges are tried too.
static inline bool lope_separation_uncertain(double dd, double scale) { return dd <= 1e-12 * scale * scale; }

#endif
