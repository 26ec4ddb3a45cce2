// query.c - what rays, sweeps and overlaps share. Read next: cast.c, overlap.c.
#include "level/query.h"

#include "base/error.h"

void lope_hit_fill(lope_level_hit *hit, const lope_level *level, uint32_t index, const lope_found *found)
{
    const lope_level_body *b = &level->bodies[index];
    lope_handle handle = lope_handle_pool_at(&level->pool, index);
    hit->body = (lope_body){handle.index, handle.generation};
    hit->id = b->id;
    hit->triangle = found->triangle;
    hit->fraction = found->fraction;
    hit->point = lope_frame_to_world(&b->frame, found->point);
    hit->normal = lope_point_to_vec3(lope_frame_turn(&b->frame, found->normal));
    hit->surface_normal = lope_point_to_vec3(lope_frame_turn(&b->frame, found->surface_normal));
    hit->depth = found->depth;
}

static lope_point box_normal(const lope_box *box, lope_point normal)
{
    int best = 0;
    double most = -1;
    for (int k = 0; k < 3; ++k) {
        double along = fabs(lope_point_dot(box->axis[k], normal));
        if (along > most) most = along, best = k;
    }
    return lope_point_scale(box->axis[best], lope_point_dot(box->axis[best], normal) < 0 ? -1.0 : 1.0);
}

static lope_point cylinder_normal(const lope_cylinder *cylinder, lope_point point, lope_point normal)
{
    double along = lope_point_dot(cylinder->axis, normal);
    if (along * along >= 0.5) return lope_point_scale(cylinder->axis, along < 0 ? -1.0 : 1.0);
    lope_point out = lope_point_sub(point, cylinder->center);
    out = lope_point_mad(out, cylinder->axis, -lope_point_dot(out, cylinder->axis));
    double length = lope_point_length(out);
    return length > 0 ? lope_point_scale(out, 1 / length) : normal;
}

// Of the faces that the point lies on (the outermost, give or take a millionth of the distances), the one most along the normal.
static lope_point hull_normal(const lope_hull *hull, lope_point point, lope_point normal)
{
    lope_point best = normal;
    double outermost = -1e300, most = -2;
    for (int pass = 0; pass < 2; ++pass) {
        for (uint32_t t = 0; t < hull->triangle_count; ++t) {
            const uint32_t *v = &hull->triangles[3 * (size_t)t];
            lope_point a = hull->points[v[0]], ab = lope_point_sub(hull->points[v[1]], a),
                       ac = lope_point_sub(hull->points[v[2]], a);
            lope_point n = lope_point_cross(ab, ac), to = lope_point_sub(point, a);
            double length = lope_point_length(n);
            if (length <= 0) continue;
            n = lope_point_scale(n, 1 / length);
            double out = lope_point_dot(to, n), along = lope_point_dot(n, normal);
            if (pass == 0) outermost = lope_larger(outermost, out);
            if (pass == 0 || out < outermost - 1e-6 * (1 + lope_point_length(to)) || along <= most) continue;
            most = along;
            best = n;
        }
    }
    return best;
}

lope_point lope_solid_surface_normal(const lope_shape *shape, lope_point point, lope_point normal)
{
    if (shape->kind == LOPE_SHAPE_BOX) return box_normal(&shape->as.box, normal);
    if (shape->kind == LOPE_SHAPE_CYLINDER) return cylinder_normal(&shape->as.cylinder, point, normal);
    if (shape->kind == LOPE_SHAPE_HULL) return hull_normal(&shape->as.hull, point, normal);
    return normal;
}

// Beyond this (m) squares of coordinates have no room in a double.
#define QUERY_FARTHEST 1e30

static bool within(double x) { return x > -QUERY_FARTHEST && x < QUERY_FARTHEST; }

bool lope_query_point_valid(lope_point p) { return within(p.x) && within(p.y) && within(p.z); }

bool lope_query_capsule_valid(const lope_capsule *c)
{
    return c && lope_query_point_valid(c->a) && lope_query_point_valid(c->b) && lope_finite_double(c->radius) && c->radius >= 0;
}

lope_bounds lope_query_capsule_bounds(const lope_capsule *c)
{
    return lope_bounds_grow(lope_bounds_add(lope_bounds_add(lope_bounds_none(), c->a), c->b), c->radius);
}

lope_capsule lope_query_capsule_in(const lope_frame *frame, const lope_capsule *c)
{
    lope_capsule local = {lope_frame_to_body(frame, c->a), lope_frame_to_body(frame, c->b), c->radius};
    return local;
}
