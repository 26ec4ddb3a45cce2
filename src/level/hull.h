// hull.h - the convex hull of points, as a body keeps it. Read next: hull.c.
#ifndef LOPE_LEVEL_HULL_H
#define LOPE_LEVEL_HULL_H

#include <lope/level.h>

// A convex hull.
typedef struct lope_solid_hull {
    lope_vec3 *points;   // as given, without those inside
    lope_point *exact;   // the same in doubles, for lope_hull
    uint32_t *triangles; // 3 indices each, counter-clockwise seen from outside
    uint32_t point_count, triangle_count;
    lope_bounds bounds;
} lope_solid_hull;

// Checks a definition and builds its hull. Returns LOPE_OK, or refuses it and leaves the hull empty.
lope_result lope_solid_hull_build(lope_solid_hull *hull, const lope_hull_def *def, const lope_allocator *allocator,
                                  lope_error *error);
// Releases the memory. The hull is empty afterwards.
void lope_solid_hull_free(lope_solid_hull *hull, const lope_allocator *allocator);

#endif
