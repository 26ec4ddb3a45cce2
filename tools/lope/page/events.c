// events.c - what happened, as lists: tick, character, kind, time, value, from, to, body, body before, walkable, point, normal.
//
// Bodies by number, -1 for none; the point and the normal stand only where there was a hit. Read next: viewer/src/events.js.
#include "page_private.h"

#include <math.h>

double page_round(double value) { return floor(value + 0.5); }

static void put_vector(page_bytes *out, lope_point p, double unit)
{
    page_bytes_print(out, ",%.8g,%.8g,%.8g", page_round(p.x / unit) * unit, page_round(p.y / unit) * unit,
                     page_round(p.z / unit) * unit);
}

void tool_page_event(void *context, const lope_scene_player *player, uint32_t actor, uint64_t tick, double time,
                     const lope_event *event)
{
    tool_page *page = context;
    const page_bodies *bodies = &page->bodies;
    page_bytes *out = &page->events;
    bool named = event->kind == LOPE_EVENT_HIT || event->kind == LOPE_EVENT_LAND || event->kind == LOPE_EVENT_BASE ||
                 event->kind == LOPE_EVENT_TOUCH || event->kind == LOPE_EVENT_CRUSH;
    bool mode = event->kind == LOPE_EVENT_MODE;
    const lope_moveset *moveset = &lope_scene_player_actor(player, actor)->from->moveset;
    uint32_t from = mode ? page_mode_number(&page->modes, moveset, event->from) : event->from;
    uint32_t to = mode ? page_mode_number(&page->modes, moveset, event->to) : event->to;
    page_bytes_print(out, "%s[%llu,%u,%u,%.5f,%.5g,%u,%u,%d,%d,%u", page->event_count > 0 ? ",\n" : "", (unsigned long long)tick,
                     (unsigned)actor, (unsigned)event->kind, time, (double)event->value, (unsigned)from, (unsigned)to,
                     named ? page_body_number(bodies, event->body) : -1,
                     event->kind == LOPE_EVENT_BASE ? page_body_number(bodies, event->body_from) : -1,
                     event->walkable != 0 ? 1u : 0u);
    if (event->kind == LOPE_EVENT_HIT) {
        put_vector(out, page_place(bodies, event->point), 1e-4);
        put_vector(out, lope_scene_player_vector_to_file(player, event->normal), 1e-4);
    }
    page_bytes_print(out, "]");
    page->event_count++;
}
