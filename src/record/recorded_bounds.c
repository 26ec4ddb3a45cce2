// recorded_bounds.c - see recorded_bounds.h. The arithmetic is that of level/gather.c and level/pose.c.
#include "record/recorded_bounds.h"
#include "level/frame.h"

// Returns bounds about a center that reach as far as a vector, either way along each axis.
static lope_bounds around(lope_vec3 center, lope_point by)
{
    const lope_point at = lope_vec3_to_point(center);
    return (lope_bounds){lope_point_sub(at, by), lope_point_add(at, by)};
}

// Returns bounds about a center that hold a box of half size `half` turned by `rotation`.
static lope_bounds around_turned(lope_vec3 center, lope_quat rotation, lope_point half)
{
    const lope_transform pose = {lope_vec3_to_point(center), rotation};
    const lope_frame frame = lope_frame_make(&pose);
    const lope_bounds box = {lope_point_scale(half, -1), half};
    return lope_bounds_move(lope_frame_turn_bounds(&frame, box, false), pose.position);
}

// Returns the bounds of a shape in its body's frame.
static lope_bounds bounds_of(const lope_recorded_shape *shape)
{
    const double r = (double)shape->radius;
    const lope_point ball = {r, r, r}, a = lope_vec3_to_point(shape->a);
    switch (shape->kind) {
    case LOPE_RECORDED_TRIANGLE:
        return lope_bounds_add(lope_bounds_add((lope_bounds){a, a}, lope_vec3_to_point(shape->b)), lope_vec3_to_point(shape->c));
    case LOPE_RECORDED_SPHERE:
        return around(shape->a, ball);
    case LOPE_RECORDED_CAPSULE:
        return lope_bounds_join(around(shape->a, ball), around(shape->b, ball));
    case LOPE_RECORDED_BOX:
        return around_turned(shape->a, shape->rotation, lope_vec3_to_point(shape->b));
    default:
        return around_turned(shape->a, shape->rotation, lope_point_make(r, (double)shape->half_height, r));
    }
}

// Returns the length of the way from the origin to the farthest corner of some bounds.
static double reach_of(const lope_bounds *b)
{
    const double x = lope_larger(-b->lower.x, b->upper.x), y = lope_larger(-b->lower.y, b->upper.y),
                 z = lope_larger(-b->lower.z, b->upper.z);
    return lope_point_length(lope_point_make(x, y, z));
}

// Returns where a body was at the tick's start.
static lope_transform start_of(const lope_sink_body *body)
{
    lope_transform start = body->pose;
    const float angle = lope_vec3_length(body->motion.rotation);
    start.position = lope_point_sub(start.position, body->motion.displacement);
    if (!(angle > 0)) return start;
    const lope_quat back = lope_quat_from_axis(lope_vec3_scale(body->motion.rotation, 1.0f / angle), -angle);
    start.rotation = lope_quat_normalize(lope_quat_multiply(back, start.rotation));
    return start;
}

bool lope_recorded_body_touches(const lope_recorded_body *body, const lope_recorded_shape *shapes, const lope_bounds *world)
{
    lope_bounds local = lope_bounds_none();
    for (uint32_t i = 0; i < body->shape_count; i++) local = lope_bounds_join(local, bounds_of(&shapes[body->first_shape + i]));
    if (body->shape_count == 0) return false;
    const lope_transform start = start_of(&body->body);
    const lope_frame ends[2] = {lope_frame_make(&start), lope_frame_make(&body->body.pose)};
    const double stray = reach_of(&local) * lope_turn_stray(body->body.motion.rotation);
    // in the world's axes
    lope_bounds both =
        lope_bounds_join(lope_frame_turn_bounds(&ends[0], local, false), lope_frame_turn_bounds(&ends[1], local, false));
    both = lope_bounds_grow(both, stray);
    both = lope_bounds_join(lope_bounds_move(both, ends[0].origin), lope_bounds_move(both, ends[1].origin));
    if (!lope_bounds_touch(&both, world)) return false;
    // and in the body's
    const lope_point back = lope_point_scale(ends[1].origin, -1);
    lope_bounds asked =
        lope_bounds_join(lope_bounds_move(*world, back), lope_bounds_move(*world, lope_point_scale(ends[0].origin, -1)));
    asked = lope_bounds_join(lope_frame_turn_bounds(&ends[0], asked, true), lope_frame_turn_bounds(&ends[1], asked, true));
    asked = lope_bounds_grow(asked, stray + 1e-9 + 1e-15 * (fabs(back.x) + fabs(back.y) + fabs(back.z)));
    return lope_bounds_touch(&asked, &local);
}
