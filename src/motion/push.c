// push.c - seen from a moving body the character comes the other way: a sweep of the capsule along its course relative to the body
// (course.h), against the body's shapes at the tick's end. What stops the sweep pushes: to where the capsule is in front of the plane
// in which it was met.
#include "motion/push.h"
#include "motion/candidates.h"
#include "motion/cast.h"
#include "motion/course.h"
#include "shape/kernels.h"

#define PUSH_ROUNDS 3

typedef struct lope_shove {
    double length; // m, the longest so far
    lope_point push;
    uint64_t body; // that asks for it
    bool found;
} lope_shove;

// How far the capsule is behind the plane in which it was met.
static double behind(const lope_capsule *capsule, const lope_sweep_hit *hit)
{
    double a = lope_point_dot(lope_point_sub(capsule->a, hit->point), hit->normal);
    double b = lope_point_dot(lope_point_sub(capsule->b, hit->point), hit->normal);
    return capsule->radius - (a < b ? a : b);
}

// A face that turns pushes along the normals that it has from when it meets the capsule to the tick's end: along that of the middle.
static lope_point push_of(const lope_course *course, lope_point normal, double length, double met)
{
    float turn = (float)(-0.5 * (1.0 - met)) * course->angle;
    if (!(turn < 0)) return lope_point_scale(normal, length);
    lope_point middle = lope_quat_rotate_point(lope_quat_from_axis(course->axis, turn), normal);
    double facing = lope_point_dot(middle, normal);
    return lope_point_scale(facing > 0.5 ? middle : normal, facing > 0.5 ? length / facing : length);
}

static void shove_by(lope_space *space, const lope_capsule *here, const lope_course *course, const lope_near_triangle *triangle,
                     const lope_near_round *round, lope_shove *shove)
{
    const lope_near_set *set = &space->nearby->sets[1];
    lope_point a = lope_course_at(course, here->a, 0), b = lope_course_at(course, here->b, 0);
    for (uint32_t k = 1; k <= course->steps; k++) {
        double time = (double)k / course->steps;
        lope_capsule from = {a, b, here->radius};
        a = lope_course_at(course, here->a, time);
        b = lope_course_at(course, here->b, time);
        lope_point motion = lope_point_add(lope_point_sub(a, from.a), lope_point_sub(b, from.b));
        motion = lope_point_scale(motion, 0.5);
        if (lope_point_dot(motion, motion) <= 0) continue;
        if (triangle && !triangle->two_sided && lope_point_dot(lope_near_normal(triangle), motion) >= 0) continue;
        lope_sweep_hit hit;
        space->triangles++;
        bool met = triangle ? lope_sweep_capsule_triangle(&from, motion, &triangle->shape, lope_near_normal(triangle), 1.0, &hit)
                            : lope_capsule_sweep(&from, motion, &round->shape, &hit);
        if (!met || lope_point_dot(hit.normal, motion) >= 0) continue;
        double length = behind(here, &hit), share;
        lope_point along = lope_cut_by_plane(space, hit.normal, LOPE_PLANE_PUSH, &share);
        length /= share;
        if (length <= shove->length) continue;
        shove->length = length;
        double at = ((double)(k - 1) + hit.fraction) / course->steps;
        shove->push = space->planar ? lope_point_scale(along, length) : push_of(course, hit.normal, length, at);
        shove->body = set->bodies[triangle ? triangle->body : round->body].id;
        shove->found = true;
        return;
    }
}

// The longest push that a body of the moving set asks for.
static lope_shove longest_push(lope_space *space, lope_point feet)
{
    const lope_near_set *set = &space->nearby->sets[1];
    lope_capsule here = lope_space_capsule(space, feet);
    lope_shove shove = {.length = 1e-9 * space->unit};
    lope_course course = {.steps = 0};
    uint32_t known = UINT32_MAX; // the body of that course
    for (uint32_t i = 0; i < set->triangle_count + set->round_count; i++) {
        const lope_near_triangle *triangle = i < set->triangle_count ? &set->triangles[i] : NULL;
        const lope_near_round *round = triangle ? NULL : &set->rounds[i - set->triangle_count];
        uint32_t index = triangle ? triangle->body : round->body;
        const lope_sink_body *body = &set->bodies[index];
        if (body->character || !lope_body_moves(body)) continue;
        if (index != known) course = lope_course_of(space, body, &here);
        known = index;
        shove_by(space, &here, &course, triangle, round, &shove);
    }
    return shove;
}

// The share of a push that is free of all but the body that pushes, which may be anywhere by now: in front, around or behind.
static double share_beside(lope_space *space, lope_point feet, const lope_shove *shove)
{
    lope_capsule capsule = lope_space_capsule(space, feet);
    lope_near_query query = lope_near_query_capsule(&capsule, shove->push);
    lope_candidates walk;
    lope_candidates_begin(&walk, space->nearby, &query);
    const lope_near_triangle *triangle;
    const lope_near_round *round;
    double share = 1.0, into = -LOPE_GRAZING * shove->length;
    while (lope_candidates_next(&walk, &triangle, &round)) {
        lope_sweep_hit hit;
        bool pusher = walk.set->bodies[triangle ? triangle->body : round->body].id == shove->body;
        if (pusher || (triangle && !triangle->two_sided && lope_point_dot(lope_near_normal(triangle), shove->push) >= 0))
            continue;
        space->triangles++;
        bool met = triangle ? lope_sweep_capsule_triangle(&capsule, shove->push, &triangle->shape, lope_near_normal(triangle),
                                                          share, &hit)
                            : lope_capsule_sweep(&capsule, shove->push, &round->shape, &hit);
        if (met && lope_point_dot(hit.normal, shove->push) < into && hit.fraction < share) share = hit.fraction;
    }
    for (uint32_t i = 0; i < space->nearby->fence_count; i++) {
        double along = lope_point_dot(space->nearby->fences[i].normal, shove->push);
        double room = lope_fence_room(&capsule, &space->nearby->fences[i]);
        if (along < into && room < -share * along) share = room > 0 ? room / -along : 0;
    }
    return share;
}

static double free_share(lope_space *space, lope_point feet, const lope_shove *shove)
{
    lope_contact blocking; // what it is pressed against stops it: the rest is a crush
    if (!lope_cast(space, feet, shove->push, &blocking)) return 1.0;
    if (blocking.body != shove->body) return blocking.fraction;
    return share_beside(space, feet, shove);
}

lope_point lope_push_by_moving(lope_space *space, lope_point feet, double *pushed, bool *pressed)
{
    lope_point still = {0, 0, 0};
    lope_bounds here = lope_space_bounds(space, feet, still, 0.0);
    if (!lope_space_cover(space, &here)) return feet;
    for (int i = 0; i < PUSH_ROUNDS && space->nearby->sets[1].body_count > 0; i++) {
        lope_shove shove = longest_push(space, feet);
        if (!shove.found) break;
        lope_bounds way = lope_space_bounds(space, feet, shove.push, 0.0);
        if (!lope_space_cover(space, &way)) return feet;
        double share = free_share(space, feet, &shove);
        feet = lope_point_mad(feet, shove.push, share);
        *pushed += share * shove.length;
        *pressed = share < 1.0;
        if (*pressed) break;
        here = lope_space_bounds(space, feet, still, 0.0);
        if (!lope_space_cover(space, &here)) return feet;
    }
    return feet;
}
