// squeeze.c - turns kept poses into the world and back, and adds bodies that have passed across the capsule's
// core. See squeeze.h.
#include "motion/moving/squeeze.h"

void lope_squeeze_look(lope_space *space, lope_point feet)
{
    lope_bounds wide = lope_space_bounds(space, feet, (lope_point){0, 0, 0}, LOPE_SQUEEZE_LOOK * space->unit);
    lope_space_cover(space, &wide);
}

// Returns a body of the moving set by its id, or NULL.
static const lope_sink_body *find(const lope_space *space, uint64_t id)
{
    const lope_near_set *moving = &space->nearby->sets[1];
    for (uint32_t i = 0; i < moving->body_count; i++)
        if (moving->bodies[i].id == id) return &moving->bodies[i];
    return NULL;
}

// Returns a body's origin in local coordinates.
static lope_point origin_of(const lope_space *space, const lope_sink_body *body)
{
    return lope_point_sub(body->pose.position, space->nearby->origin);
}

lope_crush lope_squeeze_recall(const lope_space *space, const lope_squeeze_marks *marks)
{
    lope_crush crush = {.count = 0};
    for (uint32_t i = 0; i < marks->count && i < LOPE_SQUEEZERS; i++) {
        const lope_sink_body *body = find(space, marks->bodies[i]);
        if (!body || !body->moving) continue;
        lope_point arm = lope_quat_rotate_point(body->pose.rotation, lope_vec3_to_point(marks->points[i]));
        crush.from[crush.count++] =
            (lope_pose_on_body){.body = marks->bodies[i], .feet = lope_point_add(origin_of(space, body), arm)};
    }
    return crush;
}

// Returns true when a body is among the poses.
static bool knows(const lope_crush *crush, uint64_t body)
{
    for (uint32_t i = 0; i < crush->count; i++)
        if (crush->from[i].body == body) return true;
    return false;
}

lope_squeeze_marks lope_squeeze_note(lope_space *space, const lope_crush *crush, bool anew, lope_point before, lope_point feet)
{
    lope_squeeze_marks marks = {.count = 0};
    lope_pose_on_body over[2 * LOPE_SQUEEZERS];
    lope_crush now = {.count = 0};
    lope_contact through;
    // Keeps the bodies that the character is still behind, or in.
    for (uint32_t i = 0; i < crush->count; i++)
        if (lope_core_passage_from(space, &crush->from[i], 1, feet, &through)) now.from[now.count++] = crush->from[i];
    // Adds those that have passed across the core now. A body of `crush` that has passed back is not added
    // again.
    uint32_t count = anew ? 0 : lope_core_passage_over(space, before, feet, over, 2 * LOPE_SQUEEZERS);
    for (uint32_t i = 0; i < count && now.count < LOPE_SQUEEZERS; i++)
        if (!knows(crush, over[i].body)) now.from[now.count++] = over[i];
    for (uint32_t i = 0; i < now.count; i++) { // a body that was not gathered has no pose to convert with
        const lope_sink_body *body = find(space, now.from[i].body);
        if (!body) continue;
        lope_point arm = lope_point_sub(now.from[i].feet, origin_of(space, body));
        marks.bodies[marks.count] = now.from[i].body;
        marks.points[marks.count++] = lope_point_to_vec3(lope_quat_rotate_point(lope_quat_conjugate(body->pose.rotation), arm));
    }
    return marks;
}
