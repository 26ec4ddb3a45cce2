// parts.h - the parts of a triangle mesh: flawed triangles, connected parts, and which parts are solid.
//
// Read next: parts.c for the rules, mesh.c for the caller.
#ifndef LOPE_LEVEL_PARTS_H
#define LOPE_LEVEL_PARTS_H

#include <lope/level.h>

enum {
    LOPE_PART_DEGENERATE = 1, // dropped: an altitude under 10 micrometres
    LOPE_PART_DUPLICATE = 2,  // dropped: an earlier triangle has the same three points
    LOPE_PART_MIRROR = 4,     // dropped: the first on these points that faces the other way
    LOPE_PART_MIRRORED = 8,   // kept; a mirror of it was dropped
    LOPE_PART_TWO_SIDED = 16,
    LOPE_PART_INSIDE_OUT = 32, // kept, two-sided as its part is inside out
    LOPE_PART_EXPOSED = 64,    // of a part's root, by cavities.c: the part is no cavity
    LOPE_PART_CAVITY = 128,    // of a part's root, by cavities.c: the part is one
    LOPE_PART_DROPPED = LOPE_PART_DEGENERATE | LOPE_PART_DUPLICATE
};

// m. Below this altitude the normal of a triangle is mostly rounding. Above it a triangle has a direction
// even at 100 m from the origin of the mesh, where floats are 8 micrometres apart.
#define LOPE_LEAST_ALTITUDE 1e-5

// Fills in one flag byte a triangle, the lowest triangle of its part, and the report. `corners`: 3 indices a
// triangle into `points`, all in range. Returns false when memory is short.
bool lope_parts_find(const lope_vec3 *points, uint32_t point_count, const uint32_t *corners, uint32_t triangle_count,
                     lope_sides sides, const lope_allocator *allocator, uint8_t *flags, uint32_t *roots,
                     lope_mesh_report *report);

#endif
