// moving_near.c - see moving_near.h.
//
// A shape is taken with its way in the tick: its bounds at the tick's start and end, and how far it strays
// between the two where its body turns. Whatever hands out bodies by bounds of their own has these within
// them: level/pose.c, record/recorded_bounds.c.
#include "motion/nearby/moving_near.h"

#include "level/frame.h"

lope_point lope_point_at_start(const lope_nearby *nearby, const lope_sink_body *body, lope_point p)
{
    const lope_vec3 turn = body->motion.rotation;
    const float angle = lope_vec3_length(turn);
    const lope_point center = lope_point_sub(body->pose.position, nearby->origin);
    lope_point arm = lope_point_sub(p, center);
    if (angle > 0) arm = lope_quat_rotate_point(lope_quat_from_axis(lope_vec3_scale(turn, 1.0f / angle), -angle), arm);
    return lope_point_sub(lope_point_add(center, arm), body->motion.displacement);
}

lope_shape lope_triangle_at_start(const lope_nearby *nearby, const lope_sink_body *body, const lope_near_triangle *t)
{
    lope_shape shape = {.kind = LOPE_SHAPE_TRIANGLE};
    for (int k = 0; k < 3; k++) shape.as.triangle.v[k] = lope_point_at_start(nearby, body, t->shape.v[k]);
    return shape;
}

lope_shape lope_round_at_start(const lope_nearby *nearby, const lope_sink_body *body, const lope_near_round *round)
{
    lope_shape shape = round->shape;
    if (shape.kind == LOPE_SHAPE_SPHERE) shape.as.sphere.center = lope_point_at_start(nearby, body, shape.as.sphere.center);
    if (shape.kind == LOPE_SHAPE_CAPSULE) {
        shape.as.capsule.a = lope_point_at_start(nearby, body, shape.as.capsule.a);
        shape.as.capsule.b = lope_point_at_start(nearby, body, shape.as.capsule.b);
    }
    if (shape.kind == LOPE_SHAPE_CYLINDER) {
        const lope_point tip = lope_point_add(shape.as.cylinder.center, shape.as.cylinder.axis);
        shape.as.cylinder.center = lope_point_at_start(nearby, body, shape.as.cylinder.center);
        shape.as.cylinder.axis = lope_point_sub(lope_point_at_start(nearby, body, tip), shape.as.cylinder.center);
    }
    return shape;
}

// The bounds of a shape of a body, and how far it reaches from the body's origin.
typedef struct shape_reach {
    lope_bounds bounds; // at the tick's end
    double reach;       // m
} shape_reach;

static double farther(double reach, lope_point from, lope_point p)
{
    const double far = lope_point_length(lope_point_sub(p, from));
    return far > reach ? far : reach;
}

static shape_reach reach_of(const lope_nearby *nearby, const lope_sink_body *body, const lope_shape *shape)
{
    shape_reach r = {.bounds = lope_shape_bounds(shape)};
    const lope_point from = lope_point_sub(body->pose.position, nearby->origin);
    if (shape->kind == LOPE_SHAPE_TRIANGLE) {
        for (int k = 0; k < 3; k++) r.reach = farther(r.reach, from, shape->as.triangle.v[k]);
    } else if (shape->kind == LOPE_SHAPE_SPHERE) {
        r.reach = farther(0, from, shape->as.sphere.center) + shape->as.sphere.radius;
    } else if (shape->kind == LOPE_SHAPE_CAPSULE) {
        r.reach = farther(farther(0, from, shape->as.capsule.a), from, shape->as.capsule.b) + shape->as.capsule.radius;
    } else if (shape->kind == LOPE_SHAPE_CYLINDER) {
        const lope_cylinder *c = &shape->as.cylinder;
        const lope_point up = lope_point_scale(c->axis, c->half_height);
        r.reach = farther(farther(0, from, lope_point_add(c->center, up)), from, lope_point_sub(c->center, up)) + c->radius;
    }
    return r;
}

// Returns false when a shape certainly stays away from the moving bounds: by its body's motion as a whole,
// without the turn of each point.
static bool may_come_near(const lope_nearby *nearby, const lope_sink_body *body, const shape_reach *r)
{
    const double turned = r->reach * (double)lope_vec3_length(body->motion.rotation);
    const lope_bounds was = lope_bounds_move(r->bounds, lope_point_scale(body->motion.displacement, -1));
    const lope_bounds all = lope_bounds_grow(lope_bounds_join(r->bounds, was), turned * (1 + 1e-6));
    return lope_bounds_touch(&all, &nearby->moving_bounds);
}

// Returns whether a shape of a body that moves comes within the moving bounds. was: the shape as the tick
// began.
static bool comes_near(const lope_nearby *nearby, const lope_sink_body *body, const shape_reach *r, const lope_shape *was)
{
    const lope_bounds both = lope_bounds_join(r->bounds, lope_shape_bounds(was));
    const lope_bounds all = lope_bounds_grow(both, r->reach * lope_turn_stray(body->motion.rotation));
    return lope_bounds_touch(&all, &nearby->moving_bounds);
}

static bool triangle_comes_near(const lope_nearby *nearby, const lope_near_triangle *triangle)
{
    const lope_sink_body *body = &nearby->sets[1].bodies[triangle->body];
    const lope_shape shape = {.kind = LOPE_SHAPE_TRIANGLE, .as.triangle = triangle->shape};
    const shape_reach r = reach_of(nearby, body, &shape);
    if (!lope_body_moves(body) || !may_come_near(nearby, body, &r)) return lope_bounds_touch(&r.bounds, &nearby->moving_bounds);
    const lope_shape was = lope_triangle_at_start(nearby, body, triangle);
    return comes_near(nearby, body, &r, &was);
}

static bool round_comes_near(const lope_nearby *nearby, const lope_near_round *round)
{
    const lope_sink_body *body = &nearby->sets[1].bodies[round->body];
    if (body->character) return false; // near_capsules tells of it
    const shape_reach r = reach_of(nearby, body, &round->shape);
    if (!lope_body_moves(body) || !may_come_near(nearby, body, &r)) return lope_bounds_touch(&r.bounds, &nearby->moving_bounds);
    const lope_shape was = lope_round_at_start(nearby, body, round);
    return comes_near(nearby, body, &r, &was);
}

bool lope_moving_is_near(const lope_nearby *nearby)
{
    const lope_near_set *set = &nearby->sets[1];
    bool near = nearby->near_capsules;
    for (uint32_t i = 0; i < set->triangle_count && !near; i++) near = triangle_comes_near(nearby, &set->triangles[i]);
    for (uint32_t i = 0; i < set->round_count && !near; i++) near = round_comes_near(nearby, &set->rounds[i]);
    return near;
}
