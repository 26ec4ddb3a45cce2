// workbench.c - what all modes use of a tick: events, mode changes, settling on a floor, the law of velocity.
#include "character/ledger.h"
#include "motion/neighbors.h"

#define TOUCH_GAP 0.01 // m, under which two characters are said to touch

lope_event *lope_tick_event(lope_tick *tick, uint32_t kind)
{
    lope_report *report = tick->report;
    lope_event *event = &report->events[LOPE_REPORT_EVENTS - 1];
    if (report->event_count < LOPE_REPORT_EVENTS)
        event = &report->events[report->event_count++];
    else
        report->events_dropped++; // the last one is overwritten, and counted
    *event = (lope_event){.kind = kind, .body = LOPE_BODY_NONE, .body_from = LOPE_BODY_NONE};
    event->sequence = tick->state.event_sequence++;
    event->time = (float)tick->now;
    return event;
}

void lope_tick_hit(lope_tick *tick, const lope_contact *contact)
{
    if (contact->character && contact->depth < -TOUCH_GAP * tick->space.unit) return; // still apart, only closing in
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

void lope_tick_base(lope_tick *tick)
{
    bool stands = tick->state.mode == LOPE_MODE_WALKING && tick->floor.kind != LOPE_FLOOR_NONE;
    uint64_t body = stands ? tick->floor.contact.body : LOPE_BODY_NONE;
    if (body == tick->base) return;
    lope_event *event = lope_tick_event(tick, LOPE_EVENT_BASE);
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

void lope_tick_read_hits(lope_tick *tick)
{
    const lope_state *state = &tick->state;
    tick->hits[0] = (lope_hit){state->last_hit_body, (double)state->last_hit_left - LOPE_HIT_TIME - LOPE_MIN_TIME};
    tick->hits[1] = (lope_hit){state->other_hit_body, (double)state->other_hit_left - LOPE_HIT_TIME - LOPE_MIN_TIME};
}

static float left_of(const lope_tick *tick, lope_hit *hit)
{
    double left = LOPE_HIT_TIME - (tick->time - hit->at);
    if (hit->body != LOPE_BODY_NONE && left > 0) return (float)left;
    hit->body = LOPE_BODY_NONE;
    return 0;
}

void lope_tick_write_hits(lope_tick *tick)
{
    tick->state.last_hit_left = left_of(tick, &tick->hits[0]);
    tick->state.other_hit_left = left_of(tick, &tick->hits[1]);
    tick->state.last_hit_body = tick->hits[0].body;
    tick->state.other_hit_body = tick->hits[1].body;
}

void lope_tick_set_mode(lope_tick *tick, uint32_t mode)
{
    if (mode == tick->state.mode) return;
    lope_event *event = lope_tick_event(tick, LOPE_EVENT_MODE);
    event->from = tick->state.mode;
    event->to = mode;
    tick->state.mode = mode;
    if (mode == LOPE_MODE_WALKING) {
        tick->velocity = lope_flat(&tick->space, tick->velocity);
        lope_ledger_book(tick, LOPE_TERM_CLIP);
        tick->state.flags &= ~(LOPE_STATE_RISING | LOPE_STATE_WALKED_OFF | LOPE_STATE_HOLDING);
        tick->state.coyote_left = 0;
    } else {
        tick->floor.kind = LOPE_FLOOR_NONE;
        tick->state.step_debt = 0;
        lope_tick_base(tick);
    }
    if (mode == LOPE_MODE_FALLING) {
        tick->state.jump_start = lope_rise(&tick->space, lope_point_add(tick->origin, tick->feet));
        if (lope_rise(&tick->space, tick->velocity) > 0) tick->state.flags |= LOPE_STATE_RISING;
    }
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

lope_drive lope_tick_drive(const lope_tick *tick, bool ground)
{
    const lope_tuning *t = tick->tuning;
    double press = lope_point_length(tick->wanted), acceleration = (double)t->max_acceleration;
    double friction = (double)(ground ? t->ground_friction : t->falling_lateral_friction);
    double braking = t->use_separate_braking_friction ? (double)t->braking_friction : friction;
    lope_drive drive = {.friction = friction,
                        .braking_friction = braking * (double)t->braking_friction_factor,
                        .braking_deceleration =
                            (double)(ground ? t->braking_deceleration_walking : t->braking_deceleration_falling),
                        .still = 1e-4 * tick->space.unit,
                        .turn_instantly = ground && t->turn_instantly,
                        .per_tick = t->integrator == LOPE_INTEGRATOR_UNREAL};
    double top = (double)t->max_walk_speed * press;
    if (top < (double)t->min_analog_walk_speed) top = (double)t->min_analog_walk_speed;
    drive.max_speed = press > 0 ? top : drive.turn_instantly ? 0 : (double)t->max_walk_speed;
    if (press <= 0) return drive;
    drive.direction = lope_point_scale(tick->wanted, 1.0 / press);
    double share = ground ? 1.0 : (double)t->air_control;
    drive.acceleration = acceleration * press * share;
    drive.boost_acceleration = drive.acceleration;
    if (!ground && (double)t->air_control_boost_multiplier > 0) {
        double boosted = share * (double)t->air_control_boost_multiplier;
        if (share > 0) drive.boost_acceleration = acceleration * press * (boosted < 1.0 ? boosted : 1.0);
        drive.boost_speed = (double)t->air_control_boost_velocity_threshold;
    }
    return drive;
}
