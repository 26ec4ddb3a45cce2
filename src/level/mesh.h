// mesh.h - a mesh as the level keeps it: cleaned triangles in leaf order under a hierarchy.
// Read next: mesh.c, then parts.h for what is dropped and what is solid.
#ifndef LOPE_LEVEL_MESH_H
#define LOPE_LEVEL_MESH_H

#include "level/bvh.h"

#include <lope/level.h>

typedef struct lope_mesh_triangle {
    lope_vec3 v[3];     // m, in the body's frame
    uint32_t index;     // its place in what was given: the stable number
    uint32_t two_sided; // 0 or 1
} lope_mesh_triangle;

typedef struct lope_mesh {
    lope_mesh_triangle *triangles;
    lope_bvh bvh;
    lope_bounds bounds;
    lope_mesh_report report; // report.triangles: how many there are
} lope_mesh;

// Whether a triangle's own bounds touch a box. A leaf's box is around all its triangles, so most of them a query never comes near:
// six comparisons spare it the work in doubles.
static inline bool lope_mesh_triangle_touches(const lope_mesh_triangle *t, const lope_bvh_box *box)
{
    const lope_vec3 *v = t->v;
    if (v[0].x < box->lower[0] && v[1].x < box->lower[0] && v[2].x < box->lower[0]) return false;
    if (v[0].x > box->upper[0] && v[1].x > box->upper[0] && v[2].x > box->upper[0]) return false;
    if (v[0].z < box->lower[2] && v[1].z < box->lower[2] && v[2].z < box->lower[2]) return false;
    if (v[0].z > box->upper[2] && v[1].z > box->upper[2] && v[2].z > box->upper[2]) return false;
    if (v[0].y < box->lower[1] && v[1].y < box->lower[1] && v[2].y < box->lower[1]) return false;
    return !(v[0].y > box->upper[1] && v[1].y > box->upper[1] && v[2].y > box->upper[1]);
}

lope_result lope_mesh_build(lope_mesh *mesh, const lope_mesh_def *def, const lope_allocator *allocator, lope_error *error);
void lope_mesh_free(lope_mesh *mesh, const lope_allocator *allocator);

// Checks and reads `count` points of x, y, z at a stride into `out`; -0 becomes 0.
lope_result lope_points_read(const float *points, uint32_t count, uint32_t stride, lope_vec3 *out, lope_error *error);

#endif
