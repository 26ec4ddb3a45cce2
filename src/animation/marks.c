// marks.c - where the character stops, pivots, lands and is highest. See marks.h.
//
// A landing and an apex are events of the ticks, with their instants. A stop is the first instant at which
// the character stands: its speed against the base is next to nothing, off the air. A pivot is the first
// instant at which the velocity no longer leads against the direction that the input asks for; Unreal's
// PredictGroundMovementPivotLocation has the same rule. Both are found by halving the tick.
//
// By Unreal's formulas half a tick does not lead halfway. There stop and pivot are those of the tick's end.
#include "animation/marks.h"

#define HALVINGS 16 // of a tick: at 20 Hz to 1e-6 s
#define BESIDE 2e-6 // s: just before or after an instant that is known to a float of a tick's seconds

// ---- an instant as a mark -----------------------------------------------------------------------------

// Fills in the floor of a mark, of a character that stands on one.
static void mark_floor(lope_animation_mark *mark, const lope_state *state)
{
    mark->body = LOPE_BODY_NONE;
    if (state->mode == LOPE_MODE_FALLING || state->floor.kind == LOPE_FLOOR_NONE) return;
    mark->normal = state->floor.normal;
    mark->material = state->floor.material;
    mark->body = state->floor.body;
}

// Makes an instant of a run a mark.
static lope_animation_mark mark_of(const lope_ahead *run, const lope_ahead_instant *at)
{
    const lope_animation_frame *frame = &run->frame;
    const lope_state *state = &at->state;
    const lope_point place = lope_animation_place(frame, &at->base, state->feet);
    const lope_point way = lope_point_sub(place, frame->feet);
    const lope_point facing = lope_animation_turn_back(frame, &at->base, lope_facing(state, (double)state->yaw));
    lope_animation_mark mark = {.known = 1,
                                .seconds = (float)at->time,
                                .distance = run->distance + lope_point_length(lope_point_sub(place, run->place)),
                                .rise = lope_point_dot(way, frame->axes.up),
                                .feet = state->feet,
                                .offset = lope_animation_in_axes(&frame->axes, way),
                                .velocity = state->velocity,
                                .yaw = (float)lope_animation_angle(&frame->axes, facing)};
    mark_floor(&mark, state);
    return mark;
}

// ---- stop and pivot -----------------------------------------------------------------------------------

// True when the character stands.
static bool stands(const lope_ahead *run, const lope_state *state)
{
    const lope_point v = lope_vec3_to_point(state->velocity);
    return state->mode != LOPE_MODE_FALLING && lope_point_length(v) <= run->numbers->still;
}

// Returns the speed (m/s) toward the direction that is asked for.
static double toward_wanted(const lope_ahead *run, const lope_state *state)
{
    return lope_point_dot(lope_vec3_to_point(state->velocity), run->wanted);
}

// True when the character no longer goes against the direction that is asked for.
static bool has_turned(const lope_ahead *run, const lope_state *state) { return toward_wanted(run, state) >= 0; }

// Finds the first instant of a tick at which `holds` is true; it is at the tick's end.
static lope_ahead_instant first_instant(lope_ahead *run, const lope_tick_ahead *tick,
                                        bool (*holds)(const lope_ahead *, const lope_state *))
{
    double none = 0, all = (double)tick->seconds;
    lope_ahead_instant last = lope_ahead_at(run, tick, all);
    if (run->def->moveset->tuning.integrator != LOPE_INTEGRATOR_EXACT) return last;
    for (int i = 0; i < HALVINGS; i++) {
        const double half = 0.5 * (none + all);
        const lope_ahead_instant at = lope_ahead_at(run, tick, half);
        if (holds(run, &at.state)) {
            all = half;
            last = at;
        } else {
            none = half;
        }
    }
    return last;
}

// ---- landing and apex ---------------------------------------------------------------------------------

// Returns the first event of a kind, or NULL.
static const lope_event *event_of(const lope_report *report, uint32_t kind)
{
    for (uint32_t i = 0; i < report->event_count; i++)
        if (report->events[i].kind == kind) return &report->events[i];
    return NULL;
}

// Makes a landing a mark: place and velocity just before it, floor just after.
static void mark_landing(lope_ahead *run, const lope_tick_ahead *tick, const lope_event *event)
{
    const double time = (double)event->time, start = (double)tick->tick * (double)tick->seconds;
    lope_ahead_instant at = lope_ahead_at(run, tick, time - BESIDE);
    const lope_ahead_instant after = lope_ahead_at(run, tick, time + BESIDE);
    const double rest = start + time - at.time;
    at.state.feet = lope_point_mad(at.state.feet, lope_vec3_to_point(at.state.velocity), rest);
    at.time = start + time;
    lope_animation_mark *mark = &run->report->landing;
    *mark = mark_of(run, &at);
    mark_floor(mark, &after.state);
    mark->impact = event->value;
    mark->body = event->body;
    mark->material = event->material;
}

// ---- a tick -------------------------------------------------------------------------------------------

lope_point lope_marks_wanted(const lope_state *state, const lope_input *input)
{
    const lope_point up = lope_vec3_to_point(state->up), zero = {0, 0, 0};
    lope_point way = lope_vec3_to_point(input->move);
    if (input->forbidden & LOPE_FORBID_MOVE) return zero;
    if (input->requests && input->requests->has_requested_velocity) way = lope_vec3_to_point(input->requests->requested_velocity);
    if (state->mode != LOPE_MODE_FLYING && state->mode != LOPE_MODE_SWIMMING)
        way = lope_point_mad(way, up, -lope_point_dot(way, up));
    const double length = lope_point_length(way);
    return length > 0 ? lope_point_scale(way, 1.0 / length) : zero;
}

void lope_marks_begin(lope_ahead *run)
{
    const lope_state *state = run->def->state;
    if (run->finds_stop && run->numbers->parts & LOPE_ANIMATION_STOP && !run->asks && stands(run, state))
        run->report->stop = mark_of(run, &(lope_ahead_instant){.state = *state, .base = run->frame.base_now});
}

// Notes whether the character goes against what the first tick's input asks for.
static void begin_pivot(lope_ahead *run, const lope_input *input)
{
    run->looked = true;
    run->wanted = lope_marks_wanted(&run->before, input);
    run->pivots = run->numbers->parts & LOPE_ANIMATION_PIVOT && run->before.mode != LOPE_MODE_FALLING &&
                  toward_wanted(run, &run->before) < -run->numbers->still;
}

void lope_marks_look(lope_ahead *run, const lope_tick_ahead *tick)
{
    lope_animation_report *report = run->report;
    const uint32_t parts = run->numbers->parts;
    if (run->finds_stop && parts & LOPE_ANIMATION_STOP && !report->stop.known && stands(run, tick->state)) {
        const lope_ahead_instant at = first_instant(run, tick, stands);
        report->stop = mark_of(run, &at);
    }
    if (!run->finds_rest) return;
    if (!run->looked) begin_pivot(run, tick->input);
    if (run->pivots && tick->state->mode == LOPE_MODE_FALLING) run->pivots = false;
    if (run->pivots && has_turned(run, tick->state)) {
        const lope_ahead_instant at = first_instant(run, tick, has_turned);
        report->pivot = mark_of(run, &at);
        run->pivots = false;
    }
    const lope_event *apex = event_of(tick->report, LOPE_EVENT_APEX), *landing = event_of(tick->report, LOPE_EVENT_LAND);
    if (apex && parts & LOPE_ANIMATION_APEX && !report->apex.known) {
        const lope_ahead_instant at = lope_ahead_at(run, tick, (double)apex->time);
        report->apex = mark_of(run, &at);
    }
    if (landing && parts & LOPE_ANIMATION_LANDING && !report->landing.known) mark_landing(run, tick, landing);
}

bool lope_marks_pend(const lope_ahead *run, const lope_state *state)
{
    const lope_animation_report *report = run->report;
    const uint32_t parts = run->numbers->parts;
    if (run->finds_stop && parts & LOPE_ANIMATION_STOP && !report->stop.known) return true;
    if (run->pivots) return true;
    if (!run->finds_rest) return false;
    if (!run->looked && parts & LOPE_ANIMATION_PIVOT) return true;
    if (state->mode != LOPE_MODE_FALLING) return false;
    if (parts & LOPE_ANIMATION_LANDING && !report->landing.known) return true;
    const double rises = lope_point_dot(lope_vec3_to_point(state->velocity), lope_vec3_to_point(state->up));
    return parts & LOPE_ANIMATION_APEX && !report->apex.known && rises > 0;
}
