// parts.c - in how many parts a tick runs, and what stands between two of them.
#include "character/move/parts.h"
#include "character/state/pages.h"
#include "character/tick/ask_parts.h"
#include "motion/moving/passing.h"

// times the way of a tick, as far as lope_look_around gathers
#define REACH 1.2

// Returns the id of the body that carries the character, or LOPE_BODY_NONE.
static uint64_t base_of(const lope_tick *tick)
{
    return lope_has_page(&tick->state, LOPE_PAGE_BASE) ? tick->state.base_body : LOPE_BODY_NONE;
}

uint32_t lope_parts_of(lope_tick *tick)
{
    lope_space *space = &tick->space;
    const double top = (double)tick->tuning->max_walk_speed, speed = lope_point_length(tick->velocity);
    const double reach = REACH * (speed > top ? speed : top) * tick->time;
    const double part = LOPE_PART_WAY * space->unit;
    if (space->failed || lope_tick_follows(tick) || tick->requests->has_root_motion) return 1;
    const double way = lope_passing_way(space, tick->feet, reach, part, base_of(tick));
    const double parts = way / part;
    const uint32_t least = tick->state.stuck_ticks > 0 ? lope_short_parts(tick->seconds) : 1;
    if (parts + 1 < (double)least) return least;
    return parts < LOPE_PARTS_MOST ? (uint32_t)parts + 1 : LOPE_PARTS_MOST;
}

// Returns the requests without what is done once.
static lope_requests lasting_requests(const lope_requests *requests)
{
    lope_requests lasting = *requests;
    lasting.asked = 0;
    lasting.impulse = (lope_vec3){0, 0, 0};
    lasting.knockback_time = 0;
    return lasting;
}

void lope_parts_begin(lope_tick_parts *parts, lope_tick *tick, const lope_state *state)
{
    *parts = (lope_tick_parts){.whole = tick->seconds, .new_here = lope_tick_is_anew(tick)};
    lope_state_copy(&parts->state, state);
    parts->base = base_of(tick);
    if (parts->base != LOPE_BODY_NONE) parts->base_velocity = state->base_velocity;
    parts->requests = lasting_requests(tick->requests);
    parts->input = *tick->input;
    parts->input.pressed = 0;
    parts->input.requests = &parts->requests;
    tick->parts = parts;
}

void lope_parts_next(lope_tick *tick, lope_part part)
{
    lope_tick_parts *parts = tick->parts;
    parts->part = part;
    tick->report->depth = 0;
    tick->report->probed = 0;
    if (part.index == 0) return;
    tick->input = &parts->input;
    tick->requests = &parts->requests;
    tick->teleports = false;
}

void lope_parts_pass(lope_tick *tick)
{
    lope_tick_parts *parts = tick->parts;
    parts->impacts = tick->impact_count;
    parts->gathers += tick->space.gathers;
    parts->sweeps += tick->space.sweeps;
    parts->triangles += tick->space.triangles;
    parts->iterations = tick->iterations;
}

void lope_parts_end(lope_tick *tick, lope_state *state)
{
    lope_report *report = tick->report;
    lope_tick_parts *parts = tick->parts;
    const uint32_t stuck = state->stuck_ticks + 1;
    parts->state.ticks = state->ticks + 1;
    if (parts->state.stuck_ticks > stuck) parts->state.stuck_ticks = stuck;
    report->moved = lope_point_sub(parts->state.feet, state->feet);
    report->gathers = parts->gathers;
    report->sweeps = parts->sweeps;
    report->triangles = parts->triangles;
    report->iterations = parts->iterations;
    lope_state_copy(state, &parts->state);
}
