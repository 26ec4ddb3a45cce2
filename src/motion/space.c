// space.c - bounds and what covers them, walkability, and what a surface's own normal is where a capsule meets it.
#include "motion/neighbors.h"

lope_bounds lope_space_bounds(const lope_space *space, lope_point feet, lope_point motion, double grow)
{
    lope_point a = lope_point_mad(feet, space->up, space->radius), m = motion;
    lope_point b = lope_point_mad(feet, space->up, space->height - space->radius);
    double r = space->radius + grow;
    lope_bounds local = {{(a.x < b.x ? a.x : b.x) + (m.x < 0 ? m.x : 0) - r, (a.y < b.y ? a.y : b.y) + (m.y < 0 ? m.y : 0) - r,
                          (a.z < b.z ? a.z : b.z) + (m.z < 0 ? m.z : 0) - r},
                         {(a.x > b.x ? a.x : b.x) + (m.x > 0 ? m.x : 0) + r, (a.y > b.y ? a.y : b.y) + (m.y > 0 ? m.y : 0) + r,
                          (a.z > b.z ? a.z : b.z) + (m.z > 0 ? m.z : 0) + r}};
    return local;
}

bool lope_space_cover(lope_space *space, const lope_bounds *local)
{
    if (space->failed) return false;
    if (lope_nearby_covers(space->nearby, local)) return true;
    space->around->listed = false; // what is listed may move
    space->failed = lope_nearby_cover(space->nearby, space->surroundings, space->filter, local, &space->gathers);
    return !space->failed;
}

double lope_fence_room(const lope_capsule *capsule, const lope_near_fence *fence)
{
    double a = lope_point_dot(fence->normal, capsule->a), b = lope_point_dot(fence->normal, capsule->b);
    return (a < b ? a : b) - capsule->radius - fence->offset;
}

bool lope_space_walkable(const lope_space *space, const lope_sink_body *body, lope_point surface)
{
    double rise = lope_rise(space, surface);
    if (rise < 1e-4) return false;
    switch (body->surface.walkable) {
    case LOPE_WALKABLE_ALWAYS:
        return true;
    case LOPE_WALKABLE_NEVER:
        return false;
    case LOPE_WALKABLE_OWN_ANGLE:
        return rise >= (double)lope_cos(body->surface.walkable_angle) - 1e-6;
    default:
        return rise >= space->walkable_cosine;
    }
}

bool lope_contact_before(const lope_contact *a, const lope_contact *b)
{
    if (a->body != b->body) return a->body < b->body;
    if (a->index != b->index) return a->index < b->index;
    return a->part < b->part;
}

lope_point lope_triangle_surface(const lope_near_triangle *triangle, lope_point contact_normal)
{
    lope_point normal = lope_near_normal(triangle);
    bool turn = triangle->two_sided && lope_point_dot(normal, contact_normal) < 0;
    return turn ? lope_point_scale(normal, -1.0) : normal;
}

lope_point lope_round_surface(const lope_space *space, const lope_near_round *round, lope_point point, lope_point normal)
{
    if (round->shape.kind != LOPE_SHAPE_CYLINDER) return normal;
    const lope_cylinder *cylinder = &round->shape.as.cylinder;
    lope_point from = lope_point_sub(point, cylinder->center);
    double along = lope_point_dot(from, cylinder->axis);
    lope_point side = lope_point_mad(from, cylinder->axis, -along);
    double out = lope_point_length(side), tolerance = 1e-6 * space->unit;
    lope_point end = lope_point_scale(cylinder->axis, along < 0 ? -1.0 : 1.0);
    bool on_end = (along < 0 ? -along : along) >= cylinder->half_height - tolerance;
    bool on_side = out >= cylinder->radius - tolerance;
    if (!on_side || out <= 0) return on_end ? end : normal;
    side = lope_point_scale(side, 1.0 / out);
    if (!on_end) return side;
    return lope_rise(space, end) >= lope_rise(space, side) ? end : side;
}

void lope_contact_describe(const lope_space *space, lope_contact *contact, const lope_near_set *set,
                           const lope_near_triangle *triangle, const lope_near_round *round)
{
    const lope_sink_body *body = &set->bodies[triangle ? triangle->body : round->body];
    contact->body = body->id;
    contact->index = triangle ? triangle->index : round->index;
    contact->part = triangle ? triangle->part : 0;
    contact->surface = triangle ? lope_triangle_surface(triangle, contact->normal)
                                : lope_round_surface(space, round, contact->point, contact->normal);
    contact->smooth = lope_point_dot(contact->surface, contact->normal) > 1.0 - 1e-7; // within 0.03 degrees
    contact->flat = triangle && contact->smooth;
    contact->walkable = lope_space_walkable(space, body, contact->surface);
    contact->material = body->surface.material;
    contact->no_step_up = body->surface.no_step_up;
    contact->no_base = body->surface.no_base;
    contact->moving = body->moving;
    contact->character = body->character;
}
