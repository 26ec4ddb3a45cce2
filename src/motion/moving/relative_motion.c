// relative_motion.c - undoes a body's motion: its displacement along a line, its turn about its origin
// along an arc.
//
// A character that is carried has moved meanwhile too: straight, for all bodies but its carrier. Read next:
// push_out.c.
#include "motion/moving/relative_motion.h"

#define COURSE_STRAY 0.1 // of the radius: a straight piece may be off the arc by this

// A piece tilts the core by the angle across its length, which moves its ends. Its chord is off the arc by
// lever * angle^2 / 8.
void lope_relative_motion_cut(lope_relative_motion *course, const lope_capsule *core, double arc, double tilt)
{
    double angle = (double)course->angle;
    if (!(angle > 0)) return;
    lope_point middle = lope_point_scale(lope_point_add(core->a, core->b), 0.5);
    lope_point axis = lope_vec3_to_point(course->axis), half = lope_point_scale(lope_point_sub(core->b, core->a), 0.5);
    double lever = lope_point_length(lope_point_sub(middle, course->center)) + lope_point_length(course->displacement);
    double by_tilt = angle * lope_point_length(lope_point_cross(axis, half)) / tilt, by_arc = angle * sqrt(lever / (8.0 * arc));
    double steps = (by_tilt > by_arc ? by_tilt : by_arc) + 1.0;
    course->steps = steps < LOPE_COURSE_STEPS ? (uint32_t)steps : LOPE_COURSE_STEPS;
}

// Adds the body's turn to a course.
static void add_turn(lope_relative_motion *course, const lope_sink_body *body)
{
    const lope_point turn = lope_vec3_to_point(body->motion.rotation);
    const double angle = lope_point_length(turn);
    if (!(angle > 0)) return;
    course->axis = lope_point_to_vec3(lope_point_scale(turn, 1.0 / angle));
    course->angle = (float)angle;
}

// Cuts a course into pieces that are near enough to the arc for a capsule.
static void cut_for(lope_relative_motion *course, const lope_capsule *capsule)
{
    const double stray = COURSE_STRAY * capsule->radius;
    lope_relative_motion_cut(course, capsule, stray, stray);
}

lope_relative_motion lope_relative_motion_whole(const lope_space *space, const lope_sink_body *body, const lope_capsule *capsule)
{
    lope_relative_motion course = {.axis = {0, 1, 0}, .steps = 1};
    course.center = lope_point_sub(body->pose.position, space->nearby->origin);
    course.displacement = body->motion.displacement;
    const lope_along *along = space->along;
    if (along && along->carrier && body->id == along->carrier) { // went along, but for what was in the way
        course.displacement = along->slip;
        course.center = lope_point_mad(capsule->a, space->up, -capsule->radius);
    } else if (along)
        course.displacement = lope_point_sub(course.displacement, along->carried);
    add_turn(&course, body);
    return course;
}

lope_relative_motion lope_relative_motion_of(const lope_space *space, const lope_sink_body *body, const lope_capsule *capsule)
{
    lope_relative_motion course = lope_relative_motion_whole(space, body, capsule);
    cut_for(&course, capsule);
    return course;
}

lope_relative_motion lope_relative_motion_in_world(const lope_space *space, const lope_sink_body *body,
                                                   const lope_capsule *capsule)
{
    lope_relative_motion course = {.axis = {0, 1, 0}, .steps = 1, .displacement = body->motion.displacement};
    course.center = lope_point_sub(body->pose.position, space->nearby->origin);
    add_turn(&course, body);
    cut_for(&course, capsule);
    return course;
}

// Returns the turn that the body has still before it when a share `left` of the tick is left.
static lope_quat turn_left(const lope_relative_motion *course, double left)
{
    if (!(course->angle > 0)) return (lope_quat){0, 0, 0, 1};
    return lope_quat_from_axis(course->axis, course->angle * (float)left);
}

// Returns where a point p of the world is seen by the body. turn: of the share `left`, as turn_left gives it.
static lope_point seen(const lope_relative_motion *course, lope_point p, double left, lope_quat turn)
{
    lope_point arm = lope_point_mad(lope_point_sub(p, course->center), course->displacement, left);
    if (course->angle > 0) arm = lope_quat_rotate_point(turn, arm);
    return lope_point_add(course->center, arm);
}

lope_point lope_relative_motion_at(const lope_relative_motion *course, lope_point p, double time)
{
    double left = 1.0 - time;
    return left > 0 ? seen(course, p, left, turn_left(course, left)) : p;
}

void lope_core_course_lay(lope_core_course *laid, const lope_relative_motion *course, const lope_capsule *core, lope_point way,
                          double begin, double end, uint32_t steps)
{
    double part = (end - begin) / steps;
    laid->steps = steps;
    for (uint32_t k = 0; k <= steps; k++) {
        double time = k < steps ? begin + part * (double)k : end, left = 1.0 - time;
        laid->a[k] = lope_point_mad(core->a, way, time);
        laid->b[k] = lope_point_mad(core->b, way, time);
        if (!(left > 0)) continue;
        lope_quat turn = turn_left(course, left);
        laid->a[k] = seen(course, laid->a[k], left, turn);
        laid->b[k] = seen(course, laid->b[k], left, turn);
    }
    for (uint32_t k = 0; k < steps; k++) {
        const lope_point a = lope_point_sub(laid->a[k + 1], laid->a[k]), b = lope_point_sub(laid->b[k + 1], laid->b[k]);
        laid->motions[k] = lope_point_scale(lope_point_add(a, b), 0.5);
    }
}
