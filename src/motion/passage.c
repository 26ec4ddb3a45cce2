// passage.c - the core as a thread, swept against each shape along its course relative to the shape's body. What it begins in it may
// leave: a solid lets out by its faces' backs, a sheet that the core is through at the start is left out.
#include "motion/passage.h"
#include "motion/candidates.h"
#include "motion/course.h"
#include "shape/kernels.h"

typedef struct lope_passage {
    lope_capsule before; // the thread, at the tick's start
    lope_point way;
} lope_passage;

static lope_point at_time(const lope_course *course, lope_point start, lope_point way, double time)
{
    return lope_course_at(course, lope_point_mad(start, way, time), time);
}

// One straight piece. True when it meets the shape from outside.
static bool meets(const lope_capsule *thread, lope_point motion, const lope_near_triangle *triangle, const lope_near_round *round,
                  bool first, bool *begins_in, lope_sweep_hit *hit)
{
    double length = lope_point_length(motion);
    if (!(length > 0)) return false;
    if (triangle && !triangle->two_sided && lope_point_dot(lope_near_normal(triangle), motion) >= 0) return false;
    bool met = triangle ? lope_sweep_capsule_triangle(thread, motion, &triangle->shape, lope_near_normal(triangle), 1.0, hit)
                        : lope_capsule_sweep(thread, motion, &round->shape, hit);
    if (!met) return false;
    if (first && hit->depth > 0) *begins_in = true;
    return !*begins_in && lope_point_dot(hit->normal, motion) < -LOPE_GRAZING * length;
}

static bool goes_through(const lope_space *space, const lope_passage *p, const lope_near_set *set,
                         const lope_near_triangle *triangle, const lope_near_round *round, lope_contact *contact)
{
    const lope_sink_body *body = &set->bodies[triangle ? triangle->body : round->body];
    lope_course course = lope_course_of(space, body, &p->before);
    bool begins_in = false;
    for (uint32_t k = 0; k < course.steps && !begins_in; k++) {
        double t = (double)k / course.steps, u = (double)(k + 1) / course.steps;
        lope_capsule thread = {at_time(&course, p->before.a, p->way, t), at_time(&course, p->before.b, p->way, t),
                               p->before.radius};
        lope_point a = lope_point_sub(at_time(&course, p->before.a, p->way, u), thread.a);
        lope_point b = lope_point_sub(at_time(&course, p->before.b, p->way, u), thread.b);
        lope_sweep_hit hit;
        if (!meets(&thread, lope_point_scale(lope_point_add(a, b), 0.5), triangle, round, k == 0, &begins_in, &hit)) continue;
        *contact = (lope_contact){.point = hit.point, .normal = hit.normal};
        lope_contact_describe(space, contact, set, triangle, round);
        return true;
    }
    return false;
}

bool lope_passage_clear(lope_space *space, lope_point before, lope_point after, bool what_stands, lope_contact *contact)
{
    lope_passage p = {.before = lope_space_capsule(space, before), .way = lope_point_sub(after, before)};
    lope_bounds bounds = lope_space_bounds(space, before, p.way, 0.0);
    if (!lope_space_cover(space, &bounds)) return true;
    p.before.radius = LOPE_SKIN * space->unit;
    const lope_near_triangle *triangle;
    const lope_near_round *round;
    lope_candidates walk = lope_candidates_in(space->nearby, &bounds);
    while (what_stands && lope_candidates_next(&walk, &triangle, &round))
        if (walk.set == &space->nearby->sets[0] && goes_through(space, &p, walk.set, triangle, round, contact)) return false;
    const lope_near_set *set = &space->nearby->sets[1]; // whole: a moving body may have come from afar
    for (uint32_t i = 0; i < set->triangle_count; i++)
        if (goes_through(space, &p, set, &set->triangles[i], NULL, contact)) return false;
    for (uint32_t i = 0; i < set->round_count; i++)
        if (goes_through(space, &p, set, NULL, &set->rounds[i], contact)) return false;
    return true;
}
