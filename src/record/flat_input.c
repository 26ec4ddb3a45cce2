// flat_input.c - see flat_input.h.
#include "record/flat_input.h"

#include <string.h>

// Adds the requests to a flat input.
static void add_requests(lope_flat_input *flat, const lope_requests *from)
{
    flat->requests = from->asked;
    if (from->launch_overrides_horizontal) flat->requests |= LOPE_FLAT_LAUNCH_HORIZONTAL;
    if (from->launch_overrides_vertical) flat->requests |= LOPE_FLAT_LAUNCH_VERTICAL;
    if (from->teleport_needs_room) flat->requests |= LOPE_FLAT_TELEPORT_NEEDS_ROOM;
    flat->impulse_is_velocity = from->impulse_is_velocity;
    flat->force_is_acceleration = from->force_is_acceleration;
    flat->requests_velocity = from->has_requested_velocity;
    flat->requested_at_max = from->requested_at_max;
    flat->has_root_motion = from->has_root_motion;
    flat->knockback_time = from->knockback_time;
    flat->launch_velocity = from->launch_velocity;
    flat->impulse = from->impulse;
    flat->force = from->force;
    flat->avoidance = from->avoidance;
    flat->teleport_feet = from->teleport_feet;
    flat->requested_velocity = from->requested_velocity;
    flat->mode = from->mode;
    flat->resize_radius = from->resize_radius;
    flat->resize_height = from->resize_height;
    flat->layer = from->layer;
    flat->end_layer = from->end_layer;
    flat->root_motion = from->root_motion;
}

void lope_flat_input_make(lope_flat_input *flat, const lope_input *input)
{
    memset(flat, 0, sizeof *flat);
    flat->move = input->move;
    flat->look_yaw = input->look_yaw;
    flat->look_pitch = input->look_pitch;
    flat->held = input->held;
    flat->pressed = input->pressed;
    flat->forbidden = input->forbidden;
    flat->look_is_absolute = input->look_is_absolute;
    if (input->requests) add_requests(flat, input->requests);
}

lope_input lope_flat_input_split(const lope_flat_input *flat, lope_requests *requests)
{
    const uint32_t options = LOPE_FLAT_LAUNCH_HORIZONTAL | LOPE_FLAT_LAUNCH_VERTICAL | LOPE_FLAT_TELEPORT_NEEDS_ROOM;
    const lope_input input = {.move = flat->move,
                              .look_yaw = flat->look_yaw,
                              .look_pitch = flat->look_pitch,
                              .held = flat->held,
                              .pressed = flat->pressed,
                              .forbidden = flat->forbidden,
                              .look_is_absolute = flat->look_is_absolute};
    *requests = (lope_requests){.asked = flat->requests & ~options,
                                .launch_overrides_horizontal = flat->requests & LOPE_FLAT_LAUNCH_HORIZONTAL,
                                .launch_overrides_vertical = flat->requests & LOPE_FLAT_LAUNCH_VERTICAL,
                                .teleport_needs_room = flat->requests & LOPE_FLAT_TELEPORT_NEEDS_ROOM,
                                .impulse_is_velocity = flat->impulse_is_velocity,
                                .force_is_acceleration = flat->force_is_acceleration,
                                .has_requested_velocity = flat->requests_velocity,
                                .requested_at_max = flat->requested_at_max,
                                .has_root_motion = flat->has_root_motion,
                                .knockback_time = flat->knockback_time,
                                .launch_velocity = flat->launch_velocity,
                                .impulse = flat->impulse,
                                .force = flat->force,
                                .avoidance = flat->avoidance,
                                .teleport_feet = flat->teleport_feet,
                                .requested_velocity = flat->requested_velocity,
                                .mode = flat->mode,
                                .resize_radius = flat->resize_radius,
                                .resize_height = flat->resize_height,
                                .layer = flat->layer,
                                .end_layer = flat->end_layer,
                                .root_motion = flat->root_motion};
    lope_flat_input wish;
    lope_flat_input_make(&wish, &input);
    const bool none = memcmp(&wish, flat, sizeof wish) == 0;
    lope_input whole = input;
    whole.requests = none ? NULL : requests;
    return whole;
}
