// distance.h - the distance of a segment and a triangle, and a triangle's normal. Read next: distance.c.
#ifndef LOPE_SHAPE_DISTANCE_H
#define LOPE_SHAPE_DISTANCE_H

#include <lope/shape.h>

// Returns the squared distance of the segment a-b and a triangle, and their nearest points; 0 when they
// cross. a may equal b, and the triangle may be a sliver, a segment or a point. Where several points are
// equally near, the order of the arguments decides.
double lope_segment_triangle(lope_point a, lope_point b, const lope_triangle *triangle, lope_point *on_segment,
                             lope_point *on_triangle);

// Returns the triangle's unit normal by its winding, good to 1e-11. Returns zero for a sliver with a height
// under 1e-5 of its shorter edges. Its edges alone stand for such a sliver, which is off by less than the
// square of that height.
lope_point lope_triangle_normal(const lope_triangle *triangle);

#endif
