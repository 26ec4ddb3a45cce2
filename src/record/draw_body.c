// draw_body.c - draws the shapes of a body, as the surroundings gave them, at the end of the tick, and the
// path of the body.
#include "record/draw_body.h"

// Returns the world position of a point in the frame of a pose.
static lope_point place(const lope_transform *pose, lope_vec3 local)
{
    return lope_transform_apply(pose, lope_vec3_to_point(local));
}

// Draws the three edges of a triangle.
static void draw_triangle(const lope_recorded_shape *shape, const lope_transform *pose, const lope_brush *brush)
{
    const lope_point corners[] = {place(pose, shape->a), place(pose, shape->b), place(pose, shape->c)};
    for (int i = 0; i < 3; i++) lope_brush_line(brush, corners[i], corners[(i + 1) % 3]);
}

void lope_draw_shape(const lope_recorded_shape *shape, const lope_transform *pose, const lope_brush *brush)
{
    lope_transform own = {place(pose, shape->a), lope_quat_multiply(pose->rotation, shape->rotation)};
    switch (shape->kind) {
    case LOPE_RECORDED_TRIANGLE:
        draw_triangle(shape, pose, brush);
        break;
    case LOPE_RECORDED_SPHERE:
        lope_brush_sphere(brush, own.position, (double)shape->radius);
        break;
    case LOPE_RECORDED_CAPSULE: {
        lope_capsule capsule = {own.position, place(pose, shape->b), (double)shape->radius};
        lope_brush_capsule(brush, &capsule);
        break;
    }
    case LOPE_RECORDED_BOX:
        lope_brush_box(brush, &own, shape->b);
        break;
    case LOPE_RECORDED_CYLINDER:
        lope_brush_cylinder(brush, &own, (double)shape->radius, (double)shape->half_height);
        break;
    default:
        break;
    }
}

// Returns the meaning of a volume's colour: water, a volume that changes something, or a trigger.
static lope_draw_meaning meaning_of_volume(const lope_volume *volume)
{
    bool changes = volume->gravity_mode != LOPE_GRAVITY_OF_THE_WORLD || volume->fluid_friction > 0 || volume->no_fluid_friction ||
                   volume->terminal_speed > 0;
    return volume->water ? LOPE_DRAW_WATER : changes ? LOPE_DRAW_VOLUME : LOPE_DRAW_TRIGGER;
}

// Returns whether the character overlaps a body.
static bool is_in(const lope_state *state, uint64_t body)
{
    for (uint32_t i = 0; i < state->overlap_count && i < LOPE_OVERLAPS; i++)
        if (state->overlaps[i] == body) return true;
    return false;
}

lope_brush lope_draw_volume_brush(const lope_draw *draw, const lope_volume *volume, const lope_state *state, uint64_t body)
{
    return lope_brush_make(draw, LOPE_SHOW_VOLUME, meaning_of_volume(volume), !is_in(state, body));
}

void lope_draw_body(const lope_recorded_tick *tick, const lope_recorded_body *body, const lope_draw *draw)
{
    lope_brush brush = lope_brush_make(draw, LOPE_SHOW_MOVING, LOPE_DRAW_MOVING, false);
    if (body->has_volume) brush = lope_draw_volume_brush(draw, &body->volume, &tick->after, body->body.id);
    if (!(draw->categories & brush.pen.category)) return;
    const lope_transform *pose = &body->body.pose;
    for (uint32_t i = 0; i < body->shape_count; i++) lope_draw_shape(&tick->shapes[body->first_shape + i], pose, &brush);
    lope_brush_arrow(&brush, lope_point_sub(pose->position, body->body.motion.displacement), pose->position);
}
