// pair.h - one thing that is cast, against one triangle or solid: the rules that all queries share.
//
// A level's queries and those on any surroundings ask the same functions here, so they find the same. What
// is cast is a capsule (a sphere is one without a length), a ray, or any other convex shape. The rules:
// - A one-sided triangle is the outside of something solid. It is met from its front only: against its
//   normal, and with the nearest part of what is cast in front of it. So what is inside gets out freely. An
//   edge that is met at a right angle to the normal counts as met from the front: rounding decides nothing.
// - A solid is met from outside, and from inside at once: at fraction 0, with the depth.
// - A triangle's overlap is judged by its surface alone, from either side. Inline: a level asks for each
//   triangle on its way. Read next: kernels.h (the closed forms), convex.h (the other shapes).
#ifndef LOPE_SHAPE_PAIR_H
#define LOPE_SHAPE_PAIR_H

#include "kernels.h"
#include "pair_convex.h"
#include "surface.h"

#define LOPE_SQUARE 1e-9 // cosine up to which two unit normals are at a right angle: far more than rounding

// What was found, in the same frame.
typedef struct lope_found {
    uint32_t triangle; // its number, which the caller fills in
    double fraction, depth;
    lope_point point, normal, surface_normal;
} lope_found;

static inline bool lope_ray_meets_triangle(const lope_caster *caster, const lope_triangle *triangle, lope_found *found)
{
    lope_shape shape;
    lope_ray_hit hit;
    shape.kind = LOPE_SHAPE_TRIANGLE;
    shape.as.triangle = *triangle;
    if (!lope_shape_ray(caster->capsule.a, caster->motion, &shape, &hit)) return false;
    found->fraction = hit.fraction;
    found->point = hit.point;
    found->normal = found->surface_normal = hit.normal;
    found->depth = 0;
    return true;
}

static inline bool lope_sweep_meets_triangle(const lope_caster *caster, const lope_triangle *triangle, lope_point front,
                                             double limit, lope_sweep_hit *hit)
{
    // A little beyond, so that rounding in the kernel's own limit cannot lose a tie.
    limit = limit + 1e-6 < 1 ? limit + 1e-6 : 1;
    if (caster->kind == LOPE_CASTER_CAPSULE)
        return lope_sweep_capsule_triangle(&caster->capsule, caster->motion, triangle, front, limit, hit);
    lope_shape shape;
    shape.kind = LOPE_SHAPE_TRIANGLE;
    shape.as.triangle = *triangle;
    return lope_convex_meets(caster, &shape, limit, hit);
}

// Casts against a triangle. front: its normal, as lope_triangle_normal gives it. False: it is not met before
// `limit` (a fraction) or a little later.
static inline bool lope_caster_meets_triangle(const lope_caster *caster, const lope_triangle *triangle, lope_point front,
                                              bool two_sided, double limit, lope_found *found)
{
    lope_sweep_hit hit;
    if (!two_sided && !(lope_point_dot(caster->motion, front) < 0)) return false;
    if (caster->kind == LOPE_CASTER_RAY) return lope_ray_meets_triangle(caster, triangle, found);
    if (!lope_sweep_meets_triangle(caster, triangle, front, limit, &hit)) return false;
    double toward = lope_point_dot(hit.normal, front);
    if (!two_sided && toward < -LOPE_SQUARE) return false;
    bool behind = toward < 0 || (toward <= 0 && lope_point_dot(caster->motion, front) > 0);
    found->fraction = hit.fraction;
    found->point = hit.point;
    found->normal = hit.normal;
    found->surface_normal = lope_triangle_surface_normal(front, two_sided && behind, hit.normal);
    found->depth = hit.depth;
    return true;
}

// How deep a point is in a solid (m); 0 outside.
static inline double lope_depth_inside(lope_point p, const lope_shape *shape)
{
    lope_capsule point = {p, p, 0};
    double distance = lope_capsule_separation(&point, shape).distance;
    return distance < 0 ? -distance : 0;
}

static inline bool lope_ray_meets_solid(const lope_caster *caster, const lope_shape *shape, lope_found *found)
{
    lope_ray_hit hit;
    if (!lope_shape_ray(caster->capsule.a, caster->motion, shape, &hit)) return false;
    found->fraction = hit.fraction;
    found->point = hit.point;
    found->normal = found->surface_normal = hit.normal;
    found->depth = hit.inside ? lope_depth_inside(caster->capsule.a, shape) : 0;
    return true;
}

// Casts against a solid.
static inline bool lope_caster_meets_solid(const lope_caster *caster, const lope_shape *shape, lope_found *found)
{
    lope_sweep_hit hit;
    if (caster->kind == LOPE_CASTER_RAY) return lope_ray_meets_solid(caster, shape, found);
    bool met = caster->kind == LOPE_CASTER_CAPSULE ? lope_capsule_sweep(&caster->capsule, caster->motion, shape, &hit)
                                                   : lope_convex_meets(caster, shape, 1.0, &hit);
    if (!met) return false;
    found->fraction = hit.fraction;
    found->point = hit.point;
    found->normal = hit.normal;
    found->surface_normal = lope_solid_surface_normal(shape, hit.point, hit.normal);
    found->depth = hit.depth;
    return true;
}

// Whether the whole capsule lies on one side of the triangle's plane, out of reach: a fraction of what a
// separation costs. A millionth of the lengths that were subtracted and multiplied is far more than
// rounding takes from them.
static inline bool lope_capsule_beyond_plane(const lope_capsule *c, const lope_triangle *t)
{
    const lope_point n = lope_point_cross(lope_point_sub(t->v[1], t->v[0]), lope_point_sub(t->v[2], t->v[0]));
    const lope_point a = lope_point_sub(c->a, t->v[0]), b = lope_point_sub(c->b, t->v[0]);
    const double from_a = lope_point_dot(n, a), from_b = lope_point_dot(n, b);
    if ((from_a < 0) != (from_b < 0)) return false;
    const double near_a = fabs(from_a), near_b = fabs(from_b), nearest = near_a < near_b ? near_a : near_b;
    const double lengths = fabs(a.x) + fabs(a.y) + fabs(a.z) + fabs(b.x) + fabs(b.y) + fabs(b.z);
    const double reach = c->radius + 1e-6 * (c->radius + lengths);
    return nearest * nearest > lope_point_dot(n, n) * reach * reach;
}

static inline void lope_found_overlap(lope_found *found, const lope_separation *apart, lope_point surface_normal)
{
    found->fraction = 0;
    found->depth = -apart->distance;
    found->point = apart->point;
    found->normal = apart->normal;
    found->surface_normal = surface_normal;
}

// Whether what is cast, where it starts, overlaps a triangle by more than 0. A ray does so with nothing.
static inline bool lope_caster_overlaps_triangle(const lope_caster *caster, const lope_triangle *triangle, bool two_sided,
                                                 lope_found *found)
{
    lope_separation apart;
    if (lope_capsule_beyond_plane(&caster->capsule, triangle)) return false;
    if (caster->kind == LOPE_CASTER_CONVEX) {
        lope_shape shape;
        shape.kind = LOPE_SHAPE_TRIANGLE;
        shape.as.triangle = *triangle;
        if (!lope_convex_overlaps(caster, &shape, &apart)) return false;
    } else {
        apart = lope_separation_triangle(&caster->capsule, triangle);
    }
    if (!(apart.distance < 0)) return false;
    lope_point front = lope_triangle_normal(triangle);
    bool behind = two_sided && lope_point_dot(front, apart.normal) < 0;
    lope_found_overlap(found, &apart, lope_triangle_surface_normal(front, behind, apart.normal));
    return true;
}

// Whether what is cast, where it starts, overlaps a solid by more than 0.
static inline bool lope_caster_overlaps_solid(const lope_caster *caster, const lope_shape *shape, lope_found *found)
{
    lope_separation apart;
    if (caster->kind != LOPE_CASTER_CONVEX)
        apart = lope_capsule_separation(&caster->capsule, shape);
    else if (!lope_convex_overlaps(caster, shape, &apart))
        return false;
    if (!(apart.distance < 0)) return false;
    lope_found_overlap(found, &apart, lope_solid_surface_normal(shape, apart.point, apart.normal));
    return true;
}

#endif
