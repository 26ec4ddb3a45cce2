// events.c - what happened, in one array that lives until the next step or advance begins.
//
// Reports are read character by character in order of id, tick after tick. So the array needs no sorting and
// is the same for any number of threads and any order of creation. A report holds a fixed number of events;
// what did not fit there, or not into memory here, is counted and logged, never lost in silence. Read next:
// step.c.
#include "world/events.h"

#include <lope/rerun.h>

#include "base/hash.h"
#include "base/memory.h"

// Events a character that are expected between two clearings; more than that grows the array.
#define EVENTS_RESERVED 4

void lope_events_clear(lope_world *world) { world->event_count = 0; }

static bool grow(lope_world *world, size_t needed)
{
    void *events = world->events;
    const bool room = lope_grow(&world->allocator, &events, &world->event_capacity, needed, sizeof *world->events);
    world->events = events;
    return room;
}

bool lope_events_reserve(lope_world *world, uint32_t characters) { return grow(world, (size_t)characters * EVENTS_RESERVED); }

uint64_t lope_event_identity(uint64_t character, uint64_t tick, const lope_report *report, uint32_t index)
{
    if (report == NULL || index >= report->event_count || index >= LOPE_REPORT_EVENTS) return 0;
    const lope_event *event = &report->events[index];
    uint32_t before = 0; // of its kind and body in the tick
    for (uint32_t i = 0; i < index; i++)
        before += report->events[i].kind == event->kind && report->events[i].body == event->body ? 1 : 0;
    uint64_t hash = lope_hash_u64(lope_hash_u64(LOPE_HASH_START, character), tick);
    hash = lope_hash_u64(lope_hash_u32(hash, event->kind), event->body);
    return lope_hash_u32(hash, before);
}

void lope_events_collect(lope_world *world, lope_character *character, const lope_report *report, double start)
{
    uint32_t count = report->event_count < LOPE_REPORT_EVENTS ? report->event_count : LOPE_REPORT_EVENTS;
    world->events_lost += report->events_dropped;
    if (count == 0) return;
    if (!grow(world, (size_t)world->event_count + count)) {
        const uint32_t room = (uint32_t)world->event_capacity - world->event_count;
        const uint32_t kept = count < room ? count : room;
        world->events_lost += count - kept;
        count = kept;
    }
    // an event tells the character's own time
    const double scale = (double)character->block->lanes[character->lane].time_scale;
    for (uint32_t i = 0; i < count; i++) {
        lope_world_event *event = &world->events[world->event_count++];
        event->tick = world->ticks;
        event->time = start + (double)report->events[i].time / (scale > 0 ? scale : 1);
        event->character = character;
        event->event = report->events[i];
        event->identity = lope_event_identity(character->id, world->ticks, report, i);
    }
}

const lope_world_event *lope_world_events(const lope_world *world, uint32_t *count)
{
    if (count != NULL) *count = world == NULL ? 0 : world->event_count;
    return world == NULL || world->event_count == 0 ? NULL : world->events;
}
