// surface.c - surface normals of solids. See surface.h.
#include "surface.h"

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

// Of the faces that the point lies on (the outermost, give or take a millionth of the distances), the one
// most along the normal.
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
            if (pass == 0) outermost = outermost > out ? outermost : out;
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
