// enclosure.c - counts the faces over a point, and finds the face nearest to the capsule.
//
// Rule: a point is inside when a ray up from it leaves closed parts more often than it enters them. Only
// one-sided triangles count: they make up the closed parts, whole. An edge between two triangles gives both
// the same answer, turned round, so a ray never slips through between the two, nor counts both.
// Read next: overlap.c.
#include "level/enclosure.h"
#include "level/bvh_walk.h"

// Returns on which side of the point (x, z) the edge from p to q passes, seen from above.
static bool left_of(double x, double z, lope_vec3 p, lope_vec3 q)
{
    bool turned = q.x < p.x || (q.x <= p.x && q.z < p.z);
    lope_vec3 a = turned ? q : p, b = turned ? p : q;
    double ax = (double)a.x - x, az = (double)a.z - z, bx = (double)b.x - x, bz = (double)b.z - z;
    return (ax * bz - az * bx >= 0) != turned;
}

// Returns 1 when a ray up from the point leaves through the triangle, -1 when it enters, 0 when it misses.
static int crossing(lope_point from, const lope_mesh_triangle *t)
{
    bool left = left_of(from.x, from.z, t->v[0], t->v[1]);
    if (left_of(from.x, from.z, t->v[1], t->v[2]) != left || left_of(from.x, from.z, t->v[2], t->v[0]) != left) return 0;
    lope_triangle triangle = lope_triangle_from(t->v);
    lope_point n = lope_triangle_normal(&triangle);
    double above = lope_point_dot(n, lope_point_sub(triangle.v[0], from));
    if (n.y > 0) return above > 0 ? 1 : 0;
    return n.y < 0 && above < 0 ? -1 : 0;
}

bool lope_mesh_encloses_point(const lope_mesh *mesh, lope_point point)
{
    lope_bounds column = {point, {point.x, mesh->bounds.upper.y, point.z}};
    lope_bvh_walk walk;
    uint32_t first, count;
    int sum = 0;
    lope_bvh_walk_begin(&walk, &mesh->bvh, &column);
    while (lope_bvh_walk_next(&walk, &first, &count))
        for (uint32_t i = 0; i < count; ++i)
            if (!mesh->triangles[first + i].two_sided) sum += crossing(point, &mesh->triangles[first + i]);
    return sum > 0;
}

// Finds the nearest one-sided triangle in the box. Returns false when it is farther than `within` (m).
static bool nearest_in(const lope_mesh *mesh, const lope_capsule *capsule, double within, lope_found *found)
{
    lope_bounds box = lope_bounds_grow(lope_query_capsule_bounds(capsule), within);
    lope_bvh_walk walk;
    uint32_t first, count;
    double least = within;
    bool any = false;
    lope_bvh_walk_begin(&walk, &mesh->bvh, &box);
    while (lope_bvh_walk_next(&walk, &first, &count))
        for (uint32_t i = 0; i < count; ++i) {
            const lope_mesh_triangle *t = &mesh->triangles[first + i];
            if (t->two_sided || !lope_mesh_triangle_touches(t, &walk.box)) continue;
            lope_triangle triangle = lope_triangle_from(t->v);
            lope_separation apart = lope_separation_triangle(capsule, &triangle);
            if (apart.distance > least || (any && apart.distance >= least && t->index > found->triangle)) continue;
            any = true;
            least = apart.distance;
            found->triangle = t->index;
            found->point = apart.point;
            found->normal = lope_triangle_normal(&triangle);
        }
    return any;
}

bool lope_mesh_encloses(const lope_mesh *mesh, const lope_capsule *capsule, lope_found *found)
{
    lope_point middle = lope_point_scale(lope_point_add(capsule->a, capsule->b), 0.5);
    lope_bounds point = {middle, middle};
    if (!mesh->has_inside || !lope_bounds_touch(&point, &mesh->bounds) || !lope_mesh_encloses_point(mesh, middle)) return false;
    double within = capsule->radius + lope_point_length(lope_point_sub(capsule->a, capsule->b)) + 1e-6;
    // so many doublings come from any size to that of any mesh
    for (int i = 0; !nearest_in(mesh, capsule, within, found); ++i) {
        if (i == 64) return false;
        within *= 2;
    }
    double a = lope_point_dot(lope_point_sub(found->point, capsule->a), found->normal);
    double b = lope_point_dot(lope_point_sub(found->point, capsule->b), found->normal);
    found->fraction = 0;
    found->depth = capsule->radius + (a > b ? a : b);
    found->surface_normal = found->normal;
    return true;
}
