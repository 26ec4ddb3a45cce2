// recorder.c - makes a recorder, keeps each tick in its ring, and reads the ring back.
//
// The ring is described in recorder.h. In a tick nothing is allocated, and nothing is encoded: what has not
// changed is left out, and the rest is copied. Read next: pack.h.
#include "record/recorder.h"
#include "base/error.h"
#include "base/memory.h"
#include "character/move/move.h"
#include "character/state/pages.h"
#include "record/pack.h"

#include <string.h>

#define DEFAULT_SECONDS 10.0f
#define DEFAULT_RATE 60.0f // Hz
#define DEFAULT_SHAPES 256
#define SHAPES_MOST 65536
#define DEFAULT_BYTES 384 // a tick
#define QUERY_BYTES 3072  // a tick, with queries
#define BYTES_LEAST 8192  // of the ring: the head and all events of a tick always fit
#define FETCHED 192       // bytes that a tick usually takes

// ---- making one ---------------------------------------------------------------------------------

// Returns whether a text with its zero fits into `capacity` bytes. NULL fits.
static bool fits(const char *text, size_t capacity) { return !text || strlen(text) < capacity; }

// Returns LOPE_OK, or why a definition is refused, with the field in def->error.
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

// Copies a text that fits; NULL leaves the text empty.
static void copy_text(char *to, const char *from)
{
    if (from) memcpy(to, from, strlen(from) + 1);
}

// Sets the header and all capacities of a recorder. rate: Hz. ticks: how many the ring shall hold.
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
    recorder->byte_count = lope_up_to_word(bytes > BYTES_LEAST ? bytes : BYTES_LEAST);
    recorder->log.bodies = recorder->bodies;
    recorder->log.body_capacity = LOPE_RECORD_BODIES;
    recorder->log.capacity = def->queries ? LOPE_RECORD_QUERIES : 0;
    recorder->log.shape_capacity = recorder->shape_capacity = def->shapes ? def->shapes : DEFAULT_SHAPES;
}

// Allocates the ring and the lists. Returns false when memory is short.
static bool take_memory(lope_recorder *recorder)
{
    const lope_allocator *allocator = &recorder->allocator;
    size_t shapes = recorder->shape_capacity * sizeof *recorder->log.shapes;
    recorder->blocks = lope_allocate(allocator, recorder->block_count * sizeof *recorder->blocks);
    // The ring is zeroed so that the system maps its pages now, and no tick waits for one.
    recorder->bytes = lope_allocate_zero(allocator, recorder->byte_count);
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

// ---- the ring -----------------------------------------------------------------------------------

// Returns the place of block `index`, from the oldest, in the ring of blocks.
static lope_record_block *stored_block(const lope_recorder *recorder, uint32_t index)
{
    uint32_t place = recorder->first + index;
    return &recorder->blocks[place < recorder->block_count ? place : place - recorder->block_count];
}

// Returns block `index`, from the oldest. The last one still grows and is not yet stored.
static const lope_record_block *block_at(const lope_recorder *recorder, uint32_t index)
{
    return index + 1 == recorder->used ? &recorder->latest : stored_block(recorder, index);
}

// Forgets the oldest block.
static void drop_block(lope_recorder *recorder)
{
    recorder->ticks -= block_at(recorder, 0)->ticks;
    recorder->first = recorder->first + 1 == recorder->block_count ? 0 : recorder->first + 1;
    recorder->used--;
    if (recorder->used > 0) recorder->oldest = block_at(recorder, 0)->at;
}

// Drops the oldest blocks until `bytes` bytes in a row are free, and returns where they are. `bytes` is at
// most the size of the ring. Where the end of the ring is too near, a zero marks that the ring goes on at its
// beginning.
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

// Copies a moveset into the recorder's table and returns its place. When the table is full, drops the oldest
// blocks until no block uses some moveset, and takes that one's place.
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

// ---- a tick -------------------------------------------------------------------------------------

// Returns whether two are one body, met in the same step of the tick.
static bool is_same_picture(const lope_recorded_body *a, const lope_recorded_body *b)
{
    return a->body.id == b->body.id && a->body.part == b->body.part;
}

// Removes shapes that the log has twice, and bodies that bring nothing new. A tick that gathers moving bodies
// more than once meets the same shapes again.
static void drop_known_shapes(lope_tick_log *log)
{
    uint32_t bodies = 0, shapes = 0;
    for (uint32_t i = 0; i < log->body_count; i++) {
        lope_recorded_body body = log->bodies[i];
        uint32_t from = body.first_shape, end = from + body.shape_count;
        body.first_shape = shapes;
        body.shape_count = 0;
        bool known_body = false;
        for (uint32_t k = 0; k < bodies; k++) known_body |= is_same_picture(&log->bodies[k], &body);
        for (uint32_t s = from; s < end; s++) {
            bool known = false;
            for (uint32_t k = 0; known_body && k < bodies && !known; k++) {
                const lope_recorded_body *other = &log->bodies[k];
                if (!is_same_picture(other, &body)) continue;
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

// Returns whether any body is in the log twice.
static bool has_twice(const lope_tick_log *log)
{
    for (uint32_t i = 1; i < log->body_count; i++)
        for (uint32_t k = 0; k < i; k++)
            if (is_same_picture(&log->bodies[i], &log->bodies[k])) return true;
    return false;
}

_Static_assert(LOPE_PACKED_HEAD + LOPE_REPORT_EVENTS * sizeof(lope_event) <= BYTES_LEAST, "a tick's events always fit");

// Drops what would need more than `most` bytes, and counts it: first the queries, then the bodies with their
// shapes.
static void cut_to_fit(lope_packed *packed, size_t most)
{
    if (lope_packed_list_bytes(packed) <= most) return;
    packed->queries_dropped += packed->query_count;
    packed->query_count = 0;
    if (lope_packed_list_bytes(packed) <= most) return;
    packed->shapes_dropped += (uint32_t)packed->body_count + packed->shape_count;
    packed->body_count = packed->shape_count = 0;
    packed->flags &= (uint8_t)~LOPE_PACKED_SAME;
}

// Returns whether the shapes of this tick are those of the tick before, to the bit.
static bool are_last_shapes(const lope_recorder *recorder)
{
    const lope_tick_log *log = &recorder->log;
    return log->shape_count == recorder->last_shape_count &&
           memcmp(recorder->last_shapes, log->shapes, log->shape_count * sizeof *log->shapes) == 0;
}

// Fills in the counts of a packed tick. first: it begins a block, so its shapes are written whole. Most ticks
// have no lists at all.
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
    if ((log->body_count | report->event_count | log->count) != 0) cut_to_fit(packed, recorder->byte_count - LOPE_PACKED_HEAD);
}

// Begins a block at the ring's head. Drops the oldest blocks that are no longer wanted, or that have no
// place.
static void begin_block(lope_recorder *recorder)
{
    while (recorder->used > 1 && recorder->ticks - block_at(recorder, 0)->ticks >= recorder->wanted_ticks) drop_block(recorder);
    if (recorder->used == recorder->block_count) drop_block(recorder);
    if (recorder->used > 0) *stored_block(recorder, recorder->used - 1) = recorder->latest;
    recorder->used++;
    recorder->latest = (lope_record_block){.at = recorder->head};
    recorder->oldest = block_at(recorder, 0)->at;
}

// Keeps a tick that has run: state is the one after it.
static void keep(lope_recorder *recorder, const lope_state *state, const lope_input *input, const lope_moveset *moveset,
                 float seconds, const lope_report *report)
{
    lope_tick_log *log = &recorder->log;
    lope_packed packed;
    bool known = recorder->moveset_count > 0 && recorder->moveset_hash == moveset->hash;
    uint32_t place = known ? recorder->moveset : place_moveset(recorder, moveset);
    bool first = recorder->used == 0 || recorder->latest.ticks == recorder->block_ticks;
    if (log->body_count > 1 && has_twice(log)) drop_known_shapes(log);
    measure(recorder, report, first, &packed);
    lope_packed *to =
        make_room(recorder, LOPE_PACKED_HEAD + (lope_packed_has_lists(&packed) ? lope_packed_list_bytes(&packed) : 0));
    if (recorder->used == 0 && !first) { // the ring does not even hold a block
        first = true;
        measure(recorder, report, first, &packed);
        to = make_room(recorder, LOPE_PACKED_HEAD + lope_packed_list_bytes(&packed));
    }
    if (first) begin_block(recorder);
    packed.flags |= recorder->apart || first ? LOPE_PACKED_WHOLE : 0;
    packed.moveset = (uint8_t)place;
    packed.seconds = seconds;
    lope_pack(recorder, &packed, to, state, input, report);
    recorder->apart = false;
    if (!(packed.flags & LOPE_PACKED_SAME) && packed.shape_count > 0)
        memcpy(recorder->last_shapes, log->shapes, packed.shape_count * sizeof *log->shapes);
    recorder->last_shape_count = packed.shape_count;
    recorder->latest.ticks++;
    recorder->latest.movesets |= 1u << place;
    recorder->ticks++;
}

// Prefetches the memory into which the tick will be packed, so that it arrives while the tick runs.
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

// Readies the recorder for a tick that begins in `state`.
static void begin_tick(lope_recorder *recorder, const lope_state *state)
{
    fetch_room(recorder);
    // Bodies that any gather from here on meets decide what the tick does, also those of a refused teleport
    // and of an attempt that is run again in parts: a replay needs them all.
    recorder->log.body_count = recorder->log.shape_count = recorder->log.shapes_dropped = 0;
    // the game has set the state: noted until a tick is kept.
    if (!lope_state_equals(&recorder->last, state)) {
        recorder->last = *state;
        recorder->apart = true;
    }
}

lope_result lope_move_recorded(lope_recorder *recorder, lope_state *state, const lope_input *input, const lope_moveset *moveset,
                               const lope_surroundings *surroundings, lope_nearby *nearby, float seconds, lope_report *report)
{
    if (!recorder || !state || !nearby) return lope_move(state, input, moveset, surroundings, nearby, seconds, report);
    lope_report own;
    begin_tick(recorder, state);
    if (!report) report = &own;
    nearby->log = &recorder->log;
    lope_result result = lope_move(state, input, moveset, surroundings, nearby, seconds, report);
    nearby->log = NULL;
    if (result != LOPE_OK) return result;
    keep(recorder, state, input, moveset, seconds, report);
    return result;
}

lope_result lope_move_step_recorded(lope_recorder *recorder, const lope_move_step *step, lope_state *state)
{
    if (!recorder) return lope_move_step_run(step, state);
    if (step->index == 0) begin_tick(recorder, state);
    step->nearby->log = &recorder->log;
    const lope_result result = lope_move_step_run(step, state);
    step->nearby->log = NULL;
    if (result == LOPE_OK && step->index + 1 == step->count)
        keep(recorder, state, step->input, step->moveset, step->seconds, step->report);
    return result;
}

// ---- reading it back ----------------------------------------------------------------------------

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
    lope_unpack(packed, tick);
    tick->end = place + packed->bytes;
    return true;
}
