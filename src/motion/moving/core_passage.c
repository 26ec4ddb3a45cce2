// core_passage.c - sweeps the core as a thread against each shape, along its course relative to the shape's
// body.
//
// Rule: the core may leave what it begins in. A solid lets it out, because the backs of its faces do not
// count. A sheet that the core is through at the start is left out.
// Read next: relative_motion.h, depenetrate.c.
#include "motion/moving/core_passage.h"
#include "motion/moving/relative_motion.h"
#include "motion/nearby/broadphase.h"
#include "shape/kernels.h"

// Of the radius, by which a piece's middle may be off its arc. The pieces still lead from end to end.
#define STRAY 0.1
#define TILT 1e-3 // m, by which the core's ends may jump from piece to piece

// A thread and its way (m) over the tick.
typedef struct lope_passage {
    lope_capsule before; // the core at the tick's start, as thick as the skin
    lope_point way;
} lope_passage;

// Where the thread is between the pieces of its course, as one body sees it.
typedef struct lope_thread {
    const lope_sink_body *body; // NULL: of none yet
    lope_relative_motion course;
    lope_core_course laid;
} lope_thread;

// Lays the thread's course relative to a body.
static void lay(const lope_space *space, const lope_passage *p, const lope_sink_body *body, lope_thread *thread)
{
    thread->body = body;
    thread->course = lope_relative_motion_whole(space, body, &p->before);
    lope_relative_motion_cut(&thread->course, &p->before, STRAY * space->radius, TILT * space->unit);
    lope_core_course_lay(&thread->laid, &thread->course, &p->before, p->way, 0, 1, thread->course.steps);
}

// Sweeps the thread along one straight piece. Returns true when it meets the shape from outside.
// *begins_in: set when the first piece starts in the shape.
static bool meets(const lope_capsule *thread, lope_point motion, const lope_near_triangle *triangle, const lope_near_round *round,
                  bool first, bool *begins_in, lope_sweep_hit *hit)
{
    if (lope_leads_off(triangle, motion)) return false;
    double length = lope_point_length(motion);
    if (!(length > 0)) return false;
    bool met = triangle ? lope_sweep_capsule_triangle(thread, motion, &triangle->shape, lope_near_normal(triangle), 1.0, hit)
                        : lope_capsule_sweep(thread, motion, &round->shape, hit);
    if (!met) return false;
    if (first && hit->depth > 0) *begins_in = true;
    return !*begins_in && lope_point_dot(hit->normal, motion) < -LOPE_GRAZING * length;
}

// Returns true when one of the pieces of the thread's course meets a shape. Fills in *contact.
static bool meets_on_course(const lope_space *space, const lope_passage *p, const lope_near_set *set,
                            const lope_near_triangle *triangle, const lope_near_round *round, const lope_thread *thread,
                            lope_contact *contact)
{
    bool begins_in = false;
    const lope_core_course *laid = &thread->laid;
    for (uint32_t k = 0; k < laid->steps && !begins_in; k++) {
        if (lope_leads_off(triangle, laid->motions[k])) continue;
        const lope_capsule here = {laid->a[k], laid->b[k], p->before.radius};
        lope_sweep_hit hit;
        if (!meets(&here, laid->motions[k], triangle, round, k == 0, &begins_in, &hit)) continue;
        *contact = (lope_contact){.point = hit.point, .normal = hit.normal};
        lope_contact_describe(space, contact, set, triangle, round);
        return true;
    }
    return false;
}

// Returns true when the thread goes through a shape during the tick. Fills in *contact.
static inline bool goes_through(const lope_space *space, const lope_passage *p, const lope_near_set *set,
                                const lope_near_triangle *triangle, const lope_near_round *round, lope_thread *thread,
                                lope_contact *contact)
{
    const lope_sink_body *body = &set->bodies[triangle ? triangle->body : round->body];
    if (thread->body != body) lay(space, p, body, thread);
    return lope_core_course_leads_on(&thread->laid, triangle) && meets_on_course(space, p, set, triangle, round, thread, contact);
}

// Returns true when one of the anchors belongs to the body.
static bool among(const lope_pose_on_body *anchors, uint32_t count, uint64_t body)
{
    for (uint32_t i = 0; i < count; i++)
        if (anchors[i].body == body) return true;
    return false;
}

// Returns true when the thread goes through what stands within the bounds. Fills in *contact.
static bool meets_standing(const lope_space *space, const lope_passage *p, const lope_bounds *bounds, lope_thread *thread,
                           lope_contact *contact)
{
    const lope_near_triangle *triangle;
    const lope_near_round *round;
    lope_candidates walk = lope_candidates_in(space->nearby, bounds);
    while (lope_candidates_next(&walk, &triangle, &round))
        if (walk.set == &space->nearby->sets[0] && goes_through(space, p, walk.set, triangle, round, thread, contact))
            return true;
    return false;
}

bool lope_core_passage_clear(lope_space *space, const lope_origin *from, lope_point after, bool what_stands,
                             lope_contact *contact)
{
    lope_passage p = {.before = lope_space_capsule(space, from->before), .way = lope_point_sub(after, from->before)};
    lope_bounds bounds = lope_space_bounds(space, from->before, p.way, 0.0);
    if (!lope_space_cover(space, &bounds)) return true;
    p.before.radius = LOPE_SKIN * space->unit;
    lope_thread thread;
    thread.body = NULL;
    if (what_stands && meets_standing(space, &p, &bounds, &thread, contact)) return false;
    const lope_near_set *set = &space->nearby->sets[1]; // all of it: a moving body may have come from afar
    const lope_sink_body *last = NULL;
    bool counts = false;
    for (uint32_t i = 0; i < set->triangle_count + set->round_count; i++) {
        const lope_near_triangle *triangle = i < set->triangle_count ? &set->triangles[i] : NULL;
        const lope_near_round *round = triangle ? NULL : &set->rounds[i - set->triangle_count];
        const lope_sink_body *body = &set->bodies[triangle ? triangle->body : round->body];
        if (body != last) counts = !body->character && !among(from->anchors, from->anchor_count, body->id);
        last = body;
        if (counts && goes_through(space, &p, set, triangle, round, &thread, contact)) return false;
    }
    return !lope_core_passage_from(space, from->anchors, from->anchor_count, after, contact);
}

uint32_t lope_core_passage_over(const lope_space *space, lope_point before, lope_point after, lope_pose_on_body *over,
                                uint32_t most)
{
    lope_passage p = {.before = lope_space_capsule(space, before), .way = lope_point_sub(after, before)};
    p.before.radius = LOPE_SKIN * space->unit;
    const lope_near_set *set = &space->nearby->sets[1];
    lope_thread thread;
    uint32_t count = 0;
    thread.body = NULL;
    for (uint32_t i = 0; i < set->triangle_count + set->round_count && count < most; i++) {
        const lope_near_triangle *triangle = i < set->triangle_count ? &set->triangles[i] : NULL;
        const lope_near_round *round = triangle ? NULL : &set->rounds[i - set->triangle_count];
        const lope_sink_body *body = &set->bodies[triangle ? triangle->body : round->body];
        lope_contact contact;
        if (body->character || among(over, count, body->id)) continue;
        if (!goes_through(space, &p, set, triangle, round, &thread, &contact)) continue;
        over[count++] = (lope_pose_on_body){.body = body->id, .feet = lope_relative_motion_at(&thread.course, before, 0)};
    }
    return count;
}

// Sweeps the thread along one straight piece against all shapes of a body. *begins_in: it starts in one of
// them.
static bool meets_body(const lope_space *space, const lope_capsule *thread, lope_point way, uint64_t id, bool *begins_in,
                       lope_contact *contact)
{
    const lope_near_set *set = &space->nearby->sets[1];
    for (uint32_t i = 0; i < set->triangle_count + set->round_count; i++) {
        const lope_near_triangle *triangle = i < set->triangle_count ? &set->triangles[i] : NULL;
        const lope_near_round *round = triangle ? NULL : &set->rounds[i - set->triangle_count];
        lope_sweep_hit hit;
        bool in = false;
        if (set->bodies[triangle ? triangle->body : round->body].id != id) continue;
        bool met = meets(thread, way, triangle, round, true, &in, &hit);
        *begins_in = *begins_in || in;
        if (!met) continue;
        *contact = (lope_contact){.point = hit.point, .normal = hit.normal};
        lope_contact_describe(space, contact, set, triangle, round);
        return true;
    }
    return false;
}

// Returns true when the core's way from one anchor leads through its body.
static bool leads_through(lope_space *space, const lope_pose_on_body *anchor, lope_point after, lope_contact *contact)
{
    lope_point way = lope_point_sub(after, anchor->feet);
    lope_bounds bounds = lope_space_bounds(space, anchor->feet, way, 0.0);
    bool begins_in = false;
    if (!lope_space_cover(space, &bounds)) return false;
    lope_capsule thread = lope_space_capsule(space, anchor->feet);
    thread.radius = LOPE_SKIN * space->unit;
    if (meets_body(space, &thread, way, anchor->body, &begins_in, contact)) return true;
    if (!begins_in) return false;
    // The body has turned into the upright core: the core's middle stands for it.
    thread.a = thread.b = lope_point_scale(lope_point_add(thread.a, thread.b), 0.5);
    return meets_body(space, &thread, way, anchor->body, &begins_in, contact);
}

bool lope_core_passage_from(lope_space *space, const lope_pose_on_body *anchors, uint32_t count, lope_point after,
                            lope_contact *contact)
{
    for (uint32_t i = 0; i < count; i++)
        if (leads_through(space, &anchors[i], after, contact)) return true;
    return false;
}
