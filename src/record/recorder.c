// recorder.c - see recorder.h. In a tick nothing is allocated, and nothing is encoded beyond leaving out what has not changed.
#include "record/recorder.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/simd.h"
#include "character/tick.h"

#include <string.h>

#define DEFAULT_SECONDS 10.0f
#define DEFAULT_RATE 60.0f
#define DEFAULT_SHAPES 256
#define SHAPES_MOST 65536
#define DEFAULT_BYTES 384 // a tick
#define QUERY_BYTES 3072  // a tick, with queries
#define BYTES_LEAST 8192
#define FETCHED 192 // bytes that a tick takes, usually

static size_t up_to_word(size_t bytes) { return (bytes + 7) / 8 * 8; }

// ---- making one ---------------------------------------------------------------------------------------------------------------------

static bool fits(const char *text, size_t capacity) { return !text || strlen(text) < capacity; }

static lope_result check_def(const lope_recorder_def *def)
{
    lope_error *error = def->error;
    if (!lope_finite(def->seconds)) return lope_refuse(error, LOPE_ERROR_NOT_FINITE, "seconds", "must be finite");
    if (!lope_finite(def->tick_rate)) return lope_refuse(error, LOPE_ERROR_NOT_FINITE, "tick_rate", "must be finite");
    if (def->seconds < 0 || def->seconds > 86400)
        return lope_refuse(error, LOPE_ERROR_RANGE, "seconds", "is %g, must be up to 86400, or 0 for 10", (double)def->seconds);
    if (def->tick_rate != 0 && (def->tick_rate < 1 || def->tick_rate > 1000))
        return lope_refuse(error, LOPE_ERROR_RANGE, "tick_rate", "is %g, must be 1 to 1000, or 0 for 60", (double)def->tick_rate);
    if (def->shapes > SHAPES_MOST)
        return lope_refuse(error, LOPE_ERROR_RANGE, "shapes", "is %u, must be up to %d, or 0 for %d", (unsigned)def->shapes,
                           SHAPES_MOST, DEFAULT_SHAPES);
    if (!fits(def->name, sizeof((lope_recording_header *)NULL)->name))
        return lope_refuse(error, LOPE_ERROR_RANGE, "name", "must be at most 63 bytes");
    if (!fits(def->level, sizeof((lope_recording_header *)NULL)->level))
        return lope_refuse(error, LOPE_ERROR_RANGE, "level", "must be at most 255 bytes");
    return LOPE_OK;
}

static void copy_text(char *to, const char *from)
{
    if (from) memcpy(to, from, strlen(from) + 1);
}

static void fill_in(lope_recorder *recorder, const lope_recorder_def *def, double rate, double ticks)
{
    recorder->header.tick_rate = (float)rate;
    recorder->header.level_hash = def->level_hash;
    recorder->header.queries = def->queries;
    copy_text(recorder->header.name, def->name);
    copy_text(recorder->header.level, def->level);
    recorder->wanted_ticks = ticks > 1 ? (uint32_t)ticks : 1;
    recorder->block_ticks = (uint32_t)rate > 0 ? (uint32_t)rate : 1;
    recorder->block_count = recorder->wanted_ticks / recorder->block_ticks + 3;
    size_t each = def->queries ? QUERY_BYTES : DEFAULT_BYTES, bytes = def->bytes ? def->bytes : recorder->wanted_ticks * each;
    recorder->byte_count = up_to_word(bytes > BYTES_LEAST ? bytes : BYTES_LEAST);
    recorder->log.bodies = recorder->bodies;
    recorder->log.body_capacity = LOPE_RECORD_BODIES;
    recorder->log.capacity = def->queries ? LOPE_RECORD_QUERIES : 0;
    recorder->log.shape_capacity = recorder->shape_capacity = def->shapes ? def->shapes : DEFAULT_SHAPES;
}

static bool take_memory(lope_recorder *recorder)
{
    const lope_allocator *allocator = &recorder->allocator;
    size_t shapes = recorder->shape_capacity * sizeof *recorder->log.shapes;
    recorder->blocks = lope_allocate(allocator, recorder->block_count * sizeof *recorder->blocks);
    recorder->bytes = lope_allocate_zero(allocator, recorder->byte_count); // touched: no tick shall wait for a page
    recorder->log.queries = lope_allocate(allocator, recorder->log.capacity * sizeof *recorder->log.queries);
    recorder->log.shapes = lope_allocate(allocator, shapes);
    recorder->last_shapes = lope_allocate(allocator, shapes);
    bool queries = recorder->log.queries || recorder->log.capacity == 0;
    return recorder->blocks && recorder->bytes && queries && recorder->log.shapes && recorder->last_shapes;
}

lope_recorder *lope_recorder_create(const lope_recorder_def *def)
{
    const lope_recorder_def empty = {0};
    if (!def) def = &empty;
    if (check_def(def) != LOPE_OK) return NULL;
    double seconds = (double)(def->seconds > 0 ? def->seconds : DEFAULT_SECONDS);
    double rate = (double)(def->tick_rate > 0 ? def->tick_rate : DEFAULT_RATE);
    lope_allocator allocator = lope_allocator_or_default(def->allocator);
    lope_recorder *recorder = lope_allocate_zero(&allocator, sizeof *recorder);
    if (recorder) {
        recorder->allocator = allocator;
        fill_in(recorder, def, rate, seconds * rate);
        if (take_memory(recorder)) return recorder;
    }
    lope_recorder_destroy(recorder);
    lope_refuse(def->error, LOPE_ERROR_MEMORY, "allocator", "out of memory for a recorder of %.0f ticks", seconds * rate);
    return NULL;
}

void lope_recorder_destroy(lope_recorder *recorder)
{
    if (!recorder) return;
    lope_allocator allocator = recorder->allocator;
    size_t shapes = recorder->shape_capacity * sizeof *recorder->log.shapes;
    lope_release(&allocator, recorder->blocks, recorder->block_count * sizeof *recorder->blocks);
    lope_release(&allocator, recorder->bytes, recorder->byte_count);
    lope_release(&allocator, recorder->log.queries, recorder->log.capacity * sizeof *recorder->log.queries);
    lope_release(&allocator, recorder->log.shapes, shapes);
    lope_release(&allocator, recorder->last_shapes, shapes);
    lope_release(&allocator, recorder, sizeof *recorder);
}

void lope_recorder_clear(lope_recorder *recorder)
{
    if (!recorder) return;
    recorder->used = recorder->first = recorder->ticks = recorder->moveset_count = 0;
}

uint32_t lope_recorder_tick_count(const lope_recorder *recorder) { return recorder ? recorder->ticks : 0; }

// ---- the ring -----------------------------------------------------------------------------------------------------------------------

static lope_record_block *stored_block(const lope_recorder *recorder, uint32_t index)
{
    uint32_t place = recorder->first + index;
    return &recorder->blocks[place < recorder->block_count ? place : place - recorder->block_count];
}

static const lope_record_block *block_at(const lope_recorder *recorder, uint32_t index)
{
    return index + 1 == recorder->used ? &recorder->latest : stored_block(recorder, index);
}

static void drop_block(lope_recorder *recorder)
{
    recorder->ticks -= block_at(recorder, 0)->ticks;
    recorder->first = recorder->first + 1 == recorder->block_count ? 0 : recorder->first + 1;
    recorder->used--;
    if (recorder->used > 0) recorder->oldest = block_at(recorder, 0)->at;
}

// Where `bytes` in a row, at most all there are, may be written. The oldest blocks make room.
static lope_packed *make_room(lope_recorder *recorder, size_t bytes)
{
    size_t left = recorder->byte_count - recorder->at;
    uint64_t head = recorder->head + (left < bytes ? left : 0);
    while (recorder->used > 0 && head + bytes - recorder->oldest > recorder->byte_count) drop_block(recorder);
    if (left < bytes) {
        if (left > 0) memset(recorder->bytes + recorder->at, 0, sizeof((lope_packed *)NULL)->bytes);
        recorder->at = 0;
    }
    recorder->head = head;
    return (lope_packed *)(void *)(recorder->bytes + recorder->at);
}

// A place in the table of movesets. When it is full the oldest blocks go until one of them is free.
static uint32_t place_moveset(lope_recorder *recorder, const lope_moveset *moveset)
{
    uint32_t place = 0;
    while (place < recorder->moveset_count && recorder->movesets[place].hash != moveset->hash) place++;
    for (uint32_t used = ~0u; place == LOPE_RECORD_MOVESETS && used == ~0u;) {
        used = 0;
        for (uint32_t i = 0; i < recorder->used; i++) used |= block_at(recorder, i)->movesets;
        for (place = 0; place < LOPE_RECORD_MOVESETS && (used >> place & 1u); place++) continue;
        if (place < LOPE_RECORD_MOVESETS) break;
        drop_block(recorder);
        used = ~0u;
    }
    if (place == recorder->moveset_count) recorder->moveset_count++;
    recorder->movesets[place] = *moveset;
    recorder->moveset = place;
    recorder->moveset_hash = moveset->hash;
    return place;
}

// ---- a tick -------------------------------------------------------------------------------------------------------------------------

// A tick that has gathered more than once has met the same shapes again: those that are known already go.
static void drop_known_shapes(lope_tick_log *log)
{
    uint32_t bodies = 0, shapes = 0;
    for (uint32_t i = 0; i < log->body_count; i++) {
        lope_recorded_body body = log->bodies[i];
        uint32_t from = body.first_shape, end = from + body.shape_count;
        body.first_shape = shapes;
        body.shape_count = 0;
        bool known_body = false;
        for (uint32_t k = 0; k < bodies; k++) known_body |= log->bodies[k].body.id == body.body.id;
        for (uint32_t s = from; s < end; s++) {
            bool known = false;
            for (uint32_t k = 0; known_body && k < bodies && !known; k++) {
                const lope_recorded_body *other = &log->bodies[k];
                if (other->body.id != body.body.id) continue;
                for (uint32_t n = 0; n < other->shape_count && !known; n++)
                    known = memcmp(&log->shapes[other->first_shape + n], &log->shapes[s], sizeof *log->shapes) == 0;
            }
            if (known) continue;
            log->shapes[shapes++] = log->shapes[s];
            body.shape_count++;
        }
        if (!known_body || body.shape_count > 0) log->bodies[bodies++] = body;
    }
    log->body_count = bodies;
    log->shape_count = shapes;
}

static bool has_twice(const lope_tick_log *log)
{
    for (uint32_t i = 1; i < log->body_count; i++)
        for (uint32_t k = 0; k < i; k++)
            if (log->bodies[i].body.id == log->bodies[k].body.id) return true;
    return false;
}

static unsigned char *put(unsigned char *at, const void *from, size_t bytes)
{
    if (bytes > 0) memcpy(at, from, bytes);
    return at + bytes;
}

// What of a tick there is, beside its state and input.
static size_t list_bytes(const lope_packed *packed)
{
    size_t shapes = packed->flags & LOPE_PACKED_SAME ? 0 : packed->shape_count;
    return packed->body_count * sizeof(lope_recorded_body) + packed->event_count * sizeof(lope_event) +
           packed->query_count * sizeof(lope_query) + up_to_word(shapes * sizeof(lope_recorded_shape));
}

// The most that comes before the lists.
#define HEAD_MOST (sizeof(lope_packed) + 2 * sizeof(lope_state) + sizeof(lope_input) + LOPE_TERM_COUNT * sizeof(lope_vec3) + 8)
_Static_assert(HEAD_MOST + LOPE_REPORT_EVENTS * sizeof(lope_event) <= BYTES_LEAST, "a tick's events always fit");

// What does not fit into the whole ring is counted and goes: queries first.
static void cut_to_fit(lope_packed *packed, size_t most)
{
    if (list_bytes(packed) <= most) return;
    packed->queries_dropped += packed->query_count;
    packed->query_count = 0;
    if (list_bytes(packed) <= most) return;
    packed->shapes_dropped += (uint32_t)packed->body_count + packed->shape_count;
    packed->body_count = packed->shape_count = 0;
    packed->flags &= (uint8_t)~LOPE_PACKED_SAME;
}

static bool are_last_shapes(const lope_recorder *recorder)
{
    const lope_tick_log *log = &recorder->log;
    return log->shape_count == recorder->last_shape_count &&
           memcmp(recorder->last_shapes, log->shapes, log->shape_count * sizeof *log->shapes) == 0;
}

// All but state, input and terms. Most ticks have no lists.
static void measure(const lope_recorder *recorder, const lope_report *report, bool first, lope_packed *packed)
{
    const lope_tick_log *log = &recorder->log;
    *packed = (lope_packed){.event_count = (uint16_t)report->event_count,
                            .query_count = (uint16_t)log->count,
                            .events_dropped = report->events_dropped,
                            .queries_dropped = log->dropped};
    if ((log->body_count | log->shapes_dropped) != 0) {
        packed->body_count = (uint16_t)log->body_count;
        packed->shape_count = (uint16_t)log->shape_count;
        packed->shapes_dropped = log->shapes_dropped;
        if (log->shape_count > 0 && !first && are_last_shapes(recorder)) packed->flags = LOPE_PACKED_SAME;
    }
    if ((log->body_count | report->event_count | log->count) != 0) cut_to_fit(packed, recorder->byte_count - HEAD_MOST);
}

static bool has_lists(const lope_packed *packed) { return (packed->body_count | packed->event_count | packed->query_count) != 0; }

// Bit i: word i differs from `before`. The last 64 bytes may overlap those before them.
#define MORE offsetof(lope_state, base_body) // what of a state is in use only now and then
static uint64_t changed_words(const void *now, const void *before, size_t bytes)
{
    uint64_t mask = 0;
    for (size_t at = 0; at < bytes; at += 64) {
        size_t from = at + 64 <= bytes ? at : bytes - 64;
        mask |= (uint64_t)lope_words_differ((const char *)now + from, (const char *)before + from) << from / 8;
    }
    return mask;
}

static uint64_t set_words(const lope_input *input)
{
    static const uint64_t zero[8] = {0};
    uint64_t mask = 0;
    for (size_t at = 0; at < sizeof *input; at += 64) {
        size_t from = at + 64 <= sizeof *input ? at : sizeof *input - 64;
        mask |= (uint64_t)lope_words_differ((const char *)input + from, zero) << from / 8;
    }
    return mask;
}
_Static_assert(LOPE_STATE_WORDS >= 8 && LOPE_STATE_WORDS <= 64 && sizeof(lope_state) % 8 == 0, "a bit for each word of a state");
_Static_assert(LOPE_INPUT_WORDS >= 8 && LOPE_INPUT_WORDS <= 64 && sizeof(lope_input) % 8 == 0, "a bit for each word of an input");

static unsigned lowest_bit(uint64_t mask)
{
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(mask);
#else
    unsigned i = 0;
    while (!(mask >> i & 1)) i++;
    return i;
#endif
}

static unsigned char *put_words(unsigned char *at, const void *thing, uint64_t mask)
{
    for (; mask; mask &= mask - 1) {
        memcpy(at, (const char *)thing + 8 * lowest_bit(mask), 8);
        at += 8;
    }
    return at;
}

// What the terms do not tell is the rounding of the state's floats. A term that only made up for the last tick's goes with it.
static void round_terms(lope_tick_log *log, lope_vec3 velocity)
{
    lope_point rest = lope_point_sub(lope_vec3_to_point(velocity), log->known);
    if (rest.x == 0 && rest.y == 0 && rest.z == 0) return;
    uint32_t mask = log->term_mask;
    unsigned term = mask == 0 || (mask >> LOPE_TERM_CLIP & 1u) ? (unsigned)LOPE_TERM_CLIP : lowest_bit(mask);
    lope_point *whole = &log->terms[term];
    *whole = mask >> term & 1u ? lope_point_add(*whole, rest) : rest;
    bool none = whole->x == 0 && whole->y == 0 && whole->z == 0;
    log->term_mask = none ? mask & ~(1u << term) : mask | 1u << term;
}

static unsigned char *put_terms(unsigned char *at, const lope_tick_log *log)
{
    unsigned char *begin = at;
    for (uint32_t mask = log->term_mask; mask; mask &= mask - 1) {
        lope_vec3 term = lope_point_to_vec3(log->terms[lowest_bit(mask)]);
        at = put(at, &term, sizeof term);
    }
    return begin + up_to_word((size_t)(at - begin));
}

static unsigned char *put_lists(const lope_recorder *recorder, const lope_packed *packed, const lope_report *report,
                                unsigned char *at)
{
    const lope_tick_log *log = &recorder->log;
    at = put(at, log->bodies, packed->body_count * sizeof *log->bodies);
    at = put(at, report->events, packed->event_count * sizeof *report->events);
    at = put(at, log->queries, packed->query_count * sizeof *log->queries);
    if (packed->flags & LOPE_PACKED_SAME) return at;
    put(at, log->shapes, packed->shape_count * sizeof *log->shapes);
    return at + up_to_word(packed->shape_count * sizeof *log->shapes);
}

static void begin_block(lope_recorder *recorder)
{
    while (recorder->used > 1 && recorder->ticks - block_at(recorder, 0)->ticks >= recorder->wanted_ticks) drop_block(recorder);
    if (recorder->used == recorder->block_count) drop_block(recorder);
    if (recorder->used > 0) *stored_block(recorder, recorder->used - 1) = recorder->latest;
    recorder->used++;
    recorder->latest = (lope_record_block){.at = recorder->head};
    recorder->oldest = block_at(recorder, 0)->at;
}

// The words that have changed, also into `last`.
static unsigned char *put_changes(unsigned char *at, const void *now, void *last, uint64_t mask)
{
    for (; mask; mask &= mask - 1) {
        size_t from = 8 * lowest_bit(mask);
        uint64_t word;
        memcpy(&word, (const char *)now + from, sizeof word);
        memcpy(at, &word, sizeof word);
        memcpy((char *)last + from, &word, sizeof word);
        at += sizeof word;
    }
    return at;
}

// What of a state is in use only now and then, in two halves: which words have changed, then those words.
#define HALF 512
_Static_assert(sizeof(lope_state) - MORE >= HALF + 64 && sizeof(lope_state) - MORE <= 2 * HALF, "it fits two halves");
static unsigned char *put_more(unsigned char *at, const lope_state *state, lope_state *last)
{
    const char *now = (const char *)state + MORE;
    char *before = (char *)last + MORE;
    const uint64_t masks[2] = {changed_words(now, before, HALF),
                               changed_words(now + HALF, before + HALF, sizeof *state - MORE - HALF)};
    at = put(at, masks, sizeof masks);
    at = put_changes(at, now, before, masks[0]);
    return put_changes(at, now + HALF, before + HALF, masks[1]);
}

static void pack(lope_recorder *recorder, const lope_packed *packed, lope_packed *to, const lope_state *state,
                 const lope_input *input, const lope_report *report)
{
    uint64_t changes = changed_words(state, &recorder->last, MORE), inputs = set_words(input);
    bool more = (recorder->last.flags | state->flags) & LOPE_STATE_MORE;
    unsigned char *begin = (unsigned char *)to, *at = begin + sizeof *to;
    round_terms(&recorder->log, state->velocity);
    if (packed->flags & LOPE_PACKED_WHOLE) at = put(at, &recorder->last, sizeof recorder->last);
    at = put_changes(at, state, &recorder->last, changes);
    if (more) at = put_more(at, state, &recorder->last);
    at = put_words(at, input, inputs);
    if (recorder->log.term_mask != 0) at = put_terms(at, &recorder->log);
    if (has_lists(packed)) at = put_lists(recorder, packed, report, at);
    *to = *packed;
    if (more) to->flags |= LOPE_PACKED_MORE;
    to->state = changes;
    to->input = inputs;
    to->terms = (uint16_t)recorder->log.term_mask;
    to->bytes = (uint32_t)(at - begin);
    recorder->head += (size_t)(at - begin);
    recorder->at += (size_t)(at - begin);
}

static void keep(lope_recorder *recorder, const lope_state *state, const lope_input *input, const lope_moveset *moveset, float dt,
                 const lope_report *report)
{
    lope_tick_log *log = &recorder->log;
    lope_packed packed;
    bool known = recorder->moveset_count > 0 && recorder->moveset_hash == moveset->hash;
    uint32_t place = known ? recorder->moveset : place_moveset(recorder, moveset);
    bool first = recorder->used == 0 || recorder->latest.ticks == recorder->block_ticks;
    if (log->body_count > 1 && has_twice(log)) drop_known_shapes(log);
    measure(recorder, report, first, &packed);
    lope_packed *to = make_room(recorder, HEAD_MOST + (has_lists(&packed) ? list_bytes(&packed) : 0));
    if (recorder->used == 0 && !first) { // the ring does not even hold a block
        first = true;
        measure(recorder, report, first, &packed);
        to = make_room(recorder, HEAD_MOST + list_bytes(&packed));
    }
    if (first) begin_block(recorder);
    packed.flags |= recorder->apart || first ? LOPE_PACKED_WHOLE : 0;
    packed.moveset = (uint8_t)place;
    packed.dt = dt;
    pack(recorder, &packed, to, state, input, report);
    recorder->apart = false;
    if (!(packed.flags & LOPE_PACKED_SAME) && packed.shape_count > 0)
        memcpy(recorder->last_shapes, log->shapes, packed.shape_count * sizeof *log->shapes);
    recorder->last_shape_count = packed.shape_count;
    recorder->latest.ticks++;
    recorder->latest.movesets |= 1u << place;
    recorder->ticks++;
}

// Where the tick will be packed is on its way while it goes.
static void fetch_room(const lope_recorder *recorder)
{
#if defined(__GNUC__)
    size_t at = recorder->at, end = recorder->byte_count;
    if (end - at > FETCHED) end = at + FETCHED;
    for (; at < end; at += 64) __builtin_prefetch(recorder->bytes + at, 1);
#else
    (void)recorder;
#endif
}

// What is in use only now and then is compared only then: it is zero in both otherwise.
static bool is_last(const lope_recorder *recorder, const lope_state *state)
{
    bool more = (recorder->last.flags | state->flags) & LOPE_STATE_MORE;
    return memcmp(&recorder->last, state, more ? sizeof *state : MORE) == 0;
}

lope_result lope_move_recorded(lope_recorder *recorder, lope_state *state, const lope_input *input, const lope_moveset *moveset,
                               const lope_surroundings *surroundings, lope_nearby *nearby, float dt, lope_report *report)
{
    if (!recorder || !state || !nearby) return lope_move(state, input, moveset, surroundings, nearby, dt, report);
    lope_report own;
    fetch_room(recorder);
    if (!is_last(recorder, state)) { // the game has set it: noted until a tick is kept
        recorder->last = *state;
        recorder->apart = true;
    }
    if (!report) report = &own;
    nearby->log = &recorder->log;
    lope_result result = lope_move(state, input, moveset, surroundings, nearby, dt, report);
    nearby->log = NULL;
    if (result != LOPE_OK) return result;
    keep(recorder, state, input, moveset, dt, report);
    return result;
}

// ---- unpacking ----------------------------------------------------------------------------------------------------------------------

static const unsigned char *take(void *to, const unsigned char *at, size_t bytes)
{
    memcpy(to, at, bytes);
    return at + bytes;
}

static const unsigned char *take_words(void *to, size_t count, uint64_t mask, const unsigned char *at)
{
    for (size_t i = 0; i < count; i++)
        if (mask >> i & 1) at = take((unsigned char *)to + 8 * i, at, 8);
    return at;
}

static const unsigned char *take_more(lope_state *state, const unsigned char *at)
{
    uint64_t masks[2];
    char *more = (char *)state + MORE;
    at = take(masks, at, sizeof masks);
    at = take_words(more, HALF / 8, masks[0], at);
    return take_words(more + HALF, (sizeof *state - MORE - HALF) / 8, masks[1], at);
}

static void unpack(const lope_packed *packed, lope_unpacked *tick)
{
    const unsigned char *at = (const unsigned char *)packed + sizeof *packed, *terms;
    bool whole = packed->flags & LOPE_PACKED_WHOLE;
    tick->before = tick->after;
    tick->packed = packed;
    if (whole) at = take(&tick->before, at, sizeof tick->before);
    tick->apart = whole && memcmp(&tick->before, &tick->after, sizeof tick->before) != 0;
    tick->after = tick->before;
    memset(&tick->input, 0, sizeof tick->input);
    memset(tick->terms, 0, sizeof tick->terms);
    at = take_words(&tick->after, LOPE_STATE_WORDS, packed->state, at);
    if (packed->flags & LOPE_PACKED_MORE) at = take_more(&tick->after, at);
    at = terms = take_words(&tick->input, LOPE_INPUT_WORDS, packed->input, at);
    for (unsigned i = 0; i < LOPE_TERM_COUNT; i++)
        if (packed->terms >> i & 1u) at = take(&tick->terms[i], at, sizeof tick->terms[i]);
    at = terms + up_to_word((size_t)(at - terms));
    tick->bodies = (const lope_recorded_body *)(const void *)at;
    tick->events = (const lope_event *)(const void *)(tick->bodies + packed->body_count);
    tick->queries = (const lope_query *)(const void *)(tick->events + packed->event_count);
    if (!(packed->flags & LOPE_PACKED_SAME))
        tick->shapes = (const lope_recorded_shape *)(const void *)(tick->queries + packed->query_count);
}

bool lope_recorder_next(const lope_recorder *recorder, lope_unpacked *tick)
{
    if (!tick->packed) {
        tick->block = tick->tick = 0;
    } else if (++tick->tick == block_at(recorder, tick->block)->ticks) {
        tick->block++;
        tick->tick = 0;
    }
    if (tick->block == recorder->used) return false;
    uint64_t place = tick->tick == 0 ? block_at(recorder, tick->block)->at : tick->end;
    size_t at = (size_t)(place % recorder->byte_count);
    const lope_packed *packed = (const lope_packed *)(const void *)(recorder->bytes + at);
    if (packed->bytes == 0) {
        place += recorder->byte_count - at;
        packed = (const lope_packed *)(const void *)recorder->bytes;
    }
    unpack(packed, tick);
    tick->end = place + packed->bytes;
    return true;
}
