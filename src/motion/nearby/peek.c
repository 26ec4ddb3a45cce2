// peek.c - see peek.h.
#include "motion/nearby/peek.h"
#include "level/frame.h"

// What a glance works with.
typedef struct peek {
    lope_peek_shape *shape;
    void *context;
    lope_point origin;
    lope_transform body; // the present body's frame, relative to the origin
} peek;

static void see_body(void *context, const lope_sink_body *body)
{
    peek *p = context;
    p->body = body->pose;
    p->body.position = lope_point_sub(body->pose.position, p->origin);
}

// Tells of the twelve triangles of a box.
static void tell_box(const peek *p, const lope_recorded_shape *box)
{
    // Corner i has the sign of x, y, z in its bits 0, 1, 2. Two triangles a face, as lope_sink_box has them.
    static const uint8_t faces[12][3] = {{1, 3, 7}, {1, 7, 5}, {0, 4, 6}, {0, 6, 2}, {2, 6, 7}, {2, 7, 3},
                                         {0, 1, 5}, {0, 5, 4}, {4, 5, 7}, {4, 7, 6}, {0, 2, 3}, {0, 3, 1}};
    const lope_quat turn = lope_quat_normalize(box->rotation);
    lope_point corner[8];
    for (uint32_t i = 0; i < 8; i++) {
        const lope_point half = {(double)(i & 1 ? box->b.x : -box->b.x), (double)(i & 2 ? box->b.y : -box->b.y),
                                 (double)(i & 4 ? box->b.z : -box->b.z)};
        const lope_point at = lope_point_add(lope_vec3_to_point(box->a), lope_quat_rotate_point(turn, half));
        corner[i] = lope_transform_apply(&p->body, at);
    }
    for (uint32_t f = 0; f < 12; f++) {
        const lope_point v[3] = {corner[faces[f][0]], corner[faces[f][1]], corner[faces[f][2]]};
        p->shape(p->context, v, false);
    }
}

static void see_shape(void *context, const lope_recorded_shape *shape)
{
    const peek *p = context;
    if (shape->kind == LOPE_RECORDED_BOX) {
        tell_box(p, shape);
    } else if (shape->kind == LOPE_RECORDED_TRIANGLE) {
        const lope_point v[3] = {lope_transform_apply(&p->body, lope_vec3_to_point(shape->a)),
                                 lope_transform_apply(&p->body, lope_vec3_to_point(shape->b)),
                                 lope_transform_apply(&p->body, lope_vec3_to_point(shape->c))};
        p->shape(p->context, v, shape->two_sided != 0);
    } else {
        p->shape(p->context, NULL, false);
    }
}

lope_result lope_near_peek(const lope_nearby *nearby, const lope_surroundings *surroundings, lope_filter filter,
                           const lope_bounds *local, lope_peek_shape *shape, void *context)
{
    peek p = {.shape = shape, .context = context, .origin = nearby->origin};
    const lope_sink_watch watch = {&p, see_body, see_shape};
    const lope_bounds world = {lope_point_add(local->lower, nearby->origin), lope_point_add(local->upper, nearby->origin)};
    lope_near_set nothing = {0};
    lope_sink sink = {
        .set = &nothing, .origin = nearby->origin, .filter = filter, .kind = LOPE_STATIC, .part = nearby->part, .watch = &watch};
    const lope_result result = surroundings->gather(surroundings->context, &world, filter, LOPE_STATIC, &sink);
    return result == LOPE_OK ? sink.failed : result;
}
