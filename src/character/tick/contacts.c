// contacts.c - what has blocked the character: when that is a new hit, and what the state remembers of it.
//
// The two latest bodies are kept, each with the time since it blocked last. After LOPE_HIT_TIME a body is
// forgotten.
#include "character/tick/contacts.h"
#include "character/state/state_flags.h"
#include "character/tick/tick.h"

#define TOUCH_GAP 0.01 // m, within which two characters are said to touch

void lope_tick_hit(lope_tick *tick, const lope_contact *contact)
{
    // still apart, only closing in
    if (contact->character && contact->depth < -TOUCH_GAP * tick->space.unit) return;
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

void lope_tick_still_hit(lope_tick *tick, uint32_t count)
{
    for (uint32_t i = 0; i < 2 && i < count; i++)
        if (tick->hits[i].at >= 0) tick->hits[i].at = tick->now;
}

bool lope_tick_was_hit(const lope_tick *tick)
{
    return tick->state.last_hit_body != LOPE_BODY_NONE && (double)tick->state.last_hit_left > LOPE_HIT_TIME - LOPE_MIN_TIME;
}

// Returns the seconds for which the hit is still remembered. A hit that is too old is cleared.
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

void lope_body_hit(lope_tick *tick, const lope_contact *contact)
{
    for (uint32_t i = 0; i < tick->impact_count; i++)
        if (tick->impacts[i].body == contact->body) return;
    if (tick->impact_count == LOPE_IMPACTS) return; // beside four others
    lope_impact *impact = &tick->impacts[tick->impact_count++];
    *impact = (lope_impact){contact->body, contact->point, contact->normal, tick->velocity, contact->flat};
}
