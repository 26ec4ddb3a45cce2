// pair_convex.c - boxes, cylinders and hulls that are cast: by closed forms where the other shape is round,
// else by their support points.
//
// What is round is the capsule that the closed forms know. Against it the roles are changed: seen from the
// moving shape, the capsule comes along the motion reversed. The answer is turned back.
#include "convex_depth.h"
#include "convex_sweep.h"
#include "pair.h"

// A sphere or a capsule as a capsule.
static bool round_of(const lope_shape *shape, lope_capsule *capsule)
{
    if (shape->kind == LOPE_SHAPE_CAPSULE) *capsule = shape->as.capsule;
    if (shape->kind == LOPE_SHAPE_SPHERE)
        *capsule = (lope_capsule){shape->as.sphere.center, shape->as.sphere.center, shape->as.sphere.radius};
    return shape->kind == LOPE_SHAPE_CAPSULE || shape->kind == LOPE_SHAPE_SPHERE;
}

static lope_point unturn(const lope_convex *c, lope_point v)
{
    if (!c->turned) return v;
    return lope_point_make(lope_point_dot(c->axis[0], v), lope_point_dot(c->axis[1], v), lope_point_dot(c->axis[2], v));
}

static lope_point turn(const lope_convex *c, lope_point v)
{
    if (!c->turned) return v;
    return lope_point_mad(lope_point_mad(lope_point_scale(c->axis[0], v.x), c->axis[1], v.y), c->axis[2], v.z);
}

static lope_capsule seen_from(const lope_convex *c, const lope_capsule *capsule)
{
    return (lope_capsule){unturn(c, lope_point_sub(capsule->a, c->at)), unturn(c, lope_point_sub(capsule->b, c->at)),
                          capsule->radius};
}

bool lope_convex_meets(const lope_caster *caster, const lope_shape *shape, double limit, lope_sweep_hit *hit)
{
    const lope_convex *moving = caster->convex;
    lope_capsule capsule;
    if (!round_of(shape, &capsule)) {
        const lope_convex other = lope_convex_of(shape);
        return lope_convex_sweep(moving, caster->motion, &other, limit, hit);
    }
    capsule = seen_from(moving, &capsule);
    if (!lope_capsule_sweep(&capsule, unturn(moving, lope_point_scale(caster->motion, -1.0)), moving->shape, hit)) return false;
    // The point is on the moving shape. Where the two touch it is on the other as well; where they overlap
    // it is on the way out.
    lope_point point = lope_point_add(moving->at, turn(moving, hit->point)), normal = turn(moving, hit->normal);
    hit->normal = lope_point_scale(normal, -1.0);
    hit->point = lope_point_mad(lope_point_mad(point, caster->motion, hit->fraction), normal, -hit->depth);
    return true;
}

bool lope_convex_overlaps(const lope_caster *caster, const lope_shape *shape, lope_separation *apart)
{
    const lope_convex *moving = caster->convex;
    lope_capsule capsule;
    if (!round_of(shape, &capsule)) {
        const lope_convex other = lope_convex_of(shape);
        return lope_convex_overlap(moving, &other, 0.0, apart);
    }
    capsule = seen_from(moving, &capsule);
    const lope_separation seen = lope_capsule_separation(&capsule, moving->shape);
    lope_point on_moving = lope_point_add(moving->at, turn(moving, seen.point)), normal = turn(moving, seen.normal);
    apart->distance = seen.distance;
    apart->normal = lope_point_scale(normal, -1.0);
    apart->on_axis = on_moving;
    apart->point = lope_point_mad(on_moving, normal, seen.distance);
    return seen.distance <= 0;
}
