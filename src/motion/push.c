// push.c - seen from a moving body the character comes the other way: a sweep of the capsule from where it was relative to the body
// to where it is, against the body's shapes at the tick's end. What the sweep is stopped by, pushes.
//
// A rotation counts as the velocity of the body's point under the capsule's middle, constant over the tick.
#include "motion/push.h"
#include "motion/cast.h"
#include "shape/kernels.h"

#define PUSH_ROUNDS 3

static lope_point motion_at(const lope_sink_body *body, lope_point origin, lope_point middle)
{
    lope_point arm = lope_point_sub(lope_point_add(middle, origin), body->pose.position);
    return lope_point_add(body->motion.displacement, lope_point_cross(lope_vec3_to_point(body->motion.rotation), arm));
}

// The longest push that a body of the moving set asks for. False: none.
static bool longest_push(lope_space *space, lope_point feet, lope_point *push)
{
    const lope_near_set *set = &space->nearby->sets[1];
    lope_capsule here = lope_space_capsule(space, feet);
    lope_point middle = lope_point_scale(lope_point_add(here.a, here.b), 0.5);
    double longest = 1e-9 * space->unit;
    bool found = false;
    for (uint32_t i = 0; i < set->triangle_count + set->round_count; i++) {
        const lope_near_triangle *triangle = i < set->triangle_count ? &set->triangles[i] : NULL;
        const lope_near_round *round = triangle ? NULL : &set->rounds[i - set->triangle_count];
        const lope_sink_body *body = &set->bodies[triangle ? triangle->body : round->body];
        lope_point motion = motion_at(body, space->nearby->origin, middle), back = lope_point_scale(motion, -1.0);
        if (body->character || lope_point_dot(motion, motion) <= 0) continue;
        if (triangle && !triangle->two_sided && lope_point_dot(lope_near_normal(triangle), motion) <= 0) continue;
        lope_capsule before = {lope_point_add(here.a, motion), lope_point_add(here.b, motion), here.radius};
        lope_sweep_hit hit;
        space->triangles++;
        bool met = triangle ? lope_sweep_capsule_triangle(&before, back, &triangle->shape, lope_near_normal(triangle), 1.0, &hit)
                            : lope_capsule_sweep(&before, back, &round->shape, &hit);
        if (!met) continue;
        double length = (1.0 - hit.fraction) * lope_point_dot(motion, hit.normal);
        if (length <= longest) continue;
        longest = length;
        *push = lope_point_scale(hit.normal, length);
        found = true;
    }
    return found;
}

lope_point lope_push_by_moving(lope_space *space, lope_point feet, double *pushed, bool *pressed)
{
    lope_point still = {0, 0, 0};
    lope_bounds here = lope_space_bounds(space, feet, still, 0.0);
    if (!lope_space_cover(space, &here)) return feet;
    lope_point push;
    for (int i = 0; i < PUSH_ROUNDS && space->nearby->sets[1].body_count > 0 && longest_push(space, feet, &push); i++) {
        lope_contact blocking; // what it is pressed against stops it: the rest is a crush
        double share = lope_cast(space, feet, push, &blocking) ? blocking.fraction : 1.0;
        feet = lope_point_mad(feet, push, share);
        *pushed += share * lope_point_length(push);
        *pressed = share < 1.0;
        if (*pressed) break;
        here = lope_space_bounds(space, feet, still, 0.0);
        if (!lope_space_cover(space, &here)) return feet;
    }
    return feet;
}
