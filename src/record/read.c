// read.c - a recording from bytes that may say anything. The format stands in format.h.
#include "base/error.h"
#include "base/memory.h"
#include "record/fields.h"
#include "record/format.h"
#include "record/recording.h"

#include <stdio.h>
#include <string.h>

typedef struct lope_load {
    lope_recording *recording;
    lope_reader in; // of the present chunk's payload
    const unsigned char *bytes;
    size_t size, next; // next: where the next chunk begins
    uint32_t chunks;   // read so far
    char tag[5];
    uint32_t promised;            // ticks, by the head
    const lope_tick_record *last; // NULL: the next tick is the first of its chunk
    lope_error *error;
} lope_load;

// ---- refusals -----------------------------------------------------------------------------------------------------------------------

static lope_result refuse_chunk(const lope_load *load, const char *what)
{
    char field[48];
    snprintf(field, sizeof field, "chunk %u %s", (unsigned)load->chunks, load->tag);
    return lope_refuse(load->error, LOPE_ERROR_FORMAT, field, "at byte %zu: %s", load->next, what);
}

// What stands in the present chunk is not what it should be.
static lope_result refuse_field(const lope_load *load, lope_result code, const char *field, const char *what)
{
    size_t at = load->in.failed ? load->in.failed_at : load->in.at;
    return lope_refuse(load->error, code, field, "chunk %u %s, byte %zu: %s", (unsigned)load->chunks, load->tag, at, what);
}

static lope_result refuse_tick(const lope_load *load, const char *part, const char *field)
{
    char name[48];
    snprintf(name, sizeof name, "tick %zu %s%s%s", load->recording->tick_count, part, field[0] ? "." : "", field);
    bool ends = load->in.failed;
    return refuse_field(load, LOPE_ERROR_FORMAT, name,
                        ends ? "the chunk ends, or this is no number" : "is no value of this field");
}

static lope_result no_memory(const lope_load *load)
{
    return lope_refuse(load->error, LOPE_ERROR_MEMORY, "allocator", "out of memory for a recording of %u ticks",
                       (unsigned)load->promised);
}

// ---- chunks -------------------------------------------------------------------------------------------------------------------------

static lope_result next_chunk(lope_load *load)
{
    lope_reader in = {load->bytes, load->next, load->size, false, 0};
    unsigned char counter[4];
    memcpy(load->tag, "?", 2);
    if (load->size - load->next < LOPE_CHUNK_BYTES) return refuse_chunk(load, "the recording is cut off");
    for (int i = 0; i < 4; i++) {
        unsigned byte = lope_read_byte(&in);
        load->tag[i] = byte >= 'A' && byte <= 'Z' ? (char)byte : '?';
        counter[i] = (unsigned char)(load->chunks >> (8 * i) & 255u);
    }
    load->tag[4] = 0;
    uint64_t length = lope_read_fixed(&in, 4), sum = lope_read_fixed(&in, 8);
    if (length > load->size - in.at) return refuse_chunk(load, "the recording is cut off, or this chunk's length was changed");
    uint64_t found = lope_checksum(LOPE_CHECKSUM_START, counter, 4);
    found = lope_checksum(found, load->bytes + load->next, 8);
    found = lope_checksum(found, load->bytes + in.at, (size_t)length);
    if (found != sum) return refuse_chunk(load, "its checksum is another one: it was changed since it was written");
    load->in = in;
    load->in.end = in.at + (size_t)length;
    return LOPE_OK;
}

static lope_result end_chunk(lope_load *load)
{
    if (load->in.failed)
        return refuse_field(load, LOPE_ERROR_FORMAT, load->tag, "the chunk ends too early, or this is no number");
    if (load->in.at != load->in.end) return refuse_field(load, LOPE_ERROR_FORMAT, load->tag, "there is more than belongs here");
    load->next = load->in.end;
    load->chunks++;
    return LOPE_OK;
}

// ---- the head -----------------------------------------------------------------------------------------------------------------------

static lope_result read_modes(lope_load *load)
{
    uint32_t count = lope_read_count(&load->in, 1);
    for (uint32_t i = 0; i < count; i++) {
        char name[64], field[48];
        lope_read_text(&load->in, name, sizeof name);
        snprintf(field, sizeof field, "mode %u", (unsigned)i);
        if (load->in.failed) return refuse_field(load, LOPE_ERROR_FORMAT, field, "its name is not readable");
        if (i >= LOPE_MODE_COUNT || strcmp(name, lope_mode_name(i)) != 0)
            return lope_refuse(load->error, LOPE_ERROR_UNKNOWN_NAME, field, "was %s, is %s in this program", name,
                               lope_mode_name(i));
    }
    return LOPE_OK;
}

static lope_result read_tuning_field(lope_load *load, lope_tuning *tuning)
{
    char name[64];
    lope_read_text(&load->in, name, sizeof name);
    unsigned whole = lope_read_byte(&load->in);
    uint32_t bits = (uint32_t)lope_read_fixed(&load->in, 4);
    if (load->in.failed) return refuse_field(load, LOPE_ERROR_FORMAT, "moveset", "a field is not readable");
    const lope_tuning_field *field = lope_tuning_field_find(name);
    if (!field) return lope_refuse(load->error, LOPE_ERROR_UNKNOWN_NAME, "moveset", "this program's tuning has no %s", name);
    bool is_whole = field->kind != LOPE_FIELD_FLOAT && field->kind != LOPE_FIELD_ANGLE;
    if (whole != is_whole) return refuse_field(load, LOPE_ERROR_FORMAT, name, "is of another kind in this program");
    memcpy((char *)tuning + field->offset, &bits, sizeof bits);
    return LOPE_OK;
}

static float read_float(lope_load *load)
{
    uint32_t bits = (uint32_t)lope_read_fixed(&load->in, 4);
    float x;
    memcpy(&x, &bits, sizeof x);
    return x;
}

static lope_result read_curves(lope_load *load, lope_moveset *moveset)
{
    uint32_t count = lope_read_count(&load->in, 10);
    for (uint32_t i = 0; i < count; i++) {
        lope_curve curve = {.kind = (uint32_t)lope_read_number(&load->in)};
        curve.count = lope_read_count(&load->in, 8);
        for (uint32_t k = 0; k < curve.count && k < LOPE_CURVE_POINTS; k++) {
            curve.x[k] = read_float(load);
            curve.y[k] = read_float(load);
        }
        if (load->in.failed) return refuse_field(load, LOPE_ERROR_FORMAT, "moveset", "a curve is not readable");
        lope_result result = lope_moveset_add_curve(moveset, &curve, NULL, load->error);
        if (result != LOPE_OK) return result;
    }
    return LOPE_OK;
}

static lope_result read_sensors(lope_load *load, lope_moveset *moveset)
{
    uint32_t count = lope_read_count(&load->in, 32);
    for (uint32_t i = 0; i < count; i++) {
        lope_sensor sensor = {.channels = (uint32_t)lope_read_fixed(&load->in, 4)};
        float *const values[] = {&sensor.a.x, &sensor.a.y, &sensor.a.z, &sensor.b.x, &sensor.b.y, &sensor.b.z, &sensor.radius};
        for (size_t k = 0; k < sizeof values / sizeof *values; k++) *values[k] = read_float(load);
        if (load->in.failed) return refuse_field(load, LOPE_ERROR_FORMAT, "moveset", "a sensor is not readable");
        lope_result result = lope_moveset_add_sensor(moveset, &sensor, NULL, load->error);
        if (result != LOPE_OK) return result;
    }
    return LOPE_OK;
}

static double no_way(lope_tick *tick, double seconds)
{
    (void)tick;
    (void)seconds;
    return 0;
}

bool lope_is_named_only(const lope_moveset *moveset, uint32_t mode)
{
    return mode < moveset->mode_count && moveset->modes[mode]->run == no_way;
}

static lope_result read_own_modes(lope_load *load, lope_moveset *moveset, lope_named_modes *named)
{
    uint32_t count = lope_read_count(&load->in, 1);
    if (count > LOPE_OWN_MODES) return refuse_field(load, LOPE_ERROR_FORMAT, "moveset", "has more modes than there can be");
    for (uint32_t i = 0; i < count; i++) {
        lope_read_text(&load->in, named->names[i], LOPE_MODE_TEXT);
        if (load->in.failed) return refuse_field(load, LOPE_ERROR_FORMAT, "moveset", "a mode's name is not readable");
        named->modes[i] = (lope_mode){.name = named->names[i], .run = no_way};
        lope_result result = lope_moveset_add_mode(moveset, &named->modes[i], NULL, load->error);
        if (result != LOPE_OK) return result;
    }
    return LOPE_OK;
}

static lope_result read_moveset(lope_load *load, lope_moveset *moveset, lope_named_modes *named)
{
    uint64_t hash = lope_read_fixed(&load->in, 8);
    uint32_t fields = lope_read_count(&load->in, 6);
    lope_tuning tuning = lope_tuning_default();
    for (uint32_t i = 0; i < fields; i++) {
        lope_result result = read_tuning_field(load, &tuning);
        if (result != LOPE_OK) return result;
    }
    lope_result result = lope_moveset_make(moveset, &tuning, load->error);
    if (result == LOPE_OK) result = read_curves(load, moveset);
    if (result == LOPE_OK) result = read_sensors(load, moveset);
    if (result == LOPE_OK) result = read_own_modes(load, moveset, named);
    moveset->hash = hash; // as it was: a later program may have fields that were not there yet
    return result;
}

static lope_result read_movesets(lope_load *load)
{
    lope_recording *r = load->recording;
    uint32_t count = lope_read_count(&load->in, 9);
    if (!lope_grow(&r->allocator, (void **)&r->movesets, &r->moveset_capacity, count, sizeof *r->movesets) ||
        !lope_grow(&r->allocator, (void **)&r->modes, &r->mode_capacity, count, sizeof *r->modes))
        return no_memory(load);
    for (uint32_t i = 0; i < count; i++) { // modes do not move: movesets point into them
        size_t place = r->moveset_count++;
        lope_result result = read_moveset(load, &r->movesets[place], &r->modes[place]);
        if (result != LOPE_OK) return result;
    }
    return LOPE_OK;
}

static lope_result read_head(lope_load *load)
{
    lope_recording_header *header = &load->recording->header;
    lope_result result = next_chunk(load);
    if (result != LOPE_OK) return result;
    if (strcmp(load->tag, "HEAD") != 0) return refuse_chunk(load, "a recording begins with HEAD");
    uint64_t version = lope_read_fixed(&load->in, 4);
    if (version != LOPE_RECORD_VERSION)
        return lope_refuse(load->error, LOPE_ERROR_FORMAT, "version", "is %u, this program reads %u", (unsigned)version,
                           (unsigned)LOPE_RECORD_VERSION);
    lope_read_text(&load->in, header->name, sizeof header->name);
    lope_read_text(&load->in, header->level, sizeof header->level);
    header->level_hash = lope_read_fixed(&load->in, 8);
    uint32_t rate = (uint32_t)lope_read_fixed(&load->in, 4);
    memcpy(&header->tick_rate, &rate, sizeof rate);
    unsigned queries = lope_read_byte(&load->in);
    header->queries = queries == 1;
    if (!lope_finite(header->tick_rate) || queries > 1) return refuse_field(load, LOPE_ERROR_FORMAT, "HEAD", "is not readable");
    load->promised = (uint32_t)lope_read_number(&load->in);
    result = read_modes(load);
    if (result == LOPE_OK) result = read_movesets(load);
    if (result == LOPE_OK) result = end_chunk(load);
    header->moveset_hash = load->recording->moveset_count ? load->recording->movesets[0].hash : 0;
    return result;
}

// ---- ticks --------------------------------------------------------------------------------------------------------------------------

static lope_result read_events(lope_load *load, lope_tick_record *now, unsigned flags)
{
    const lope_event nothing = {0};
    lope_recording *r = load->recording;
    const char *field;
    uint32_t count = lope_read_count(&load->in, 1);
    now->events = r->event_count;
    now->tick.event_count = count;
    if (!lope_grow(&r->allocator, (void **)&r->events, &r->event_capacity, r->event_count + count, sizeof *r->events))
        return no_memory(load);
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

static const lope_recorded_body *body_before(const lope_load *load, uint64_t id)
{
    const lope_recorded_body *bodies = load->recording->bodies;
    for (uint32_t i = 0; load->last && i < load->last->tick.body_count; i++)
        if (bodies[load->last->bodies + i].body.id == id) return &bodies[load->last->bodies + i];
    return NULL;
}

static bool is_shape(const lope_recorded_shape *shape) { return shape->kind < LOPE_RECORDED_KIND_COUNT && shape->two_sided <= 1; }

static lope_result read_shapes(lope_load *load, const lope_tick_record *now, lope_recorded_body *body, size_t before,
                               uint32_t known)
{
    lope_recording *r = load->recording;
    const lope_recorded_shape nothing = {0};
    const char *field;
    uint32_t count = lope_read_count(&load->in, 1);
    body->first_shape = (uint32_t)(r->shape_count - now->shapes);
    body->shape_count = count;
    if (!lope_grow(&r->allocator, (void **)&r->shapes, &r->shape_capacity, r->shape_count + count, sizeof *r->shapes))
        return no_memory(load);
    for (uint32_t i = 0; i < count; i++) {
        lope_recorded_shape *shape = &r->shapes[r->shape_count++];
        *shape = nothing;
        const lope_recorded_shape *was = i < known ? &r->shapes[before + i] : &nothing;
        if (!lope_read_fields(&load->in, &lope_shape_table, shape, was, &field)) return refuse_tick(load, "shape", field);
        if (!is_shape(shape)) return refuse_tick(load, "shape", "kind");
    }
    return LOPE_OK;
}

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
    const lope_volume nothing = {0};
    uint64_t has = lope_read_number(&load->in);
    if (has > 1) return refuse_tick(load, "body", "has_volume");
    body->has_volume = (uint32_t)has;
    if (has && !lope_read_fields(&load->in, &lope_volume_table, &body->volume, was ? &was->volume : &nothing, &field))
        return refuse_tick(load, "volume", field);
    if (body->volume.gravity_mode > LOPE_GRAVITY_POINT) return refuse_tick(load, "volume", "gravity_mode");
    return read_shapes(load, now, body, was ? load->last->shapes + was->first_shape : 0, was ? was->shape_count : 0);
}

static lope_result read_bodies(lope_load *load, lope_tick_record *now)
{
    lope_recording *r = load->recording;
    uint32_t count = lope_read_count(&load->in, 4);
    now->bodies = r->body_count;
    now->shapes = r->shape_count;
    now->tick.body_count = count;
    if (!lope_grow(&r->allocator, (void **)&r->bodies, &r->body_capacity, r->body_count + count, sizeof *r->bodies))
        return no_memory(load);
    for (uint32_t i = 0; i < count; i++) {
        lope_recorded_body *body = &r->bodies[r->body_count++];
        memset(body, 0, sizeof *body);
        lope_result result = read_body(load, now, body);
        if (result != LOPE_OK) return result;
    }
    now->tick.shape_count = (uint32_t)(r->shape_count - now->shapes);
    return LOPE_OK;
}

static lope_result read_queries(lope_load *load, lope_tick_record *now)
{
    lope_recording *r = load->recording;
    const lope_query nothing = {0};
    const char *field;
    uint32_t count = lope_read_count(&load->in, 1);
    now->queries = r->query_count;
    now->tick.query_count = count;
    if (!lope_grow(&r->allocator, (void **)&r->queries, &r->query_capacity, r->query_count + count, sizeof *r->queries))
        return no_memory(load);
    for (uint32_t i = 0; i < count; i++) {
        lope_query *query = &r->queries[r->query_count++];
        *query = nothing;
        if (!lope_read_fields(&load->in, &lope_query_table, query, i ? query - 1 : &nothing, &field))
            return refuse_tick(load, "query", field);
    }
    return LOPE_OK;
}

// The states: before and after.
static lope_result read_states(lope_load *load, lope_tick_record *now, unsigned flags)
{
    const lope_state zero = {0};
    const lope_state *last = load->last ? &load->last->tick.after : &zero;
    const char *field;
    if (!(flags & LOPE_TICK_APART)) {
        if (!load->last) return refuse_tick(load, "before", "");
        now->tick.before = *last;
    } else if (!lope_read_fields(&load->in, &lope_state_table, &now->tick.before, last, &field)) {
        return refuse_tick(load, "before", field);
    }
    if (!lope_read_fields(&load->in, &lope_state_table, &now->tick.after, &now->tick.before, &field))
        return refuse_tick(load, "after", field);
    now->tick.hash_before = lope_state_hash(&now->tick.before);
    now->tick.hash_after = lope_state_hash(&now->tick.after);
    return LOPE_OK;
}

static lope_result read_tick(lope_load *load, lope_tick_record *now)
{
    const lope_input still = {0};
    const lope_vec3 no_terms[LOPE_TERM_COUNT] = {{0}};
    const char *field;
    lope_result result;
    uint32_t dt = 0;
    uint64_t flags = lope_read_number(&load->in), moveset = lope_read_number(&load->in), bits = lope_read_number(&load->in);
    if (load->last) memcpy(&dt, &load->last->tick.dt, sizeof dt);
    dt ^= (uint32_t)bits;
    memcpy(&now->tick.dt, &dt, sizeof dt);
    now->moveset = (uint32_t)moveset;
    if (flags > (LOPE_TICK_APART | LOPE_TICK_CUT)) return refuse_tick(load, "flags", "");
    if (moveset >= load->recording->moveset_count) return refuse_tick(load, "moveset", "");
    if (bits > UINT32_MAX || !lope_finite(now->tick.dt)) return refuse_tick(load, "dt", "");
    if (!lope_read_fields(&load->in, &lope_input_table, &now->tick.input, load->last ? &load->last->tick.input : &still, &field))
        return refuse_tick(load, "input", field);
    result = read_states(load, now, (unsigned)flags);
    if (result != LOPE_OK) return result;
    if (!lope_read_fields(&load->in, &lope_terms_table, now->tick.terms, no_terms, &field))
        return refuse_tick(load, "terms", field);
    result = read_events(load, now, (unsigned)flags);
    if (result == LOPE_OK) result = read_bodies(load, now);
    return result == LOPE_OK ? read_queries(load, now) : result;
}

static lope_result read_ticks(lope_load *load)
{
    lope_recording *r = load->recording;
    uint64_t first = lope_read_number(&load->in);
    uint32_t count = lope_read_count(&load->in, 8);
    if (load->in.failed || first != r->tick_count || count == 0 || count > load->promised - r->tick_count)
        return refuse_field(load, LOPE_ERROR_FORMAT, "TICK", "these are not the ticks that come next");
    if (!lope_grow(&r->allocator, (void **)&r->ticks, &r->tick_capacity, r->tick_count + count, sizeof *r->ticks))
        return no_memory(load);
    load->last = NULL;
    for (uint32_t i = 0; i < count; i++) {
        lope_tick_record *now = &r->ticks[r->tick_count];
        memset(now, 0, sizeof *now);
        lope_result result = read_tick(load, now);
        if (result != LOPE_OK) return result;
        load->last = now;
        r->tick_count++;
    }
    return end_chunk(load);
}

static lope_result read_done(lope_load *load)
{
    size_t before = load->next;
    uint64_t chunks = lope_read_number(&load->in), bytes = lope_read_fixed(&load->in, 8);
    if (chunks != load->chunks || bytes != before)
        return refuse_field(load, LOPE_ERROR_FORMAT, "DONE", "some chunks are not there");
    if (load->recording->tick_count != load->promised)
        return refuse_field(load, LOPE_ERROR_FORMAT, "DONE", "some ticks are not there");
    return end_chunk(load);
}

static lope_result read_all(lope_load *load)
{
    if (load->size < LOPE_RECORD_MAGIC_BYTES || memcmp(load->bytes, LOPE_RECORD_MAGIC, LOPE_RECORD_MAGIC_BYTES) != 0)
        return lope_refuse(load->error, LOPE_ERROR_FORMAT, "magic", "these bytes are not a recording");
    load->next = LOPE_RECORD_MAGIC_BYTES;
    lope_result result = read_head(load);
    while (result == LOPE_OK) {
        result = next_chunk(load);
        if (result != LOPE_OK) return result;
        if (strcmp(load->tag, "DONE") == 0) return read_done(load);
        if (strcmp(load->tag, "TICK") != 0) return refuse_chunk(load, "there is no such chunk");
        result = read_ticks(load);
    }
    return result;
}

lope_recording *lope_recording_read(const void *bytes, size_t size, size_t *used, const lope_allocator *allocator,
                                    lope_error *error)
{
    lope_allocator use = lope_allocator_or_default(allocator);
    if (!bytes) {
        lope_refuse(error, LOPE_ERROR_NULL, "bytes", "there are none");
        return NULL;
    }
    lope_load load = {
        .recording = lope_allocate_zero(&use, sizeof *load.recording), .bytes = bytes, .size = size, .error = error};
    if (!load.recording) {
        no_memory(&load);
        return NULL;
    }
    load.recording->allocator = use;
    lope_result result = read_all(&load);
    if (result == LOPE_OK && !used && load.next != size)
        result = lope_refuse(error, LOPE_ERROR_FORMAT, "size", "the recording ends at byte %zu of %zu", load.next, size);
    if (result != LOPE_OK) {
        lope_recording_destroy(load.recording);
        return NULL;
    }
    if (used) *used = load.next;
    load.recording->header.tick_count = (uint32_t)load.recording->tick_count;
    return load.recording;
}

// ---- what was read ------------------------------------------------------------------------------------------------------------------

void lope_recording_destroy(lope_recording *r)
{
    if (!r) return;
    lope_allocator allocator = r->allocator;
    lope_release(&allocator, r->movesets, r->moveset_capacity * sizeof *r->movesets);
    lope_release(&allocator, r->modes, r->mode_capacity * sizeof *r->modes);
    lope_release(&allocator, r->ticks, r->tick_capacity * sizeof *r->ticks);
    lope_release(&allocator, r->events, r->event_capacity * sizeof *r->events);
    lope_release(&allocator, r->queries, r->query_capacity * sizeof *r->queries);
    lope_release(&allocator, r->bodies, r->body_capacity * sizeof *r->bodies);
    lope_release(&allocator, r->shapes, r->shape_capacity * sizeof *r->shapes);
    lope_release(&allocator, r, sizeof *r);
}

const lope_recording_header *lope_recording_header_of(const lope_recording *recording)
{
    return recording ? &recording->header : NULL;
}

uint32_t lope_recording_tick_count(const lope_recording *recording) { return recording ? recording->header.tick_count : 0; }

bool lope_recording_tick(const lope_recording *recording, uint32_t index, lope_recorded_tick *tick)
{
    if (!recording || !tick || index >= recording->header.tick_count) return false;
    const lope_tick_record *record = &recording->ticks[index];
    *tick = record->tick;
    tick->moveset = &recording->movesets[record->moveset];
    if (tick->event_count) tick->events = &recording->events[record->events];
    if (tick->query_count) tick->queries = &recording->queries[record->queries];
    if (tick->body_count) tick->bodies = &recording->bodies[record->bodies];
    if (tick->shape_count) tick->shapes = &recording->shapes[record->shapes];
    return true;
}
