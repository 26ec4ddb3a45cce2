// distance_convex.h - a segment in the frame of a box or a cylinder, shared by distance, depth and sweeps.
//
// Read next: distance_convex.c.
#ifndef LOPE_SHAPE_DISTANCE_CONVEX_H
#define LOPE_SHAPE_DISTANCE_CONVEX_H

#include <lope/shape.h>

// p + s * u in the box's axes, seen from its center.
typedef struct lope_local_segment {
    double p[3], u[3];
} lope_local_segment;
lope_local_segment lope_segment_in_box(lope_point a, lope_point b, const lope_box *box);

// The parameter in [0, 1] of the segment's point nearest to the box.
double lope_local_segment_box(const lope_local_segment *segment, const double *half);

// Height h + s * hu along the cylinder's axis, and q + s * qu across it, seen from its center.
typedef struct lope_round_segment {
    double h, hu, ququ; // ququ: qu.qu
    lope_point q, qu;
} lope_round_segment;
lope_round_segment lope_segment_in_cylinder(lope_point a, lope_point b, const lope_cylinder *cylinder);

// The parameter in [0, 1] of the segment's point nearest to the cylinder.
double lope_round_segment_cylinder(const lope_round_segment *segment, double radius, double half);

// A lower bound of the distance of the segment a-b and the hull: how far the segment is in front of one of its planes; -1 when
// of none.
double lope_hull_plane_distance(lope_point a, lope_point b, const lope_hull *hull);

lope_triangle lope_hull_triangle(const lope_hull *hull, uint32_t index);

#endif
