// events.c - the events and refusals of a tick, in order of time, into the report.
#include "character/tick/events.h"
#include "character/tick/tick.h"

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
