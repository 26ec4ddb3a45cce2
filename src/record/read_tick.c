// read_tick.c - reads one tick of a recording, as the change from the one before it in its chunk.
//
// The order of its parts stands in format.h. Each part is checked as it is read.
#include "record/read_tick.h"

#include "base/error.h"
#include "base/memory.h"
#include "character/state/pages.h"
#include "record/fields.h"
#include "record/format.h"

#include <stdio.h>
#include <string.h>

// Refuses the tick: names it with its part ("event") and field ("kind"; "" for the part as a whole).
static lope_result refuse_tick(const lope_load *load, const char *part, const char *field)
{
    char name[48];
    snprintf(name, sizeof name, "tick %zu %s%s%s", load->recording->tick_count, part, field[0] ? "." : "", field);
    bool ends = load->in.failed;
    return lope_load_refuse(load, LOPE_ERROR_FORMAT, name,
                            ends ? "the chunk ends, or this is no number" : "is no value of this field");
}

// Reads the events, and what was dropped with LOPE_TICK_CUT.
static lope_result read_events(lope_load *load, lope_tick_record *now, unsigned flags)
{
    static const lope_event nothing = {0};
    lope_recording *r = load->recording;
    const char *field;
    uint32_t count = lope_read_count(&load->in, 1);
    now->events = r->event_count;
    now->tick.event_count = count;
    if (!lope_grow(&r->allocator, (void **)&r->events, &r->event_capacity, r->event_count + count, sizeof *r->events))
        return lope_load_no_memory(load);
    for (uint32_t i = 0; i < count; i++) {
        lope_event *event = &r->events[r->event_count++];
        *event = nothing;
        if (!lope_read_fields(&load->in, &lope_event_table, event, &nothing, &field)) return refuse_tick(load, "event", field);
    }
    if (!(flags & LOPE_TICK_CUT)) return LOPE_OK;
    now->tick.events_dropped = (uint32_t)lope_read_number(&load->in);
    now->tick.queries_dropped = (uint32_t)lope_read_number(&load->in);
    now->tick.shapes_dropped = (uint32_t)lope_read_number(&load->in);
    return LOPE_OK;
}

// Returns the body of an id in the tick before, or NULL.
static const lope_recorded_body *body_before(const lope_load *load, uint64_t id)
{
    const lope_recorded_body *bodies = load->recording->bodies;
    for (uint32_t i = 0; load->last && i < load->last->tick.body_count; i++)
        if (bodies[load->last->bodies + i].body.id == id) return &bodies[load->last->bodies + i];
    return NULL;
}

// Returns whether a shape that was read is of a known kind.
static bool is_shape(const lope_recorded_shape *shape) { return shape->kind < LOPE_RECORDED_KIND_COUNT && shape->two_sided <= 1; }

// Reads the shapes of a body. In the tick before it had `known` shapes, from index `before` on.
static lope_result read_shapes(lope_load *load, const lope_tick_record *now, lope_recorded_body *body, size_t before,
                               uint32_t known)
{
    lope_recording *r = load->recording;
    static const lope_recorded_shape nothing = {0};
    const char *field;
    uint32_t count = lope_read_count(&load->in, 1);
    body->first_shape = (uint32_t)(r->shape_count - now->shapes);
    body->shape_count = count;
    if (!lope_grow(&r->allocator, (void **)&r->shapes, &r->shape_capacity, r->shape_count + count, sizeof *r->shapes))
        return lope_load_no_memory(load);
    for (uint32_t i = 0; i < count; i++) {
        lope_recorded_shape *shape = &r->shapes[r->shape_count++];
        *shape = nothing;
        const lope_recorded_shape *was = i < known ? &r->shapes[before + i] : &nothing;
        if (!lope_read_fields(&load->in, &lope_shape_table, shape, was, &field)) return refuse_tick(load, "shape", field);
        if (!is_shape(shape)) return refuse_tick(load, "shape", "kind");
    }
    return LOPE_OK;
}

// Reads one moving body, with its volume and its shapes.
static lope_result read_body(lope_load *load, const lope_tick_record *now, lope_recorded_body *body)
{
    const lope_sink_body none = {0};
    const char *field;
    uint64_t id = lope_read_number(&load->in);
    const lope_recorded_body *was = body_before(load, id);
    if (!lope_read_fields(&load->in, &lope_body_table, &body->body, was ? &was->body : &none, &field))
        return refuse_tick(load, "body", field);
    if (body->body.id != id || id == LOPE_BODY_NONE) return refuse_tick(load, "body", "id");
    if (body->body.surface.walkable > LOPE_WALKABLE_OWN_ANGLE) return refuse_tick(load, "body", "surface.walkable");
    static const lope_volume nothing = {0};
    uint64_t has = lope_read_number(&load->in);
    if (has > 1) return refuse_tick(load, "body", "has_volume");
    body->has_volume = (uint32_t)has;
    if (has && !lope_read_fields(&load->in, &lope_volume_table, &body->volume, was ? &was->volume : &nothing, &field))
        return refuse_tick(load, "volume", field);
    if (body->volume.gravity_mode > LOPE_GRAVITY_POINT) return refuse_tick(load, "volume", "gravity_mode");
    return read_shapes(load, now, body, was ? load->last->shapes + was->first_shape : 0, was ? was->shape_count : 0);
}

// Reads the moving bodies of the tick.
static lope_result read_bodies(lope_load *load, lope_tick_record *now)
{
    lope_recording *r = load->recording;
    uint32_t count = lope_read_count(&load->in, 4);
    now->bodies = r->body_count;
    now->shapes = r->shape_count;
    now->tick.body_count = count;
    if (!lope_grow(&r->allocator, (void **)&r->bodies, &r->body_capacity, r->body_count + count, sizeof *r->bodies))
        return lope_load_no_memory(load);
    for (uint32_t i = 0; i < count; i++) {
        lope_recorded_body *body = &r->bodies[r->body_count++];
        memset(body, 0, sizeof *body);
        lope_result result = read_body(load, now, body);
        if (result != LOPE_OK) return result;
    }
    now->tick.shape_count = (uint32_t)(r->shape_count - now->shapes);
    return LOPE_OK;
}

// Reads the queries, each as the change from the one before it in the tick.
static lope_result read_queries(lope_load *load, lope_tick_record *now)
{
    lope_recording *r = load->recording;
    static const lope_query nothing = {0};
    const char *field;
    uint32_t count = lope_read_count(&load->in, 1);
    now->queries = r->query_count;
    now->tick.query_count = count;
    if (!lope_grow(&r->allocator, (void **)&r->queries, &r->query_capacity, r->query_count + count, sizeof *r->queries))
        return lope_load_no_memory(load);
    for (uint32_t i = 0; i < count; i++) {
        lope_query *query = &r->queries[r->query_count++];
        *query = nothing;
        if (!lope_read_fields(&load->in, &lope_query_table, query, i ? query - 1 : &nothing, &field))
            return refuse_tick(load, "query", field);
    }
    return LOPE_OK;
}

// Reads a state as the change from *last. part: its name in a refusal. Version 2 has no pages: the fields
// that it lacks stay as in *last, and the pages are found from the members.
static lope_result read_tick_state(lope_load *load, const char *part, lope_state *state, const lope_state *last)
{
    const char *field;
    const bool old = load->version < 3;
    if (old) *state = *last;
    if (!lope_read_fields(&load->in, old ? &lope_state_table_2 : &lope_state_table, state, last, &field))
        return refuse_tick(load, part, field);
    if (old) lope_pages_find(state);
    const char *fault = lope_pages_fault(state);
    return fault ? refuse_tick(load, part, fault) : LOPE_OK;
}

// Reads the states before and after the tick, and hashes them. Without LOPE_TICK_APART the state before is
// the one after the tick before.
static lope_result read_states(lope_load *load, lope_tick_record *now, unsigned flags)
{
    const lope_state zero = {0};
    const lope_state *last = load->last ? &load->last->tick.after : &zero;
    lope_result result = LOPE_OK;
    if (flags & LOPE_TICK_APART)
        result = read_tick_state(load, "before", &now->tick.before, last);
    else if (load->last)
        now->tick.before = *last;
    else
        result = refuse_tick(load, "before", "");
    if (result == LOPE_OK) result = read_tick_state(load, "after", &now->tick.after, &now->tick.before);
    if (result != LOPE_OK) return result;
    now->tick.hash_before = lope_state_hash(&now->tick.before);
    now->tick.hash_after = lope_state_hash(&now->tick.after);
    return LOPE_OK;
}

lope_result lope_load_tick(lope_load *load, lope_tick_record *now)
{
    const lope_flat_input still = {0};
    const lope_vec3 no_terms[LOPE_TERM_COUNT] = {{0}};
    const char *field;
    lope_result result;
    uint32_t dt = 0;
    uint64_t flags = lope_read_number(&load->in), moveset = lope_read_number(&load->in), bits = lope_read_number(&load->in);
    if (load->last) memcpy(&dt, &load->last->tick.seconds, sizeof dt);
    dt ^= (uint32_t)bits;
    memcpy(&now->tick.seconds, &dt, sizeof dt);
    now->moveset = (uint32_t)moveset;
    if (flags > (LOPE_TICK_APART | LOPE_TICK_CUT)) return refuse_tick(load, "flags", "");
    if (moveset >= load->recording->moveset_count) return refuse_tick(load, "moveset", "");
    if (bits > UINT32_MAX || !lope_finite(now->tick.seconds)) return refuse_tick(load, "dt", "");
    if (!lope_read_fields(&load->in, &lope_input_table, &now->input, load->last ? &load->last->input : &still, &field))
        return refuse_tick(load, "input", field);
    now->tick.input = lope_flat_input_split(&now->input, &now->requests);
    result = read_states(load, now, (unsigned)flags);
    if (result != LOPE_OK) return result;
    if (!lope_read_fields(&load->in, &lope_terms_table, now->tick.terms, no_terms, &field))
        return refuse_tick(load, "terms", field);
    result = read_events(load, now, (unsigned)flags);
    if (result == LOPE_OK) result = read_bodies(load, now);
    return result == LOPE_OK ? read_queries(load, now) : result;
}
