// events.c - what happened, as lists: tick, character, kind, time, value, from, to, body, body before, walkable, point, normal.
//
// Bodies by number, -1 for none; the point and the normal stand only where there was a hit. For abilities and for refusals there
// follow the name of what it is about, why it ended or was refused, and where that was, if it was a query that refused.
// Read next: viewer/src/events.js.
#include "page_private.h"

#include <math.h>

double page_round(double value) { return floor(value + 0.5); }

static void put_vector(page_bytes *out, lope_point p, double unit)
{
    page_bytes_print(out, ",%.8g,%.8g,%.8g", page_round(p.x / unit) * unit, page_round(p.y / unit) * unit,
                     page_round(p.z / unit) * unit);
}

// Why something was refused, in words; what an ability blocks comes with that ability's name.
static void put_refusal(const lope_scene_player *player, uint32_t actor, const lope_event *event, page_bytes *out)
{
    const lope_moveset *moveset = &lope_scene_player_actor(player, actor)->from->moveset;
    const lope_report *report = lope_character_report(lope_scene_player_actor(player, actor)->handle);
    const lope_refused *refused = NULL;
    for (uint32_t i = 0; i < report->refused_count; i++)
        if (report->refused[i].asked == event->from) refused = &report->refused[i];
    if (event->to >= LOPE_REFUSAL_GAME)
        page_bytes_print(out, ",\"reason %u of the game\"", (unsigned)(event->to - LOPE_REFUSAL_GAME));
    else if (refused != NULL && event->to == LOPE_REFUSAL_BLOCKED && refused->blocked_by > 0)
        page_bytes_print(out, ",\"%s by %s\"", lope_refusal_text(event->to),
                         lope_moveset_ability_name(moveset, refused->blocked_by - 1));
    else
        page_bytes_print(out, ",\"%s\"", lope_refusal_text(event->to));
    if (refused != NULL && refused->query > 0) put_vector(out, lope_scene_player_to_file(player, refused->point), 1e-4);
}

// The name and the reason of what abilities did, and of what was refused.
static void put_ability(const lope_scene_player *player, uint32_t actor, const lope_event *event, page_bytes *out)
{
    const lope_moveset *moveset = &lope_scene_player_actor(player, actor)->from->moveset;
    bool refused = event->kind == LOPE_EVENT_REFUSE, end = event->kind == LOPE_EVENT_ABILITY_END;
    if (!refused && !end && event->kind != LOPE_EVENT_ABILITY && event->kind != LOPE_EVENT_ABILITY_PHASE) return;
    uint32_t number = refused ? event->from - LOPE_ASKED_ABILITY : event->from; // of none: beyond the moveset's
    bool known = number < moveset->ability_count;
    page_bytes_print(out, ",\"%s\"", known ? lope_moveset_ability_name(moveset, number) : lope_asked_name(event->from));
    if (end) page_bytes_print(out, ",\"%s\"", lope_end_text(event->to));
    if (refused) put_refusal(player, actor, event, out);
}

void tool_page_event(void *context, const lope_scene_player *player, uint32_t actor, uint64_t tick, double time,
                     const lope_event *event)
{
    tool_page *page = context;
    const page_bodies *bodies = &page->bodies;
    page_bytes *out = &page->events;
    bool named = event->kind == LOPE_EVENT_HIT || event->kind == LOPE_EVENT_LAND || event->kind == LOPE_EVENT_BASE ||
                 event->kind == LOPE_EVENT_TOUCH || event->kind == LOPE_EVENT_LOCK_ON || event->kind == LOPE_EVENT_CRUSH;
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
    put_ability(player, actor, event, out);
    page_bytes_print(out, "]");
    page->event_count++;
}
