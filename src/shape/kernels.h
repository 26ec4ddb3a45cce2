// kernels.h - the geometry under lope/shape.h, one function per kind of shape, for callers that know the kind.
//
// The motion layer tests thousands of triangles a tick: it calls these directly, with normals it has kept. Conventions are
// those of lope/shape.h. `max_fraction` (0 to 1) lets a sweep give up as soon as it cannot meet the shape before it; a hit at
// exactly max_fraction is reported. A motion may be zero: then only an overlap is a hit.
//
// Read next: sweep_triangle.c (the hot one), rounded.h (what the closed sweeps share), sweep_convex.c (what the others do).
#ifndef LOPE_SHAPE_KERNELS_H
#define LOPE_SHAPE_KERNELS_H

#include <lope/shape.h>

// Squared distance of the segment a-b and a triangle, with nearest points; 0 when they cross. a may equal b; the triangle may
// be a sliver, a segment or a point. Where the nearest points are not unique the choice is fixed by the order of arguments.
double lope_segment_triangle(lope_point a, lope_point b, const lope_triangle *triangle, lope_point *on_segment,
                             lope_point *on_triangle);

// Squared distances of the segment a-b and a solid; 0 when they meet. The points are filled in either case.
double lope_segment_box(lope_point a, lope_point b, const lope_box *box, lope_point *on_segment, lope_point *on_box);
double lope_segment_cylinder(lope_point a, lope_point b, const lope_cylinder *cylinder, lope_point *on_segment,
                             lope_point *on_cylinder);
double lope_segment_hull(lope_point a, lope_point b, const lope_hull *hull, lope_point *on_segment, lope_point *on_hull);

// Sweeps as lope_capsule_sweep. unit_normal: as lope_triangle_normal gives it, by the winding, or zero for a sliver.
bool lope_sweep_capsule_triangle(const lope_capsule *capsule, lope_point motion, const lope_triangle *triangle,
                                 lope_point unit_normal, double max_fraction, lope_sweep_hit *hit);
bool lope_sweep_capsule_sphere(const lope_capsule *capsule, lope_point motion, const lope_sphere *sphere, double max_fraction,
                               lope_sweep_hit *hit);
bool lope_sweep_capsule_capsule(const lope_capsule *capsule, lope_point motion, const lope_capsule *target, double max_fraction,
                                lope_sweep_hit *hit);
bool lope_sweep_capsule_box(const lope_capsule *capsule, lope_point motion, const lope_box *box, double max_fraction,
                            lope_sweep_hit *hit);
bool lope_sweep_capsule_cylinder(const lope_capsule *capsule, lope_point motion, const lope_cylinder *cylinder,
                                 double max_fraction, lope_sweep_hit *hit);
bool lope_sweep_capsule_hull(const lope_capsule *capsule, lope_point motion, const lope_hull *hull, double max_fraction,
                             lope_sweep_hit *hit);

// A ball, when it is known how far its centre lies beyond the triangle's edges: for edge i from v[i], with out = edge x unit_normal,
// beyond[i] is out . (center - v[i]) and passing[i] is out . motion. UNSURE: it overlaps at the start, or does not move; the
// sweep of a capsule tells all.
typedef enum lope_ball_sweep { LOPE_BALL_MISSES, LOPE_BALL_HITS, LOPE_BALL_UNSURE } lope_ball_sweep;
lope_ball_sweep lope_sweep_ball_triangle(const lope_sphere *ball, lope_point motion, const lope_triangle *triangle,
                                         lope_point unit_normal, const double beyond[3], const double passing[3],
                                         double max_fraction, lope_sweep_hit *hit);
// Squared distance of a point and a triangle, with the nearest point; beyond as above.
double lope_ball_nearest(lope_point center, const lope_triangle *triangle, lope_point unit_normal, const double beyond[3],
                         lope_point *on_triangle);

// Separations as lope_capsule_separation.
lope_separation lope_separation_triangle(const lope_capsule *capsule, const lope_triangle *triangle);
lope_separation lope_separation_sphere(const lope_capsule *capsule, const lope_sphere *sphere);
lope_separation lope_separation_capsule(const lope_capsule *capsule, const lope_capsule *target);
lope_separation lope_separation_box(const lope_capsule *capsule, const lope_box *box);
lope_separation lope_separation_cylinder(const lope_capsule *capsule, const lope_cylinder *cylinder);
lope_separation lope_separation_hull(const lope_capsule *capsule, const lope_hull *hull);

// The triangle's unit normal by its winding, good to 1e-11; zero for slivers that cannot have it so (their height is under 1e-5
// of their shorter edges: edges alone stand for them, which is off by less than the square of that height).
lope_point lope_triangle_normal(const lope_triangle *triangle);

#endif
