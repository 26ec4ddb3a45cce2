// forces.c - what acts on the character from outside: launches, impulses, forces and knock-back.
//
// An impulse changes the velocity at the tick's start, by impulse / mass. A force acts for the whole tick.
// Its level part goes into the velocity law as tick->push, its rise into tick->acceleration beside gravity.
// On the ground any upward impulse lifts the character off, and a force greater than gravity does. A launch
// makes the character fall, unless water keeps it. In Unreal's per-tick formulas a force works at once for
// the whole tick.
//
// Data: knockback_left in the state; push, pushed, acceleration and control in the tick.
// Read next: radial.c, motion/velocity/velocity_law.h.
#include "character/forces/forces.h"
#include "character/size/crouch.h"
#include "character/state/input_check.h"
#include "character/state/state_flags.h"
#include "character/tick/events.h"
#include "character/tick/layer_slots.h"
#include "character/tick/tick.h"
#include "character/tick/velocity_log.h"
#include "character/volume/physics_volume.h"

#include <stddef.h>
#include <string.h>

#define LEAST 1e-6 // m/s, m/s2: less than this does not lift the character off the ground

// Cuts the character's control for the knock-back time of the input. A knock-back that still lasts longer
// goes on.
static void knock_back(lope_tick *tick)
{
    if (!(tick->requests->knockback_time > tick->state.knockback_left)) return;
    tick->state.knockback_left = tick->requests->knockback_time;
    lope_knockback_begin(tick);
}

// True when `impulse` (m/s) and the tick's force take the character off the ground. Any upward impulse
// does, and any force greater than gravity. In Unreal's per-tick formulas both together have to beat the
// gravity of the tick.
static bool lifts(const lope_tick *tick, lope_point impulse)
{
    double up = lope_rise(&tick->space, impulse), pull = lope_rise(&tick->space, tick->acceleration),
           least = LEAST * tick->space.unit;
    if (tick->tuning->integrator == LOPE_INTEGRATOR_UNREAL) return up + pull * tick->time > least;
    return up > least || pull > least;
}

// Gives the level part of `force` (m/s2) to the velocity law. It acts on the ground and in the air alike.
static void push(lope_tick *tick, lope_point force)
{
    tick->push = lope_flat(&tick->space, force);
    tick->pushed = lope_point_dot(tick->push, tick->push) > 0 && tick->tuning->integrator != LOPE_INTEGRATOR_UNREAL;
}

// True when there is neither a force nor an impulse. Tests the bits of both at once, which stand side
// by side: two negative zeros count as a push.
static bool is_left_alone(const lope_requests *requests)
{
    enum { BEGIN = offsetof(lope_requests, impulse), BYTES = sizeof requests->impulse + sizeof requests->force };
    uint64_t bits[BYTES / 8];
    memcpy(bits, (const char *)requests + BEGIN, sizeof bits);
    return (bits[0] | bits[1] | bits[2]) == 0;
}

LOPE_HOT void lope_forces(lope_tick *tick)
{
    const lope_requests *requests = tick->requests;
    bool held_down = lope_rise(&tick->space, tick->gravity) <= LEAST * tick->space.unit;
    if (is_left_alone(requests) && held_down && !tick->log && tick->tuning->integrator != LOPE_INTEGRATOR_UNREAL) {
        lope_point none = {0, 0, 0};
        tick->acceleration = lope_point_add(tick->gravity, none);
        if (tick->state.mode != LOPE_MODE_NONE) tick->velocity = lope_point_add(tick->velocity, none);
        return;
    }
    double mass = (double)tick->tuning->mass > 0 ? (double)tick->tuning->mass : 1.0;
    lope_point force = lope_point_scale(lope_vec3_to_point(requests->force), requests->force_is_acceleration ? 1.0 : 1.0 / mass);
    tick->acceleration = lope_point_add(tick->gravity, force);
    if (tick->state.mode == LOPE_MODE_NONE) return; // mode none: nothing moves the character
    lope_point impulse =
        lope_point_scale(lope_vec3_to_point(requests->impulse), requests->impulse_is_velocity ? 1.0 : 1.0 / mass);
    tick->velocity = lope_point_add(tick->velocity, impulse);
    lope_velocity_log_add_impulse(tick, force);
    if (lope_point_dot(impulse, impulse) > 0) knock_back(tick);
    push(tick, force);
    if (!lope_tick_on_ground(tick)) return;
    if (lifts(tick, impulse) && !lope_layers_give_up(tick)) {
        lope_tick_set_mode(tick, LOPE_MODE_FALLING);
        return;
    }
    if (tick->tuning->integrator != LOPE_INTEGRATOR_UNREAL) { // the velocity law takes the force
        lope_velocity_log_add(tick, LOPE_TERM_CLIP);          // what the floor takes of the impulse
        return;
    }
    // In Unreal's formulas a walker takes the force for the whole tick at once: it is spent, should the
    // tick end in a fall.
    lope_point level = tick->push;
    tick->velocity = lope_point_mad(lope_flat(&tick->space, tick->velocity), level, tick->time);
    tick->acceleration = lope_point_sub(tick->acceleration, level);
    lope_velocity_log_add_force(tick, level);
}

// Returns how many of `left` seconds pass until control comes back. That instant may lie within the tick.
// Gives control back when it has come.
static double until_control(lope_tick *tick, double left)
{
    double rest = (double)tick->state.knockback_left - tick->now;
    if (rest > LOPE_MIN_TIME) return rest < left ? rest : left;
    tick->control = 1;
    return left;
}

double lope_tick_split(lope_tick *tick, double left)
{
    double part = tick->state.knockback_left > 0 ? until_control(tick, left) : left;
    bool low = tick->state.flags & LOPE_STATE_CROUCHED || tick->waits_for_room;
    return low ? lope_crouch_split(tick, part) : part;
}

void lope_knockback_end(lope_tick *tick)
{
    double rest = (double)tick->state.knockback_left - tick->time;
    tick->state.knockback_left = rest > LOPE_MIN_TIME ? (float)rest : 0.0f;
}

void lope_launch(lope_tick *tick)
{
    const lope_requests *requests = tick->requests;
    lope_point velocity = lope_vec3_to_point(requests->launch_velocity);
    if (!(requests->asked & LOPE_REQUEST_LAUNCH) || lope_point_dot(velocity, velocity) <= 0) return;
    if (tick->state.mode == LOPE_MODE_NONE) return; // mode none: nothing moves the character
    if (lope_layers_give_up(tick)) {
        lope_tick_refuse(tick, LOPE_ASKED_LAUNCH, LOPE_REFUSAL_LAYER);
        return;
    }
    lope_point up = tick->space.up;
    double now_up = lope_rise(&tick->space, tick->velocity), new_up = lope_rise(&tick->space, velocity);
    lope_point now_flat = lope_flat(&tick->space, tick->velocity), new_flat = lope_flat(&tick->space, velocity);
    if (!requests->launch_overrides_horizontal) new_flat = lope_point_add(new_flat, now_flat);
    if (!requests->launch_overrides_vertical) new_up += now_up;
    tick->velocity = lope_point_mad(new_flat, up, new_up);
    lope_velocity_log_add(tick, LOPE_TERM_REQUEST);
    knock_back(tick);
    // downward the character goes on swimming
    if (lope_water_keeps(tick, LOPE_MODE_FALLING)) return;
    lope_tick_set_mode(tick, LOPE_MODE_FALLING);
}
