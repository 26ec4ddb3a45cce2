// context.c - what all modes use of a tick: events, mode changes, settling on a floor, the law of velocity.
#include "character/tick/velocity_log.h"
#include "motion/query/shortlist.h"

#include <string.h>

#define TOUCH_GAP 0.01 // m, under which two characters are said to touch

lope_event *lope_tick_event(lope_tick *tick, uint32_t kind)
{
    lope_report *report = tick->report;
    lope_event *event = &report->events[LOPE_REPORT_EVENTS - 1];
    if (report->event_count < LOPE_REPORT_EVENTS)
        event = &report->events[report->event_count++];
    else if (report->events_dropped < UINT16_MAX)
        report->events_dropped++; // the last one is overwritten, and counted
    *event = (lope_event){.kind = kind, .body = LOPE_BODY_NONE, .body_from = LOPE_BODY_NONE};
    event->sequence = tick->state.event_sequence++;
    event->time = (float)tick->now;
    bool first = event == report->events; // what follows another is no earlier, whatever part of the tick was gone over again
    if (!first && event[-1].time > event->time) event->time = event[-1].time;
    return event;
}

lope_event *lope_tick_event_at(lope_tick *tick, uint32_t kind, double at)
{
    lope_report *report = tick->report;
    lope_event *event = lope_tick_event(tick, kind);
    event->time = (float)at;
    if (report->events_dropped > 0) return event;
    for (; event > report->events && event[-1].time > event->time; event--) {
        lope_event later = event[-1];
        uint32_t sequence = later.sequence;
        later.sequence = event->sequence;
        event[-1] = *event;
        event[-1].sequence = sequence;
        *event = later;
    }
    return event;
}

lope_state *lope_tick_more(lope_tick *tick)
{
    lope_state *state = &tick->state;
    if (state->flags & LOPE_STATE_MORE) return state;
    state->flags |= LOPE_STATE_MORE;
    memset((char *)state + LOPE_STATE_MORE_AT, 0, sizeof *state - LOPE_STATE_MORE_AT);
    return state;
}

void lope_tick_refuse_at(lope_tick *tick, lope_asked asked, lope_refusal why, double time)
{
    if (tick->report->refused[asked] != LOPE_REFUSAL_NONE) return;
    tick->report->refused[asked] = (uint8_t)why;
    bool before = time < tick->now;
    lope_event *event = before ? lope_tick_event_at(tick, LOPE_EVENT_REFUSE, time) : lope_tick_event(tick, LOPE_EVENT_REFUSE);
    event->from = asked;
    event->to = why;
}

void lope_tick_refuse(lope_tick *tick, lope_asked asked, lope_refusal why) { lope_tick_refuse_at(tick, asked, why, tick->now); }

void lope_tick_hit(lope_tick *tick, const lope_contact *contact)
{
    if (contact->character && contact->depth < -TOUCH_GAP * tick->space.unit) return; // still apart, only closing in
    if (contact->moving && !contact->character) lope_body_hit(tick, contact);
    lope_hit *hits = tick->hits, now = {contact->body, tick->now};
    bool latest = hits[0].body == contact->body, before = hits[1].body == contact->body;
    double at = latest ? hits[0].at : hits[1].at;
    if (!latest) hits[1] = hits[0];
    hits[0] = now;
    if ((latest || before) && now.at - at < LOPE_HIT_TIME) return;
    lope_event *event = lope_tick_event(tick, contact->character ? LOPE_EVENT_TOUCH : LOPE_EVENT_HIT);
    event->body = contact->body;
    event->point = lope_point_add(tick->origin, contact->point);
    event->normal = lope_point_to_vec3(contact->normal);
    event->material = contact->material;
    event->walkable = contact->walkable;
}

void lope_tick_tell_base(lope_tick *tick, uint64_t body)
{
    double at = tick->now, met = tick->shoved.met * tick->whole; // one who stands is on what gets under him since it has met him
    bool stood = lope_point_dot(tick->velocity, tick->velocity) <= 0;
    if (tick->swept && tick->shoved.by == body && stood && met < at) at = met;
    lope_event *event = lope_tick_event_at(tick, LOPE_EVENT_BASE, at);
    event->body_from = tick->base;
    event->body = body;
    tick->base = body;
}

void lope_tick_still_hit(lope_tick *tick, uint32_t count)
{
    for (uint32_t i = 0; i < 2 && i < count; i++)
        if (tick->hits[i].at >= 0) tick->hits[i].at = tick->now;
}

bool lope_tick_was_hit(const lope_tick *tick)
{
    return tick->state.last_hit_body != LOPE_BODY_NONE && (double)tick->state.last_hit_left > LOPE_HIT_TIME - LOPE_MIN_TIME;
}

static float left_of(const lope_tick *tick, lope_hit *hit)
{
    double left = LOPE_HIT_TIME - (tick->time - hit->at);
    if (hit->body != LOPE_BODY_NONE && left > 0) return (float)left;
    hit->body = LOPE_BODY_NONE;
    return 0;
}

void lope_tick_store_hits(lope_tick *tick)
{
    tick->state.last_hit_left = left_of(tick, &tick->hits[0]);
    tick->state.other_hit_left = left_of(tick, &tick->hits[1]);
    tick->state.last_hit_body = tick->hits[0].body;
    tick->state.other_hit_body = tick->hits[1].body;
}

static void enter(lope_tick *tick, uint32_t from)
{
    const lope_mode *mode = lope_tick_mode(tick);
    if (mode->data_size > 0) memset(lope_tick_more(tick)->mode_data, 0, sizeof tick->state.mode_data);
    if (mode->enter) mode->enter(tick, from);
}

static void leave(lope_tick *tick, uint32_t to)
{
    const lope_mode *mode = lope_tick_mode(tick);
    if (mode->leave) mode->leave(tick, to);
    if (mode->data_size > 0) memset(lope_tick_more(tick)->mode_data, 0, sizeof tick->state.mode_data);
}

static void on_ground(lope_tick *tick)
{
    tick->velocity = lope_flat(&tick->space, tick->velocity);
    lope_ledger_book(tick, LOPE_TERM_CLIP);
}

uint32_t lope_tick_land_mode(const lope_tick *tick)
{
    uint32_t mode = (uint32_t)tick->tuning->default_land_mode;
    bool lands = mode < tick->moveset->mode_count && tick->moveset->modes[mode]->on_ground;
    return lands ? mode : LOPE_MODE_WALKING;
}

void lope_tick_set_mode(lope_tick *tick, uint32_t mode)
{
    uint32_t from = tick->state.mode;
    if (mode == from || mode >= tick->moveset->mode_count) return;
    bool grounded = lope_tick_on_ground(tick);
    lope_event *event = lope_tick_event(tick, LOPE_EVENT_MODE);
    event->from = from;
    event->to = mode;
    leave(tick, mode);
    if (lope_nav_passes(tick)) tick->state.flags |= LOPE_STATE_FRESH; // it may have gone into something solid
    tick->unfit = tick->unfit || from == LOPE_MODE_NAV_WALKING;
    if (tick->now - tick->left_at > LOPE_MIN_TIME) tick->left_modes = 0;
    tick->left_modes |= 1u << from;
    tick->left_at = tick->now;
    tick->state.mode = mode;
    if (mode != LOPE_MODE_FALLING) lope_jump_reset(tick);
    if (lope_tick_on_ground(tick)) {
        on_ground(tick);
    } else {
        tick->floor.kind = LOPE_FLOOR_NONE;
        tick->state.step_debt = 0;
        if (grounded) lope_base_leave(tick);
        lope_tick_base(tick);
    }
    if (mode == LOPE_MODE_FALLING) {
        tick->state.jump_start = lope_rise(&tick->space, lope_point_add(tick->origin, tick->feet));
        if (lope_tick_rises(tick)) tick->state.flags |= LOPE_STATE_RISING;
    }
    enter(tick, from);
}

void lope_tick_walk_off(lope_tick *tick)
{
    lope_tick_event(tick, LOPE_EVENT_WALK_OFF);
    tick->velocity = lope_flat(&tick->space, tick->velocity);
    lope_ledger_book(tick, LOPE_TERM_CLIP);
    lope_tick_set_mode(tick, LOPE_MODE_FALLING);
    tick->state.flags |= LOPE_STATE_WALKED_OFF;
    tick->state.coyote_left = tick->tuning->coyote_time + (float)tick->now;
}

void lope_tick_list(lope_tick *tick)
{
    if (!tick->ground.whole) return;
    tick->ground.whole = false;
    lope_neighbors_list(&tick->space, tick->list_reach);
}

void lope_tick_settle(lope_tick *tick, double reach)
{
    lope_tick_list(tick);
    tick->space.purpose = LOPE_QUERY_FLOOR;
    lope_floor_hit floor = lope_find_floor(&tick->space, tick->feet, reach, 1e-3 * tick->space.unit);
    if (tick->space.failed) return;
    if (!floor.walkable) {
        lope_tick_set_mode(tick, LOPE_MODE_FALLING);
        return;
    }
    tick->feet = lope_point_mad(tick->feet, tick->space.up, -floor.distance);
    tick->report->moved_by_snap += floor.distance < 0 ? -floor.distance : floor.distance;
    floor.distance = 0;
    tick->floor = floor;
}
