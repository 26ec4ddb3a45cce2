// ahead.c - runs the character's ticks ahead: trajectory and footfalls. See ahead.h.
#include "animation/ahead.h"
#include "animation/marks.h"
#include "character/state/state_flags.h"

#include <math.h>

#define NEVER 1e300 // strides: a footfall that does not come
// parts that want all ticks of the trajectory's time
#define OF_THE_NEXT_SECOND (LOPE_ANIMATION_TRAJECTORY | LOPE_ANIMATION_FOOTFALLS | LOPE_ANIMATION_LANDING | LOPE_ANIMATION_APEX)

// Takes a sample of the trajectory.
static void sample(lope_ahead *run, const lope_tick_ahead *tick, const lope_transform *base, lope_point place)
{
    const lope_state *state = tick->state;
    const lope_animation_frame *frame = &run->frame;
    lope_animation_sample *to = &run->report->trajectory[run->report->sample_count++];
    const lope_point velocity = lope_animation_turn_back(frame, base, lope_vec3_to_point(state->velocity));
    const lope_point facing = lope_animation_turn_back(frame, base, lope_facing(state, (double)state->yaw));
    *to = (lope_animation_sample){.seconds = (double)(tick->tick + 1) * (double)tick->seconds,
                                  .feet = state->feet,
                                  .velocity = state->velocity,
                                  .offset = lope_animation_in_axes(&frame->axes, lope_point_sub(place, frame->feet)),
                                  .motion = lope_animation_in_axes(&frame->axes, velocity),
                                  .facing = state->yaw,
                                  .yaw = (float)lope_animation_angle(&frame->axes, facing),
                                  .mode = state->mode,
                                  .floor_body = state->floor.body};
}

// True when a sample is due after `ticks` ticks: the first tick that ends at its time or later.
static bool is_due(const lope_ahead *run, double ticks, double seconds)
{
    const lope_animation_numbers *n = run->numbers;
    if (!(n->parts & LOPE_ANIMATION_TRAJECTORY) || run->report->sample_count >= n->samples) return false;
    const double at = n->trajectory_seconds * (double)(run->report->sample_count + 1) / (double)n->samples;
    return ticks * seconds > at - LOPE_AHEAD_SHORTEST;
}

// Returns the level speed (m/s) of a state.
static double level_speed(const lope_state *state)
{
    const lope_point v = lope_vec3_to_point(state->velocity), up = lope_vec3_to_point(state->up);
    return lope_point_length(lope_point_mad(v, up, -lope_point_dot(v, up)));
}

// Finds the floor where feet come down within a tick. On it the strides grow from run->strides to `strides`.
static void footfalls(lope_ahead *run, const lope_tick_ahead *tick, double strides)
{
    const lope_animation_numbers *n = run->numbers;
    for (uint32_t i = 0; i < n->foot_count; i++) {
        lope_animation_foot *foot = &run->report->feet[i];
        if (!(strides >= run->footfalls[i])) continue;
        const double share = (run->footfalls[i] - run->strides) / (strides - run->strides);
        const lope_ahead_instant at = lope_ahead_at(run, tick, share * (double)tick->seconds);
        run->feet->surroundings = lope_predict_around(run->def, tick->tick, share);
        foot->next = lope_feet_ground(run->feet, &at.state, &n->feet[i]);
        foot->next_seconds = at.time;
        foot->next_feet = at.state.feet;
        run->footfalls[i] = NEVER; // again
    }
}

// Looks at a tick. Returns false when nothing that was asked for can still come.
static bool look(void *context, const lope_tick_ahead *tick)
{
    lope_ahead *run = context;
    const lope_animation_numbers *n = run->numbers;
    const lope_state *state = tick->state;
    const double seconds = (double)tick->seconds, start = (double)tick->tick * seconds;
    lope_transform base = run->frame.base_now;
    if (run->frame.base != 0) base = lope_animation_base_at(&run->frame, lope_predict_around(run->def, tick->tick, 1.0));
    const lope_point place = lope_animation_place(&run->frame, &base, state->feet);
    run->report->ticks++;
    lope_marks_look(run, tick);
    if (run->finds_rest && is_due(run, (double)(tick->tick + 1), seconds)) sample(run, tick, &base, place);
    const lope_animation_stretch stretch = {.distance = state->distance_walked - run->before.distance_walked,
                                            .seconds = seconds,
                                            .from = level_speed(&run->before),
                                            .to = level_speed(state),
                                            .crouched = (state->flags & LOPE_STATE_CROUCHED) != 0};
    const double strides = run->strides + lope_animation_strides(n, &stretch);
    if (run->finds_rest && n->parts & LOPE_ANIMATION_FOOTFALLS && start < n->trajectory_seconds) footfalls(run, tick, strides);
    run->strides = strides;
    run->distance += lope_point_length(lope_point_sub(place, run->place));
    run->place = place;
    run->before = *state;
    run->time = start + seconds;
    if (run->result != LOPE_OK || run->feet->result != LOPE_OK) return false;
    const bool goes_on =
        run->finds_rest && n->parts & OF_THE_NEXT_SECOND && run->time < n->trajectory_seconds - LOPE_AHEAD_SHORTEST;
    return goes_on || lope_marks_pend(run, state);
}

lope_result lope_ahead_run(lope_ahead *run, double strides)
{
    const lope_state *state = run->def->state;
    run->before = *state;
    run->place = state->feet;
    run->strides = strides;
    for (uint32_t i = 0; i < run->numbers->foot_count; i++) {
        const double phase = (double)run->numbers->feet[i].phase;
        run->footfalls[i] = floor(strides - phase) + 1.0 + phase;
    }
    lope_marks_begin(run);
    if (!(run->finds_rest && run->numbers->parts & OF_THE_NEXT_SECOND) && !lope_marks_pend(run, state)) return LOPE_OK;
    const lope_result result = lope_predict_run(run->def, look, run);
    if (result != LOPE_OK) return result;
    return run->result != LOPE_OK ? run->result : run->feet->result;
}
