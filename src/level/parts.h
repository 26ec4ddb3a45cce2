// parts.h - what a triangle mesh is made of: which triangles are flawed, which hang together, and what is solid.
// Read next: parts.c for the rules, mesh.c for who asks.
#ifndef LOPE_LEVEL_PARTS_H
#define LOPE_LEVEL_PARTS_H

#include <lope/level.h>

enum {
    LOPE_PART_DEGENERATE = 1, // dropped: an altitude under 10 micrometres
    LOPE_PART_DUPLICATE = 2,  // dropped: an earlier triangle has the same three points
    LOPE_PART_MIRROR = 4,     // dropped, and the first of its points that faces the other way than the kept one
    LOPE_PART_MIRRORED = 8,   // kept; a mirror of it was dropped
    LOPE_PART_TWO_SIDED = 16,
    LOPE_PART_DROPPED = LOPE_PART_DEGENERATE | LOPE_PART_DUPLICATE
};

// m. Under it a triangle's normal is mostly rounding; over it even at 100 m from the mesh's origin (where floats are 8
// micrometres apart) a triangle has a direction.
#define LOPE_LEAST_ALTITUDE 1e-5

// Fills one flag byte a triangle and the report. corners: 3 indices a triangle into points, all in range. False: out of memory.
bool lope_parts_find(const lope_vec3 *points, uint32_t point_count, const uint32_t *corners, uint32_t triangle_count,
                     lope_sides sides, const lope_allocator *allocator, uint8_t *flags, lope_mesh_report *report);

#endif
