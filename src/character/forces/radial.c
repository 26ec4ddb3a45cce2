// radial.c - a push away from a point, as of an explosion: the functions of lope/forces.h.
//
// The push is `strength`, away from the origin at the character's middle. It falls off evenly to the
// radius, or not at all. It is added to the input of the next tick. Read next: forces.c.
#include <lope/forces.h>

#include "base/error.h"

lope_vec3 lope_radial_push(const lope_radial *radial, lope_point point)
{
    lope_point away = lope_point_sub(point, radial->origin);
    double distance = lope_point_length(away), radius = (double)radial->radius;
    if (!(distance <= radius) || distance <= 0) return lope_vec3_make(0, 0, 0);
    double share = radial->falloff == LOPE_FALLOFF_LINEAR ? 1.0 - distance / radius : 1.0;
    return lope_point_to_vec3(lope_point_scale(away, (double)radial->strength * share / distance));
}

lope_point lope_state_center(const lope_state *state)
{
    return lope_point_mad(state->feet, lope_vec3_to_point(state->up), 0.5 * (double)state->height);
}

static bool is_zero(lope_vec3 v) { return v.x == 0 && v.y == 0 && v.z == 0; }

// Adds `push` to `sum`. Each is given by mass (N s or N) or ignores it (m/s or m/s2). Where they differ,
// both become what ignores mass.
static void add(lope_vec3 *sum, bool *sum_ignores_mass, lope_vec3 push, bool ignores_mass, float mass)
{
    float by_mass = 1.0f / (mass > 0 ? mass : 1.0f);
    if (is_zero(*sum)) {
        *sum = push;
        *sum_ignores_mass = ignores_mass;
        return;
    }
    if (*sum_ignores_mass != ignores_mass) {
        if (ignores_mass)
            *sum = lope_vec3_scale(*sum, by_mass);
        else
            push = lope_vec3_scale(push, by_mass);
        *sum_ignores_mass = true;
    }
    *sum = lope_vec3_add(*sum, push);
}

bool lope_radial_impulse(const lope_radial *radial, const lope_state *state, float mass, lope_requests *requests)
{
    lope_vec3 push = lope_radial_push(radial, lope_state_center(state));
    if (is_zero(push)) return false;
    add(&requests->impulse, &requests->impulse_is_velocity, push, radial->ignores_mass, mass);
    if (radial->knockback_time > requests->knockback_time) requests->knockback_time = radial->knockback_time;
    return true;
}

bool lope_radial_force(const lope_radial *radial, const lope_state *state, float mass, lope_requests *requests)
{
    lope_vec3 push = lope_radial_push(radial, lope_state_center(state));
    if (is_zero(push)) return false;
    add(&requests->force, &requests->force_is_acceleration, push, radial->ignores_mass, mass);
    return true;
}
