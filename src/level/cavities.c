// cavities.c - tells the cavity of a solid from a part that is only wound the wrong way.
//
// A room can be modelled as two shells: the outside of a house, and the walls of the room, which face into
// it. The second is closed and inside out, like a box that was wound the wrong way. But it lies in a solid.
// The rule: an inside-out part is a cavity when every corner of it is in closed parts, and none of its
// triangles meets one of theirs. Anything else keeps both sides, which is always safe.
// Read next: enclosure.c, parts.c.
#include "level/cavities.h"
#include "level/bvh_walk.h"
#include "level/enclosure.h"
#include "level/parts.h"
#include "shape/kernels.h"

#define TOUCH 1e-6 // m: triangles that are nearer than this meet

// Returns true when an edge of `a` comes within TOUCH of `b`.
static bool edge_meets(const lope_triangle *a, const lope_triangle *b)
{
    lope_point on_edge, on_face;
    for (int k = 0; k < 3; ++k)
        if (lope_segment_triangle(a->v[k], a->v[(k + 1) % 3], b, &on_edge, &on_face) < TOUCH * TOUCH) return true;
    return false;
}

// Returns true when a triangle meets a one-sided one of the mesh.
static bool meets_closed(const lope_mesh *mesh, const lope_mesh_triangle *triangle)
{
    lope_triangle own = lope_triangle_from(triangle->v);
    lope_bounds box = lope_bounds_none();
    for (int k = 0; k < 3; ++k) box = lope_bounds_add(box, own.v[k]);
    box = lope_bounds_grow(box, TOUCH);
    lope_bvh_walk walk;
    uint32_t first, count;
    lope_bvh_walk_begin(&walk, &mesh->bvh, &box);
    while (lope_bvh_walk_next(&walk, &first, &count))
        for (uint32_t i = first; i < first + count; ++i) {
            if (mesh->triangles[i].two_sided || !lope_mesh_triangle_touches(&mesh->triangles[i], &walk.box)) continue;
            lope_triangle other = lope_triangle_from(mesh->triangles[i].v);
            if (edge_meets(&own, &other) || edge_meets(&other, &own)) return true;
        }
    return false;
}

// Returns true when a triangle lies whole in closed parts.
static bool is_enclosed(const lope_mesh *mesh, const lope_mesh_triangle *triangle)
{
    for (int k = 0; k < 3; ++k)
        if (!lope_mesh_encloses_point(mesh, lope_vec3_to_point(triangle->v[k]))) return false;
    return !meets_closed(mesh, triangle);
}

void lope_cavities_open(lope_mesh *mesh, uint8_t *flags, const uint32_t *roots)
{
    for (uint32_t i = 0; i < mesh->report.triangles; ++i) {
        const lope_mesh_triangle *t = &mesh->triangles[i];
        uint8_t *part = &flags[roots[t->index]];
        if (!(flags[t->index] & LOPE_PART_INSIDE_OUT) || (*part & LOPE_PART_EXPOSED)) continue;
        if ((flags[t->index] & LOPE_PART_MIRRORED) || !is_enclosed(mesh, t)) *part |= LOPE_PART_EXPOSED;
    }
    for (uint32_t i = 0; i < mesh->report.triangles; ++i) {
        lope_mesh_triangle *t = &mesh->triangles[i];
        uint8_t *part = &flags[roots[t->index]];
        if (!(flags[t->index] & LOPE_PART_INSIDE_OUT) || (*part & LOPE_PART_EXPOSED)) continue;
        t->two_sided = 0;
        mesh->report.triangles_two_sided--;
        if (*part & LOPE_PART_CAVITY) continue;
        *part |= LOPE_PART_CAVITY;
        mesh->report.parts_inside_out--;
        mesh->report.parts_closed++;
    }
}
