// wanted_direction.c - the stick, a path's velocity, and avoidance, as one direction. See wanted_direction.h.
#include "character/tick/wanted_direction.h"
#include "character/tick/velocity_setup.h"

#define LEAST_REQUEST 1e-3 // m/s: a requested velocity below that is to stand

lope_point lope_cut_to_one(lope_point v)
{
    double length = lope_point_length(v);
    return length > 1.0 ? lope_point_scale(v, 1.0 / length) : v;
}

lope_point lope_wanted_forced(const lope_tick *tick, lope_point move, bool level)
{
    lope_point velocity = level ? lope_flat(&tick->space, tick->velocity) : tick->velocity,
               forward = lope_vec3_to_point(tick->state.forward);
    double length = lope_point_length(move), speed = lope_point_length(velocity);
    if (length > 1e-9) return lope_point_scale(move, 1.0 / length);
    if (speed > 1e-9 * tick->space.unit) return lope_point_scale(velocity, 1.0 / speed);
    double cosine = (double)lope_cos(tick->state.yaw), sine = (double)lope_sin(tick->state.yaw);
    lope_point left = lope_point_cross(tick->space.up, forward);
    return lope_flat(&tick->space, lope_point_mad(lope_point_scale(forward, cosine), left, sine));
}

lope_point lope_wanted_asked(const lope_tick *tick, bool level, double *requested)
{
    const lope_input *input = tick->input;
    const lope_requests *requests = tick->requests;
    lope_point move = lope_cut_to_one(lope_vec3_to_point(input->move)), avoid = lope_vec3_to_point(requests->avoidance);
    double most = lope_tick_max_speed(tick);
    *requested = 0;
    if (requests->has_requested_velocity) {
        lope_point velocity = lope_vec3_to_point(requests->requested_velocity);
        if (level) velocity = lope_flat(&tick->space, velocity);
        double speed = lope_point_length(velocity), least = LEAST_REQUEST * tick->space.unit;
        move = lope_point_scale(velocity, speed > least ? 1.0 / speed : 0);
        *requested = speed <= least ? 0 : requests->requested_at_max || speed > most ? most : speed;
    }
    if (lope_point_dot(avoid, avoid) <= 0 || most <= 0) return move;
    if (level) avoid = lope_flat(&tick->space, avoid);
    lope_point velocity = lope_point_mad(avoid, move, requests->has_requested_velocity ? *requested : most);
    double speed = lope_point_length(velocity);
    if (!requests->has_requested_velocity) return lope_cut_to_one(lope_point_scale(velocity, 1.0 / most));
    *requested = speed < most ? speed : most;
    return lope_point_scale(velocity, speed > 0 ? 1.0 / speed : 0);
}
