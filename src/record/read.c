// read.c - makes a recording from bytes, which are not trusted: every length, number and checksum is checked.
//
// The format stands in format.h. Read next: read_moveset.c, read_tick.c.
#include "base/error.h"
#include "base/memory.h"
#include "record/format.h"
#include "record/read_moveset.h"
#include "record/read_tick.h"

#include <stdio.h>
#include <string.h>

// ---- refusals -----------------------------------------------------------------------------------

// Refuses the next chunk as a whole: its number, its tag and the byte where it begins.
static lope_result refuse_chunk(const lope_load *load, const char *what)
{
    char field[48];
    snprintf(field, sizeof field, "chunk %u %s", (unsigned)load->chunks, load->tag);
    return lope_refuse(load->error, LOPE_ERROR_FORMAT, field, "at byte %zu: %s", load->next, what);
}

// ---- chunks -------------------------------------------------------------------------------------

// Opens the next chunk: reads its tag, checks its length and its checksum, and sets the reader to its
// payload.
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

// Closes the present chunk. Refuses it when its payload was too short or has bytes left.
static lope_result end_chunk(lope_load *load)
{
    if (load->in.failed)
        return lope_load_refuse(load, LOPE_ERROR_FORMAT, load->tag, "the chunk ends too early, or this is no number");
    if (load->in.at != load->in.end)
        return lope_load_refuse(load, LOPE_ERROR_FORMAT, load->tag, "there is more than belongs here");
    load->next = load->in.end;
    load->chunks++;
    return LOPE_OK;
}

// ---- the head -----------------------------------------------------------------------------------

// Reads the names of the built-in modes. Refused when a number has another name in this program.
static lope_result read_modes(lope_load *load)
{
    uint32_t count = lope_read_count(&load->in, 1);
    for (uint32_t i = 0; i < count; i++) {
        char name[64], field[48];
        lope_read_text(&load->in, name, sizeof name);
        snprintf(field, sizeof field, "mode %u", (unsigned)i);
        if (load->in.failed) return lope_load_refuse(load, LOPE_ERROR_FORMAT, field, "its name is not readable");
        if (i >= LOPE_MODE_COUNT || strcmp(name, lope_mode_name(i)) != 0)
            return lope_refuse(load->error, LOPE_ERROR_UNKNOWN_NAME, field, "was %s, is %s in this program", name,
                               lope_mode_name(i));
    }
    return LOPE_OK;
}

// Reads the first chunk: version, header, modes and movesets.
static lope_result read_head(lope_load *load)
{
    lope_recording_header *header = &load->recording->header;
    lope_result result = next_chunk(load);
    if (result != LOPE_OK) return result;
    if (strcmp(load->tag, "HEAD") != 0) return refuse_chunk(load, "a recording begins with HEAD");
    uint64_t version = lope_read_fixed(&load->in, 4);
    if (version < LOPE_RECORD_OLDEST || version > LOPE_RECORD_VERSION)
        return lope_refuse(load->error, LOPE_ERROR_FORMAT, "version", "is %u, this program reads %u to %u", (unsigned)version,
                           (unsigned)LOPE_RECORD_OLDEST, (unsigned)LOPE_RECORD_VERSION);
    load->version = (uint32_t)version;
    lope_read_text(&load->in, header->name, sizeof header->name);
    lope_read_text(&load->in, header->level, sizeof header->level);
    header->level_hash = lope_read_fixed(&load->in, 8);
    uint32_t rate = (uint32_t)lope_read_fixed(&load->in, 4);
    memcpy(&header->tick_rate, &rate, sizeof rate);
    unsigned queries = lope_read_byte(&load->in);
    header->queries = queries == 1;
    if (!lope_finite(header->tick_rate) || queries > 1)
        return lope_load_refuse(load, LOPE_ERROR_FORMAT, "HEAD", "is not readable");
    load->promised = (uint32_t)lope_read_number(&load->in);
    result = read_modes(load);
    if (result == LOPE_OK) result = lope_load_movesets(load);
    if (result == LOPE_OK) result = end_chunk(load);
    header->moveset_hash = load->recording->moveset_count ? load->recording->movesets[0].hash : 0;
    return result;
}

// ---- ticks --------------------------------------------------------------------------------------

// Reads the ticks of a TICK chunk. They must be those that come next.
static lope_result read_ticks(lope_load *load)
{
    lope_recording *r = load->recording;
    uint64_t first = lope_read_number(&load->in);
    uint32_t count = lope_read_count(&load->in, 8);
    if (load->in.failed || first != r->tick_count || count == 0 || count > load->promised - r->tick_count)
        return lope_load_refuse(load, LOPE_ERROR_FORMAT, "TICK", "these are not the ticks that come next");
    if (!lope_grow(&r->allocator, (void **)&r->ticks, &r->tick_capacity, r->tick_count + count, sizeof *r->ticks))
        return lope_load_no_memory(load);
    load->last = NULL;
    for (uint32_t i = 0; i < count; i++) {
        lope_tick_record *now = &r->ticks[r->tick_count];
        memset(now, 0, sizeof *now);
        lope_result result = lope_load_tick(load, now);
        if (result != LOPE_OK) return result;
        load->last = now;
        r->tick_count++;
    }
    return end_chunk(load);
}

// Reads the last chunk. Refused when chunks, bytes or ticks are missing before it.
static lope_result read_done(lope_load *load)
{
    size_t before = load->next;
    uint64_t chunks = lope_read_number(&load->in), bytes = lope_read_fixed(&load->in, 8);
    if (chunks != load->chunks || bytes != before)
        return lope_load_refuse(load, LOPE_ERROR_FORMAT, "DONE", "some chunks are not there");
    if (load->recording->tick_count != load->promised)
        return lope_load_refuse(load, LOPE_ERROR_FORMAT, "DONE", "some ticks are not there");
    return end_chunk(load);
}

// Reads the magic and all chunks up to DONE. load->next is then where the recording ends.
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
        lope_load_no_memory(&load);
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

// ---- what was read ------------------------------------------------------------------------------

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
    if (tick->input.requests) tick->input.requests = &record->requests;
    tick->moveset = &recording->movesets[record->moveset];
    if (tick->event_count) tick->events = &recording->events[record->events];
    if (tick->query_count) tick->queries = &recording->queries[record->queries];
    if (tick->body_count) tick->bodies = &recording->bodies[record->bodies];
    if (tick->shape_count) tick->shapes = &recording->shapes[record->shapes];
    return true;
}
