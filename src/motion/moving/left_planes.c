// left_planes.c - see left_planes.h.
#include "motion/moving/left_planes.h"

// square of the share of a push along other planes that leads out of its own: from a wedge of less than 30
// degrees it would lead more than twice as far as the plane is left behind
#define LEAST_SHARE 0.25
#define LEAST_FACING 1e-6 // cosine: a push that goes less into a plane goes along it

// Returns the part of v that goes along a plane. normal: unit.
static lope_point along(lope_point v, lope_point normal) { return lope_point_mad(v, normal, -lope_point_dot(v, normal)); }

// Returns the part of a normal that goes along all those planes that were left and that it leads into.
static lope_point along_all(const lope_left_planes *left, lope_point normal)
{
    lope_point way = normal, first = {0, 0, 0};
    for (uint32_t i = 0; i < left->count; i++) {
        const lope_point other = left->normals[i];
        if (!(lope_point_dot(way, other) < -LEAST_FACING)) continue;
        const lope_point beside = along(other, first); // the way along both is square to this, too
        const double length = lope_point_length(beside);
        if (!(length > LEAST_FACING)) continue;
        first = lope_point_scale(beside, 1.0 / length);
        way = along(way, first);
    }
    return way;
}

lope_point lope_left_planes_push(lope_left_planes *left, lope_point normal, double depth)
{
    const lope_point way = along_all(left, normal);
    const double share = lope_point_dot(way, normal);
    left->normals[1] = left->normals[0];
    left->normals[0] = normal;
    if (left->count < LOPE_LEFT_PLANES) left->count++;
    return share > LEAST_SHARE ? lope_point_scale(way, depth / share) : lope_point_scale(normal, depth);
}
