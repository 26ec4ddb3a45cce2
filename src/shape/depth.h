// depth.h - the least way out of an overlap, for a capsule whose segment crosses the core of a convex shape.
//
// The way out of convex bodies is along a normal of a face of the shape smeared along the segment. The callers offer every
// direction that can be one; each offer costs as much as it takes to part the two along it, so the cheapest is exact.
// Read next: separation.c, separation_convex.c.
#ifndef LOPE_SHAPE_DEPTH_H
#define LOPE_SHAPE_DEPTH_H

#include "shape/segment.h"
#include <lope/shape.h>

// The cheapest direction so far. The earliest offer wins among equals, so the order of offers decides ties; an offer must be
// cheaper by more than rounding.
typedef struct lope_way_out {
    lope_point a, b;   // the capsule's segment
    lope_point normal; // unit
    double depth;      // how far the segment must go along the normal to leave the core; below 0: how far it is apart
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

// u x w / |u x w|, or zero when they are parallel (sine under 1e-12: such a direction is no face of its own). Near parallel the
// product's rounding, 1e-16 over the sine, shows as a slant to both; made square to the one it is square to the other as well.
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

// The capsule moved until its segment just touches the core. A segment that cuts the core is never apart from it, to rounding.
static inline lope_capsule lope_way_out_moved(lope_way_out *way, const lope_capsule *capsule, bool apart)
{
    if (!apart && way->depth < 0.0) way->depth = 0.0;
    lope_capsule moved = *capsule;
    moved.a = lope_point_mad(capsule->a, way->normal, way->depth);
    moved.b = lope_point_mad(capsule->b, way->normal, way->depth);
    return moved;
}

// result holds the nearest points of the moved capsule: moves the one on the segment back.
static inline void lope_way_out_finish(const lope_way_out *way, const lope_capsule *capsule, lope_separation *result)
{
    result->on_axis = lope_point_mad(result->on_axis, way->normal, -way->depth);
    result->normal = way->normal;
    result->distance = -capsule->radius - way->depth;
}

// The separation when the segment is apart from the core by more than rounding: dd is the squared distance of the nearest
// points, which are in result; scale a length of the problem's size.
static inline bool lope_separation_apart(const lope_capsule *capsule, double dd, double scale, lope_separation *result)
{
    double distance = sqrt(dd);
    if (distance <= 1e-11 * scale || distance <= 1e-30) return false;
    lope_point apart = lope_point_sub(result->on_axis, result->point);
    result->normal = lope_point_unit(apart, lope_point_make(0.0, 1.0, 0.0));
    result->distance = distance - capsule->radius;
    return true;
}

// Nearest points so close together that their direction is uncertain: 1e-13 of rounding over 1e-6 of the size turns it by 1e-7,
// which a lever as long as the shape makes 1e-7 of its size. There the directions of faces and edges are tried against it.
static inline bool lope_separation_uncertain(double dd, double scale) { return dd <= 1e-12 * scale * scale; }

#endif
