// frame.c - directions and places as seen from the character and from its base. See frame.h.
#include "animation/frame.h"

bool lope_animation_is_based(const lope_state *state)
{
    return (state->pages & LOPE_PAGE_BASE) != 0 && state->base_body != 0 && state->base_body != LOPE_BODY_NONE;
}

lope_axes lope_animation_axes(const lope_state *state)
{
    lope_axes axes = {.up = lope_vec3_to_point(state->up), .ahead = lope_facing(state, (double)state->yaw)};
    axes.right = lope_point_cross(axes.ahead, axes.up);
    return axes;
}

lope_vec3 lope_animation_in_axes(const lope_axes *axes, lope_point v)
{
    return lope_point_to_vec3(
        lope_point_make(lope_point_dot(v, axes->right), lope_point_dot(v, axes->up), -lope_point_dot(v, axes->ahead)));
}

double lope_animation_angle(const lope_axes *axes, lope_point v)
{
    return (double)lope_atan2((float)-lope_point_dot(v, axes->right), (float)lope_point_dot(v, axes->ahead));
}

lope_animation_frame lope_animation_frame_of(const lope_state *state, const lope_surroundings *surroundings, bool moves)
{
    lope_animation_frame frame = {.axes = lope_animation_axes(state), .feet = state->feet};
    lope_sink_body body;
    if (!moves || !surroundings->body || !lope_animation_is_based(state)) return frame;
    if (!surroundings->body(surroundings->context, state->base_body, &body)) return frame;
    frame.base = state->base_body;
    frame.base_now = body.pose;
    return frame;
}

lope_transform lope_animation_base_at(const lope_animation_frame *frame, const lope_surroundings *surroundings)
{
    lope_sink_body body;
    if (frame->base == 0 || !surroundings->body) return frame->base_now;
    return surroundings->body(surroundings->context, frame->base, &body) ? body.pose : frame->base_now;
}

lope_point lope_animation_place(const lope_animation_frame *frame, const lope_transform *then, lope_point place)
{
    if (frame->base == 0) return place;
    return lope_transform_apply(&frame->base_now, lope_transform_unapply(then, place));
}

lope_point lope_animation_turn_back(const lope_animation_frame *frame, const lope_transform *then, lope_point v)
{
    if (frame->base == 0) return v;
    return lope_quat_rotate_point(lope_quat_multiply(frame->base_now.rotation, lope_quat_conjugate(then->rotation)), v);
}
