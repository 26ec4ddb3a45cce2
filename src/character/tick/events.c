// events.c - the events and refusals of a tick, in order of time, into the report.
//
// When a list is full, the last entry is overwritten and the loss is counted. Sequences of events go on
// across ticks.
#include "character/tick/events.h"
#include "character/tick/ability_slots.h"
#include "character/tick/tick.h"

lope_event *lope_tick_event(lope_tick *tick, uint32_t kind)
{
    lope_report *report = tick->report;
    lope_event *event = &report->events[LOPE_REPORT_EVENTS - 1];
    if (report->event_count < LOPE_REPORT_EVENTS)
        event = &report->events[report->event_count++];
    else if (report->events_dropped < UINT16_MAX)
        report->events_dropped++; // the last event is overwritten
    *event = (lope_event){.kind = kind, .body = LOPE_BODY_NONE, .body_from = LOPE_BODY_NONE};
    event->sequence = tick->state.event_sequence++;
    event->time = (float)lope_tick_done(tick);
    // An event is no earlier than the one before it. A part of the tick may have been gone over again.
    bool first = event == report->events;
    if (!first && event[-1].time > event->time) event->time = event[-1].time;
    return event;
}

lope_event *lope_tick_event_at(lope_tick *tick, uint32_t kind, double at)
{
    lope_report *report = tick->report;
    lope_event *event = lope_tick_event(tick, kind);
    event->time = (float)(lope_tick_began(tick) + at);
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

uint32_t lope_report_refused(const lope_report *report, uint32_t asked)
{
    for (uint32_t i = 0; report && i < report->refused_count; i++)
        if (report->refused[i].asked == asked) return report->refused[i].why;
    return LOPE_REFUSAL_NONE;
}

lope_refused *lope_tick_note_refusal(lope_tick *tick, uint32_t asked, uint32_t why, double time)
{
    lope_report *report = tick->report;
    lope_refused *refused = &report->refused[LOPE_REPORT_REFUSALS - 1];
    if (lope_report_refused(report, asked) != LOPE_REFUSAL_NONE) return NULL;
    if (report->refused_count < LOPE_REPORT_REFUSALS)
        refused = &report->refused[report->refused_count++];
    else if (report->refused_dropped < UINT8_MAX)
        report->refused_dropped++; // the last refusal is overwritten
    *refused = (lope_refused){.asked = asked, .why = why, .time = (float)(lope_tick_began(tick) + time), .body = LOPE_BODY_NONE};
    return refused;
}

void lope_tick_refuse_at(lope_tick *tick, uint32_t asked, uint32_t why, double time)
{
    lope_refused *refused = why == LOPE_REFUSAL_NONE ? NULL : lope_tick_note_refusal(tick, asked, why, time);
    if (!refused) return;
    if (why == LOPE_REFUSAL_BLOCKED) refused->blocked_by = lope_tick_blocker(tick, asked);
    bool before = time < tick->now;
    lope_event *event = before ? lope_tick_event_at(tick, LOPE_EVENT_REFUSE, time) : lope_tick_event(tick, LOPE_EVENT_REFUSE);
    event->from = asked;
    event->to = why;
}

void lope_tick_refuse(lope_tick *tick, uint32_t asked, uint32_t why)
{
    lope_report *report = tick->report;
    const bool of_ability = tick->refused_by != 0 && asked >= LOPE_ASKED_ABILITY && asked < LOPE_ASKED_GAME;
    lope_tick_refuse_at(tick, asked, why, tick->now);
    for (uint32_t i = 0; of_ability && i < report->refused_count; i++) {
        lope_refused *refused = &report->refused[i];
        if (refused->asked != asked || refused->query != 0) continue;
        refused->query = tick->refused_by;
        refused->point = tick->refused_at;
        refused->body = tick->refused_body;
    }
    if (of_ability) tick->refused_by = 0;
}

void lope_tick_tell_base(lope_tick *tick, uint64_t body)
{
    // A body that gets under a character that stands still is its base from the instant at which they met.
    double at = tick->now, met = tick->shoved.met * tick->seconds;
    bool stood = lope_point_dot(tick->velocity, tick->velocity) <= 0;
    if (tick->swept && tick->shoved.by == body && stood && met < at) at = met;
    lope_event *event = lope_tick_event_at(tick, LOPE_EVENT_BASE, at);
    event->body_from = tick->base;
    event->body = body;
    tick->base = body;
}
