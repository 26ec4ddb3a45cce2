// ball_triangle.h - the sweep and the distance of a ball and a triangle, faster than a capsule's.
//
// The caller knows how far the ball's center lies beyond each edge of the triangle. For the edge i from v[i],
// with out = edge x unit_normal, beyond[i] is out . (center - v[i]) and passing[i] is out . motion.
// Conventions: kernels.h. Read next: ball_triangle.c.
#ifndef LOPE_SHAPE_BALL_TRIANGLE_H
#define LOPE_SHAPE_BALL_TRIANGLE_H

#include <lope/shape.h>

// What a ball's sweep found. UNSURE: the ball overlaps at the start, or does not move; then
// lope_sweep_capsule_triangle answers.
typedef enum lope_ball_sweep { LOPE_BALL_MISSES, LOPE_BALL_HITS, LOPE_BALL_UNSURE } lope_ball_sweep;

// Sweeps a ball against a triangle. Fills in *hit on LOPE_BALL_HITS.
lope_ball_sweep lope_sweep_ball_triangle(const lope_sphere *ball, lope_point motion, const lope_triangle *triangle,
                                         lope_point unit_normal, const double beyond[3], const double passing[3],
                                         double max_fraction, lope_sweep_hit *hit);

// Returns the squared distance of a point and a triangle, and the triangle's nearest point.
double lope_ball_nearest(lope_point center, const lope_triangle *triangle, lope_point unit_normal, const double beyond[3],
                         lope_point *on_triangle);

#endif
