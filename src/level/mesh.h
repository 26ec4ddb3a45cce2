// mesh.h - a mesh as the level keeps it: cleaned triangles in leaf order, under a hierarchy.
//
// Read next: mesh.c, then parts.h for the rules by which triangles are dropped and parts count as solid.
#ifndef LOPE_LEVEL_MESH_H
#define LOPE_LEVEL_MESH_H

#include "base/simd.h"
#include "level/bvh.h"

#include <lope/level.h>
#include <lope/surroundings.h>

// A triangle in metres, in the body's frame. `index`: its number in the mesh that was given.
typedef lope_sink_face lope_mesh_triangle;

// A mesh of a level.
typedef struct lope_mesh {
    lope_mesh_triangle *triangles;
    lope_bvh bvh;
    lope_bounds bounds;
    lope_mesh_report report; // report.triangles: how many there are
    bool has_inside;         // its one-sided triangles make up closed parts; else some were only declared so
} lope_mesh;

// Returns whether the bounds of a triangle touch a box. The box of a leaf is around all its triangles, so
// most of them are far from a query. Six comparisons at once spare those the work in doubles. The fourth
// float of each corner and limit is arbitrary.
static inline bool lope_mesh_triangle_touches(const lope_mesh_triangle *t, const lope_bvh_box *box)
{
    const float *corner = (const float *)(const void *)t;
    lope_m8 apart = lope_f8_less(lope_f8_load_halves(box->upper, corner), lope_f8_load_halves(corner, box->lower));
    apart = lope_m8_and(apart,
                        lope_f8_less(lope_f8_load_halves(box->upper, corner + 3), lope_f8_load_halves(corner + 3, box->lower)));
    apart = lope_m8_and(apart,
                        lope_f8_less(lope_f8_load_halves(box->upper, corner + 6), lope_f8_load_halves(corner + 6, box->lower)));
    return (lope_m8_bits(apart) & 0x77u) == 0;
}

// Returns which of two triangles have bounds that touch a box: bit 0 for the first, bit 1 for the second.
// Tests what lope_mesh_triangle_touches tests.
static inline uint32_t lope_mesh_two_touch(const lope_mesh_triangle *a, const lope_mesh_triangle *b, const lope_bvh_box *box)
{
    const float *p = (const float *)(const void *)a, *q = (const float *)(const void *)b;
    lope_f8 v0 = lope_f8_load_halves(p, q), v1 = lope_f8_load_halves(p + 3, q + 3), v2 = lope_f8_load_halves(p + 6, q + 6);
    lope_f8 lower = lope_f8_min(lope_f8_min(v0, v1), v2), upper = lope_f8_max(lope_f8_max(v0, v1), v2);
    lope_m8 apart = lope_m8_or(lope_f8_less(lope_f8_load_halves(box->upper, box->upper), lower),
                               lope_f8_less(upper, lope_f8_load_halves(box->lower, box->lower)));
    uint32_t bits = lope_m8_bits(apart);
    return ((bits & 0x07u) == 0 ? 1u : 0u) | ((bits & 0x70u) == 0 ? 2u : 0u);
}

// Checks a definition, cleans its triangles and builds the hierarchy. Returns LOPE_OK, or refuses it and
// leaves the mesh empty.
lope_result lope_mesh_build(lope_mesh *mesh, const lope_mesh_def *def, const lope_allocator *allocator, lope_error *error);
// Releases the memory. The mesh is empty afterwards.
void lope_mesh_free(lope_mesh *mesh, const lope_allocator *allocator);

// Reads `count` points of x, y, z into `out`. `stride`: bytes from point to point, 0 for 12. -0 becomes 0.
// Refuses numbers that are not finite.
lope_result lope_points_read(const float *points, uint32_t count, uint32_t stride, lope_vec3 *out, lope_error *error);

#endif
