// level.h - level directions, and presses that are allowed. Read next: probe.c.
#ifndef LOPE_ABILITY_LEVEL_H
#define LOPE_ABILITY_LEVEL_H

#include <lope/input.h>
#include <lope/mode.h>
#include <lope/state.h>
#include <lope/tick.h>
#include <lope/vec.h>

// Returns how far v goes along `up`, a unit vector.
static inline double lope_along(lope_point v, lope_point up) { return lope_point_dot(v, up); }

// Returns the part of v that is level. up: unit.
static inline lope_point lope_level_part(lope_point v, lope_point up) { return lope_point_mad(v, up, -lope_point_dot(v, up)); }

// Returns v with length 1; zero where it is nearly zero.
static inline lope_point lope_unit_of(lope_point v)
{
    const double length = lope_point_length(v);
    return length > 1e-9 ? lope_point_scale(v, 1.0 / length) : lope_point_make(0, 0, 0);
}

// Returns v turned by an angle (rad) about `up`, a unit vector.
static inline lope_point lope_turn_about(lope_point v, lope_point up, double angle)
{
    return lope_quat_rotate_point(lope_quat_from_axis(lope_point_to_vec3(up), (float)angle), v);
}

// Returns the level direction in which the character faces.
static inline lope_point lope_facing(const lope_tick *tick)
{
    const lope_state *state = lope_tick_state(tick);
    return lope_turn_about(lope_vec3_to_point(state->forward), lope_tick_up(tick), (double)state->yaw);
}

// Returns a smooth step from 0 to 1 as x goes from `from` to `to`: a cubic with level ends.
static inline double lope_smooth(double x, double from, double to)
{
    const double share = x <= from ? 0 : x >= to ? 1 : (x - from) / (to - from);
    return share * share * (3.0 - 2.0 * share);
}

// Returns the buttons that were pressed in the tick (lope_tick_edges), without a jump that is forbidden.
static inline uint32_t lope_allowed_edges(const lope_tick *tick)
{
    const bool forbidden = lope_tick_input(tick)->forbidden & LOPE_FORBID_JUMP;
    return lope_tick_edges(tick) & ~(forbidden ? LOPE_BUTTON_JUMP : 0u);
}

// Takes a press of jump that is not forbidden. Returns false when there is none.
static inline bool lope_take_jump(lope_tick *tick)
{
    return lope_allowed_edges(tick) & LOPE_BUTTON_JUMP && lope_tick_take_press(tick, LOPE_BUTTON_JUMP);
}

#endif
