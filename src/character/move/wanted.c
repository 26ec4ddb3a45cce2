// wanted.c - what is asked for, as the mode takes it: the stick, a path's velocity, avoidance, and what the
// game forbids.
//
// Results: tick->wanted (direction, length 0 to 1), tick->press (its length), tick->requested (m/s of a
// path).
#include "character/move/wanted.h"
#include "character/base/base_frame.h"
#include "character/state/input_check.h"
#include "character/state/state_flags.h"
#include "character/tick/events.h"
#include "character/tick/tick.h"
#include "character/tick/velocity_setup.h"

#define LEAST_REQUEST 1e-3 // m/s: a requested velocity below that is to stand

// Returns v with a length of at most 1.
static lope_point cut_to_one(lope_point v)
{
    double length = lope_point_length(v);
    return length > 1.0 ? lope_point_scale(v, 1.0 / length) : v;
}

// Returns the direction of a character with force_max_acceleration: the stick's, else that of its velocity,
// else where it faces. level: only the level velocity counts.
static lope_point forced_move(const lope_tick *tick, lope_point move, bool level)
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

// Refuses the move. The event comes when the stick is first pressed, not again in each tick after.
static void refuse_move(lope_tick *tick)
{
    if (!(tick->state.flags & LOPE_STATE_NO_MOVE)) lope_tick_refuse(tick, LOPE_ASKED_MOVE, LOPE_REFUSAL_FORBIDDEN);
    lope_tick_note_refusal(tick, LOPE_ASKED_MOVE, LOPE_REFUSAL_FORBIDDEN, tick->now);
}

// Returns the stick, or the direction of a requested velocity in its place; avoidance adds to either. A
// requested velocity presses in full, and its speed (m/s) goes to tick->requested. level: takes the level
// part.
static lope_point asked(lope_tick *tick, bool level)
{
    const lope_input *input = tick->input;
    lope_point move = cut_to_one(lope_vec3_to_point(input->move)), avoid = lope_vec3_to_point(input->avoidance);
    double most = lope_tick_max_speed(tick);
    if (input->requests_velocity) {
        lope_point velocity = lope_vec3_to_point(input->requested_velocity);
        if (level) velocity = lope_flat(&tick->space, velocity);
        double speed = lope_point_length(velocity), least = LEAST_REQUEST * tick->space.unit;
        move = lope_point_scale(velocity, speed > least ? 1.0 / speed : 0);
        tick->requested = speed <= least ? 0 : input->requested_at_max || speed > most ? most : speed;
    }
    if (lope_point_dot(avoid, avoid) <= 0 || most <= 0) return move;
    if (level) avoid = lope_flat(&tick->space, avoid);
    lope_point velocity = lope_point_mad(avoid, move, input->requests_velocity ? tick->requested : most);
    double speed = lope_point_length(velocity);
    if (!input->requests_velocity) return cut_to_one(lope_point_scale(velocity, 1.0 / most));
    tick->requested = speed < most ? speed : most;
    return lope_point_scale(velocity, speed > 0 ? 1.0 / speed : 0);
}

// Scales the wanted direction from length `part` to `press`: its level part is pressed as far as the whole
// was.
static void press_whole(lope_tick *tick, double press, double part)
{
    tick->wanted = press > 0 ? lope_point_scale(tick->wanted, press / part) : (lope_point){0, 0, 0};
    tick->press = lope_point_length(tick->wanted);
}

// Turns the wanted direction into the frame of a base that turns.
LOPE_COLD static void see_from_base(lope_tick *tick)
{
    tick->wanted = lope_base_view(tick, tick->wanted);
    tick->press = lope_point_length(tick->wanted);
}

// On the ground and in a fall the level part counts, pressed as far as the whole.
LOPE_HOT void lope_wanted_find(lope_tick *tick)
{
    const lope_input *input = tick->input;
    bool level = tick->state.mode == LOPE_MODE_WALKING || tick->state.mode == LOPE_MODE_FALLING || lope_tick_on_ground(tick);
    bool asks = input->requests_velocity || lope_input_avoids(input);
    tick->requested = 0;
    lope_point move = asks ? asked(tick, level) : lope_vec3_to_point(input->move);
    double squared = lope_point_dot(move, move), length = sqrt(squared);
    if (!asks && length > 1.0) {
        move = lope_point_scale(move, 1.0 / length);
        squared = lope_point_dot(move, move);
        length = sqrt(squared);
    }
    const double whole = length;
    uint32_t refused = 0;
    if (tick->input->forbidden & LOPE_FORBID_MOVE) {
        if (length > 0) refuse_move(tick);
        refused = length > 0 ? LOPE_STATE_NO_MOVE : 0;
        length = 0;
    }
    tick->state.flags = (tick->state.flags & ~LOPE_STATE_NO_MOVE) | refused;
    if (level) move = lope_flat(&tick->space, move);
    if (tick->tuning->force_max_acceleration && !(tick->input->forbidden & LOPE_FORBID_MOVE)) {
        move = forced_move(tick, move, level);
        length = 1;
    }
    // mostly the input was level
    double rest = lope_point_dot(move, move), part = rest == squared ? whole : sqrt(rest);
    double press = part > 1e-9 ? length : 0;
    tick->wanted = move;
    tick->press = press;
    tick->state.acceleration = (float)(press * (double)tick->tuning->max_acceleration);
    if (press != part || !(press > 0)) press_whole(tick, press, part);
    if (tick->base_carry.on && tick->base_carry.turns) see_from_base(tick);
}
