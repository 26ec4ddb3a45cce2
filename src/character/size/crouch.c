// crouch.c - the capsule's size: crouching, standing up, resizing.
//
// On the ground the feet stay where they are, elsewhere the middle does: crouching in a jump lifts the feet. Standing up is a sweep of
// the crouched capsule along up (and down, where the feet are free): what it sweeps over is the standing capsule, so who has stood up
// is in nothing. Who crouches because he must: free_itself in move.c.
//
// Who walks out from under something low stands up within the tick, where there is room: his way is foretold from his velocity, and the
// standing capsule swept back along it from where it would end stops at what is low. A way that comes out shorter or longer than foretold is
// tried again for the rest of the tick. Read next: resize.c.
#include "character/size/crouch.h"
#include "character/size/resize.h"
#include "character/state/state_flags.h"
#include "character/tick/context.h"
#include "character/tick/events.h"
#include "character/tick/tick.h"
#include "motion/query/query_log.h"
#include "motion/query/shortlist.h"
#include "motion/query/sweep.h"

#define CLEAR 1e-4       // m farther than where the sweep back stops: it is clear of what is low by more than the skin
#define OVER_GROUND 0.02 // m, that the sweep back keeps off the ground

static bool is_crouched(const lope_tick *tick) { return tick->state.flags & LOPE_STATE_CROUCHED; }

static bool mode_allows(const lope_tick *tick) { return lope_tick_on_ground(tick) || tick->state.mode == LOPE_MODE_FALLING; }

static lope_refusal refusal(const lope_tick *tick)
{
    if (tick->input->forbidden & LOPE_FORBID_CROUCH) return LOPE_REFUSAL_FORBIDDEN;
    if (!tick->tuning->can_crouch) return LOPE_REFUSAL_TUNING;
    return mode_allows(tick) ? LOPE_REFUSAL_NONE : LOPE_REFUSAL_WRONG_MODE;
}

static void lift(lope_tick *tick, double way)
{
    tick->feet = lope_point_mad(tick->feet, tick->space.up, way);
    tick->report->moved_by_crouch += way < 0 ? -way : way;
}

void lope_crouch_down(lope_tick *tick, bool feet_fixed)
{
    lope_state *state = &tick->state;
    float standing = state->height, height = lope_crouched_height(tick->tuning, state->radius, standing);
    lope_tick_size(tick, state->radius, height);
    if (!feet_fixed) lift(tick, 0.5 * ((double)standing - (double)height));
    state->flags |= LOPE_STATE_CROUCHED;
    lope_tick_event(tick, LOPE_EVENT_CROUCH)->value = standing - height;
}

// How far the capsule is free to go along up, or down for a negative way.
static double free_way(lope_tick *tick, double way)
{
    lope_contact contact;
    lope_point motion = lope_point_scale(tick->space.up, way);
    return lope_sweep(&tick->space, tick->feet, motion, &contact) ? way * contact.fraction : way;
}

// How far the feet go down for it to stand: half of what it grows, or as much as there is room for. False: there is no room.
static bool room_to_stand(lope_tick *tick, double growth, double *down)
{
    bool feet_fixed = lope_tick_on_ground(tick), inside = tick->state.stuck_ticks > 0 || tick->stuck_inside;
    *down = 0;
    if (growth <= 0) return true;
    if (inside || tick->state.flags & LOPE_STATE_CRUSHED) return false; // a sweep does not see what it begins in
    lope_tick_list(tick);
    tick->space.purpose = LOPE_QUERY_HEAD_ROOM;
    double over = free_way(tick, growth), under = feet_fixed || tick->space.failed ? 0 : -free_way(tick, -growth);
    if (over + under < growth - LOPE_TOUCH * tick->space.unit) return false; // a room of just its height is enough
    if (!feet_fixed) *down = 0.5 * growth;
    if (*down < growth - over) *down = growth - over;
    if (*down > under) *down = under;
    return !tick->space.failed;
}

// Who has crouched at this very instant, because he must, and has room now that he is elsewhere, has done neither.
static bool takes_back(lope_tick *tick)
{
    lope_report *report = tick->report;
    uint32_t i = report->event_count;
    if (report->events_dropped > 0) return false;
    while (i > 0 && report->events[i - 1].kind != LOPE_EVENT_CROUCH) i--;
    if (i == 0 || report->events[i - 1].time < (float)tick->now) return false;
    for (; i < report->event_count; i++) {
        report->events[i - 1] = report->events[i];
        report->events[i - 1].sequence--;
    }
    report->event_count--;
    tick->state.event_sequence--;
    return true;
}

static bool stand_up(lope_tick *tick)
{
    lope_state *state = &tick->state;
    float growth = state->standing_height - state->height;
    double down;
    if (!room_to_stand(tick, (double)growth, &down)) return false;
    lift(tick, -down);
    lope_tick_size(tick, state->radius, state->standing_height);
    state->flags &= ~LOPE_STATE_CROUCHED;
    if (!takes_back(tick)) lope_tick_event(tick, LOPE_EVENT_UNCROUCH)->value = growth;
    return true;
}

// A refusal is told once for each press and each release, not for as long as it lasts.
void lope_crouch_change(lope_tick *tick)
{
    bool was_held = tick->state.held & LOPE_BUTTON_CROUCH;
    bool asks = (tick->input->held | tick->input->pressed) & LOPE_BUTTON_CROUCH;
    lope_refusal why = asks ? refusal(tick) : LOPE_REFUSAL_NONE;
    if (asks && why == LOPE_REFUSAL_NONE) {
        if (!is_crouched(tick)) lope_crouch_down(tick, lope_tick_on_ground(tick));
        return;
    }
    bool crouched = is_crouched(tick), stood = crouched && stand_up(tick);
    if (asks && (!was_held || stood)) lope_tick_refuse(tick, LOPE_ASKED_CROUCH, why);
    if (!asks && was_held && !stood) lope_tick_refuse(tick, LOPE_ASKED_UNCROUCH, LOPE_REFUSAL_NO_ROOM);
}

// A mode that has begun in the tick may not be one to crouch in.
void lope_crouch_leave(lope_tick *tick)
{
    if (!mode_allows(tick)) stand_up(tick);
}

// The way that the next `time` seconds lead along the ground, as long as nothing changes.
static lope_point way_on(const lope_tick *tick, double time)
{
    const lope_space *space = &tick->space;
    lope_point way = lope_point_scale(lope_flat(space, tick->velocity), time);
    lope_point plane = tick->floor_seen && tick->floor.kind != LOPE_FLOOR_NONE ? tick->floor.normal
                                                                               : lope_vec3_to_point(tick->state.floor.plane);
    double facing = lope_rise(space, plane);
    if (facing < space->walkable_cosine) return way;
    return lope_point_mad(way, space->up, -lope_point_dot(way, plane) / facing);
}

// The share of a way behind which the standing capsule has room up to its end; 1: it has none there.
static double low_share(lope_tick *tick, lope_point way)
{
    lope_space *space = &tick->space;
    double low = space->height, tall = (double)tick->state.standing_height, over = OVER_GROUND * space->unit;
    lope_point end = lope_point_mad(lope_point_add(tick->feet, way), space->up, over);
    lope_contact contact;
    space->purpose = LOPE_QUERY_HEAD_ROOM;
    if (lope_sweep(space, end, lope_point_scale(space->up, tall - low - over), &contact)) return 1.0;
    space->height = tall - over;
    space->around->listed = false; // what is near was listed for a smaller capsule
    bool met = lope_sweep(space, end, lope_point_scale(way, -1.0), &contact);
    space->height = low;
    space->around->listed = false;
    return met ? 1.0 - contact.fraction : 0.0;
}

double lope_crouch_split(lope_tick *tick, double left)
{
    bool asks = (tick->input->held | tick->input->pressed) & LOPE_BUTTON_CROUCH;
    if (asks || tick->layered || !lope_tick_on_ground(tick) || tick->risings >= LOPE_RISINGS) return left;
    if (tick->tuning->integrator == LOPE_INTEGRATOR_UNREAL) return left; // by whole ticks, as Unreal does
    lope_tick_list(tick);
    lope_point way = way_on(tick, left);
    double length = lope_point_length(way), clear = CLEAR * tick->space.unit;
    if (length < clear || tick->space.failed) return left;
    double share = low_share(tick, way) + clear / length;
    if (share >= 1.0 || tick->space.failed) return left;
    tick->risings++;
    return share * left > LOPE_MIN_TIME ? share * left : left;
}

void lope_crouch_rise(lope_tick *tick)
{
    bool asks = (tick->input->held | tick->input->pressed) & LOPE_BUTTON_CROUCH;
    if (!asks && is_crouched(tick) && tick->risings > 0 && lope_tick_on_ground(tick)) stand_up(tick);
}
