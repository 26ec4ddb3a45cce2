// flat_input.h - an input as it is recorded: with its requests, in one struct.
//
// The names of its members stand in recordings, and stay what they are: recordings of every version are read.
// Read next: fields.c.
#ifndef LOPE_RECORD_FLAT_INPUT_H
#define LOPE_RECORD_FLAT_INPUT_H

#include <lope/input.h>

// Bits of `requests` beside those of lope_requests.asked: its options.
#define LOPE_FLAT_LAUNCH_HORIZONTAL (1u << 3)
#define LOPE_FLAT_LAUNCH_VERTICAL (1u << 4)
#define LOPE_FLAT_TELEPORT_NEEDS_ROOM (1u << 8)

// An input and its requests. The members are those of lope_input and lope_requests.
typedef struct lope_flat_input {
    lope_vec3 move;
    float look_yaw, look_pitch;
    uint32_t held, pressed, requests, forbidden;
    bool impulse_is_velocity, force_is_acceleration, look_is_absolute, requests_velocity, requested_at_max, has_root_motion;
    float knockback_time;
    lope_vec3 launch_velocity, impulse, force, avoidance;
    lope_point teleport_feet;
    lope_vec3 requested_velocity;
    uint32_t mode;
    float resize_radius, resize_height;
    lope_layer layer;
    uint32_t end_layer;
    lope_root_motion root_motion;
} lope_flat_input;

// Fills in a flat input, padding included, which is zero.
void lope_flat_input_make(lope_flat_input *flat, const lope_input *input);

// Returns the input, with its requests in *requests; input.requests is NULL when there are none.
lope_input lope_flat_input_split(const lope_flat_input *flat, lope_requests *requests);

#endif
