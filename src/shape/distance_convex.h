// distance_convex.h - the distance of a segment and a box, a cylinder or a hull, and the segment in the frame
// of such a solid, which distances, depths and sweeps share. Read next: distance_convex.c.
#ifndef LOPE_SHAPE_DISTANCE_CONVEX_H
#define LOPE_SHAPE_DISTANCE_CONVEX_H

#include <lope/shape.h>

// Returns the squared distance of the segment a-b and a box; 0 when they meet. Fills in both points in either
// case.
double lope_segment_box(lope_point a, lope_point b, const lope_box *box, lope_point *on_segment, lope_point *on_box);

// Returns the squared distance of the segment a-b and a cylinder; 0 when they meet. Fills in both points in
// either case.
double lope_segment_cylinder(lope_point a, lope_point b, const lope_cylinder *cylinder, lope_point *on_segment,
                             lope_point *on_cylinder);

// Returns the squared distance of the segment a-b and a hull; 0 when they meet. Fills in both points in
// either case.
double lope_segment_hull(lope_point a, lope_point b, const lope_hull *hull, lope_point *on_segment, lope_point *on_hull);

// A segment p + s * u, s in [0, 1], in the axes of a box and relative to its center.
typedef struct lope_local_segment {
    double p[3], u[3];
} lope_local_segment;

// Returns the segment a-b in the axes of the box.
lope_local_segment lope_segment_in_box(lope_point a, lope_point b, const lope_box *box);

// Returns the parameter, 0 to 1, of the segment's point nearest to the box. `half`: the three half sizes of
// the box, m.
double lope_local_segment_box(const lope_local_segment *segment, const double *half);

// A segment relative to the center of a cylinder: h + s * hu along its axis and q + s * qu across it, s in
// [0, 1].
typedef struct lope_round_segment {
    double h, hu, ququ; // ququ: qu.qu
    lope_point q, qu;
} lope_round_segment;

// Returns the segment a-b in the frame of the cylinder.
lope_round_segment lope_segment_in_cylinder(lope_point a, lope_point b, const lope_cylinder *cylinder);

// Returns the parameter, 0 to 1, of the segment's point nearest to the cylinder. `half`: its half height, m.
double lope_round_segment_cylinder(const lope_round_segment *segment, double radius, double half);

// Returns a lower bound of the distance of the segment a-b and the hull: the distance of the segment in front
// of one of the hull's planes. Returns -1 when the segment is in front of none.
double lope_hull_plane_distance(lope_point a, lope_point b, const lope_hull *hull);

// Returns the corners of a hull's triangle.
lope_triangle lope_hull_triangle(const lope_hull *hull, uint32_t index);

#endif
