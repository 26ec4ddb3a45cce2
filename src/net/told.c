// told.c - events once each. Read first: told.h.
#include "net/told.h"
#include "net/serial.h"

#include <string.h>

static void tell_event(lope_told *told, uint32_t tick, const lope_event *event, bool undone)
{
    if (told->count == LOPE_TOLD_OUT)
        told->lost++;
    else
        told->out[told->count++] = (lope_net_event){.tick = tick, .undone = undone, .event = *event};
}

void lope_told_begin(lope_told *told)
{
    told->count -= told->shown;
    memmove(told->out, told->out + told->shown, told->count * sizeof *told->out);
    told->shown = told->lost = 0;
}

void lope_told_end(lope_told *told) { told->shown = told->count; }

void lope_told_question(lope_told *told, uint32_t tick)
{
    for (uint32_t i = 0; i < LOPE_TOLD_KEPT; i++)
        if (told->kept[i].open && !lope_tick_after(tick, told->kept[i].tick)) told->kept[i].here = false;
}

// Returns the entry in question that an event is: the nearest one of its kind and body. NULL: it is new.
static lope_told_entry *find_event(lope_told *told, uint32_t tick, const lope_event *event)
{
    lope_told_entry *best = NULL;
    uint32_t least = LOPE_TOLD_NEAR + 1;
    for (uint32_t i = 0; i < LOPE_TOLD_KEPT; i++) {
        lope_told_entry *entry = &told->kept[i];
        if (!entry->open || entry->here || entry->kind != event->kind || entry->body != event->body) continue;
        const int32_t since = lope_tick_since(tick, entry->tick);
        const uint32_t apart = (uint32_t)(since < 0 ? -since : since);
        if (apart >= least) continue;
        least = apart;
        best = entry;
    }
    return best;
}

static void take_event(lope_told *told, uint32_t tick, const lope_event *event)
{
    lope_told_entry *entry = find_event(told, tick, event);
    if (entry == NULL) {
        entry = &told->kept[told->next++ % LOPE_TOLD_KEPT];
        tell_event(told, tick, event, false);
    }
    *entry =
        (lope_told_entry){.tick = tick, .kind = event->kind, .body = event->body, .here = true, .open = true, .event = *event};
}

void lope_told_take(lope_told *told, uint32_t tick, const lope_report *report)
{
    for (uint32_t i = 0; i < report->event_count && i < LOPE_REPORT_EVENTS; i++) take_event(told, tick, &report->events[i]);
}

uint32_t lope_told_settle(lope_told *told, uint32_t tick)
{
    uint32_t undone = 0;
    for (uint32_t i = 0; i < LOPE_TOLD_KEPT; i++) {
        lope_told_entry *entry = &told->kept[i];
        if (!entry->open || entry->here || lope_tick_since(tick, entry->tick) <= LOPE_TOLD_NEAR) continue;
        tell_event(told, entry->tick, &entry->event, true);
        entry->open = false;
        undone++;
    }
    return undone;
}
