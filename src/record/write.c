// write.c - writes the ring of a recorder as a recording. The format is described in format.h.
//
// Without a buffer the writer only counts bytes, so the same code tells how many a recording takes.
#include "record/fields.h"
#include "record/format.h"
#include "record/recorder.h"
#include "record/recording.h"

#include <string.h>

// A recording that is being written.
typedef struct lope_dump {
    const lope_recorder *recorder;
    lope_writer out;
    uint32_t chunks;         // that have been written
    size_t chunk;            // where the present chunk begins
    lope_unpacked last, now; // the tick before, and the tick
    bool whole;              // the next tick is the first of its chunk
} lope_dump;

// Begins a chunk, with zeros for its length and its checksum.
static void begin_chunk(lope_dump *dump, const char *tag)
{
    dump->chunk = dump->out.size;
    lope_write_bytes(&dump->out, tag, 4);
    lope_write_fixed(&dump->out, 0, 4);
    lope_write_fixed(&dump->out, 0, 8);
}

// Ends the chunk: writes its length and its checksum into its head.
static void close_chunk(lope_dump *dump)
{
    lope_writer *out = &dump->out;
    size_t length = out->size - dump->chunk - LOPE_CHUNK_BYTES;
    unsigned char number[4];
    lope_writer counter = {number, sizeof number, 0};
    lope_write_fixed(&counter, dump->chunks++, 4);
    lope_write_over(out, dump->chunk + 4, length, 4);
    if (out->size > out->capacity) return;
    uint64_t sum = lope_checksum(LOPE_CHECKSUM_START, number, 4);
    sum = lope_checksum(sum, out->bytes + dump->chunk, 8);
    sum = lope_checksum(sum, out->bytes + dump->chunk + LOPE_CHUNK_BYTES, length);
    lope_write_over(out, dump->chunk + 8, sum, 8);
}

#define SENSOR_FLOATS 7 // of a sensor: a, b and radius

// Writes a float by its bits.
static void write_float(lope_writer *out, float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    lope_write_fixed(out, bits, 4);
}

// Writes a name, cut to the length that a recording keeps.
static void write_name(lope_writer *out, const char *text)
{
    char name[LOPE_MODE_TEXT] = "";
    strncpy(name, text, sizeof name - 1);
    lope_write_text(out, name);
}

// Returns whether a moveset of the recorder has abilities.
static bool has_abilities(const lope_recorder *recorder)
{
    for (uint32_t i = 0; i < recorder->moveset_count; i++)
        if (recorder->movesets[i].ability_count > 0) return true;
    return false;
}

// Writes the names of a moveset's abilities.
static void write_abilities(lope_writer *out, const lope_moveset *moveset)
{
    lope_write_number(out, moveset->ability_count);
    for (uint32_t i = 0; i < moveset->ability_count; i++) write_name(out, moveset->abilities[i]->name);
}

// Writes a moveset: tuning, curves, sensors and names of the game's own modes.
static void write_moveset(lope_writer *out, const lope_moveset *moveset)
{
    lope_write_fixed(out, moveset->hash, 8);
    lope_write_number(out, lope_tuning_field_count());
    for (uint32_t i = 0; i < lope_tuning_field_count(); i++) {
        const lope_tuning_field *field = lope_tuning_field_at(i);
        uint32_t bits;
        memcpy(&bits, (const char *)&moveset->tuning + field->offset, sizeof bits);
        lope_write_text(out, field->name);
        lope_write_byte(out, field->kind != LOPE_FIELD_FLOAT && field->kind != LOPE_FIELD_ANGLE);
        lope_write_fixed(out, bits, 4);
    }
    lope_write_number(out, moveset->curve_count);
    for (uint32_t i = 0; i < moveset->curve_count; i++) {
        const lope_curve *curve = &moveset->curves[i];
        lope_write_number(out, curve->kind);
        lope_write_number(out, curve->count);
        for (uint32_t k = 0; k < curve->count; k++) {
            write_float(out, curve->x[k]);
            write_float(out, curve->y[k]);
        }
    }
    lope_write_number(out, moveset->sensor_count);
    for (uint32_t i = 0; i < moveset->sensor_count; i++) {
        const lope_sensor *s = &moveset->sensors[i];
        const float values[SENSOR_FLOATS] = {s->a.x, s->a.y, s->a.z, s->b.x, s->b.y, s->b.z, s->radius};
        lope_write_fixed(out, s->channels, 4);
        for (int k = 0; k < SENSOR_FLOATS; k++) write_float(out, values[k]);
    }
    lope_write_number(out, moveset->game_mode_count);
    for (uint32_t i = LOPE_MODE_GAME; i < LOPE_MODE_GAME + moveset->game_mode_count; i++)
        write_name(out, moveset->modes[i]->name);
}

// Writes the first chunk.
static void write_head(lope_dump *dump)
{
    const lope_recorder *recorder = dump->recorder;
    const lope_recording_header *header = &recorder->header;
    lope_writer *out = &dump->out;
    uint32_t rate;
    memcpy(&rate, &header->tick_rate, sizeof rate);
    begin_chunk(dump, "HEAD");
    bool abilities = has_abilities(recorder);
    lope_write_fixed(out, abilities ? LOPE_RECORD_VERSION : LOPE_RECORD_WITHOUT_ABILITIES, 4);
    lope_write_text(out, header->name);
    lope_write_text(out, header->level);
    lope_write_fixed(out, header->level_hash, 8);
    lope_write_fixed(out, rate, 4);
    lope_write_byte(out, header->queries);
    lope_write_number(out, recorder->ticks);
    lope_write_number(out, LOPE_MODE_COUNT);
    for (uint32_t i = 0; i < LOPE_MODE_COUNT; i++) lope_write_text(out, lope_mode_name(i));
    lope_write_number(out, recorder->moveset_count);
    for (uint32_t i = 0; i < recorder->moveset_count; i++) {
        write_moveset(out, &recorder->movesets[i]);
        if (abilities) write_abilities(out, &recorder->movesets[i]);
    }
    close_chunk(dump);
}

// Returns the body of an id in the tick before, or NULL; NULL too in the first tick of a chunk.
static const lope_recorded_body *body_of_last_tick(const lope_dump *dump, uint64_t id)
{
    for (uint32_t i = 0; !dump->whole && i < dump->last.packed->body_count; i++)
        if (dump->last.bodies[i].body.id == id) return &dump->last.bodies[i];
    return NULL;
}

// Writes the moving bodies of the tick with their shapes, as changes from the tick before.
static void write_bodies(lope_dump *dump)
{
    const lope_recorded_body none = {0};
    static const lope_recorded_shape nothing = {0};
    lope_writer *out = &dump->out;
    lope_write_number(out, dump->now.packed->body_count);
    for (uint32_t i = 0; i < dump->now.packed->body_count; i++) {
        const lope_recorded_body *body = &dump->now.bodies[i], *before = body_of_last_tick(dump, body->body.id);
        lope_write_number(out, body->body.id);
        lope_write_fields(out, &lope_body_table, &body->body, before ? &before->body : &none.body);
        lope_write_number(out, body->has_volume);
        if (body->has_volume) lope_write_fields(out, &lope_volume_table, &body->volume, before ? &before->volume : &none.volume);
        lope_write_number(out, body->shape_count);
        for (uint32_t s = 0; s < body->shape_count; s++) {
            bool known = before && s < before->shape_count;
            const lope_recorded_shape *was = known ? &dump->last.shapes[before->first_shape + s] : &nothing;
            lope_write_fields(out, &lope_shape_table, &dump->now.shapes[body->first_shape + s], was);
        }
    }
}

// Writes events, what was dropped, bodies and queries of the tick.
static void write_lists(lope_dump *dump)
{
    const lope_packed *packed = dump->now.packed;
    static const lope_event nothing = {0};
    const lope_query none = {0};
    lope_writer *out = &dump->out;
    lope_write_number(out, packed->event_count);
    for (uint32_t i = 0; i < packed->event_count; i++) lope_write_fields(out, &lope_event_table, &dump->now.events[i], &nothing);
    if (packed->events_dropped || packed->queries_dropped || packed->shapes_dropped) {
        lope_write_number(out, packed->events_dropped);
        lope_write_number(out, packed->queries_dropped);
        lope_write_number(out, packed->shapes_dropped);
    }
    write_bodies(dump);
    lope_write_number(out, packed->query_count);
    for (uint32_t i = 0; i < packed->query_count; i++)
        lope_write_fields(out, &lope_query_table, &dump->now.queries[i], i ? &dump->now.queries[i - 1] : &none);
}

// Returns the bits of a float.
static uint32_t float_bits(float x)
{
    uint32_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

// Writes the tick as the change from the one before; the first tick of a chunk as the change from zeros.
static void write_tick(lope_dump *dump)
{
    const lope_packed *packed = dump->now.packed;
    const lope_unpacked *last = dump->whole ? NULL : &dump->last;
    const lope_state zero = {0};
    const lope_flat_input still = {0};
    const lope_vec3 no_terms[LOPE_TERM_COUNT] = {{0}};
    bool apart = dump->now.apart || dump->whole,
         cut = packed->events_dropped || packed->queries_dropped || packed->shapes_dropped;
    lope_writer *out = &dump->out;
    lope_write_number(out, (apart ? LOPE_TICK_APART : 0u) | (cut ? LOPE_TICK_CUT : 0u));
    lope_write_number(out, packed->moveset);
    lope_write_number(out, float_bits(packed->seconds) ^ (last ? float_bits(last->packed->seconds) : 0u));
    lope_write_fields(out, &lope_input_table, &dump->now.input, last ? &last->input : &still);
    if (apart) lope_write_fields(out, &lope_state_table, &dump->now.before, last ? &last->after : &zero);
    lope_write_fields(out, &lope_state_table, &dump->now.after, &dump->now.before);
    lope_write_fields(out, &lope_terms_table, dump->now.terms, no_terms);
    write_lists(dump);
}

// Writes all ticks, with a TICK chunk for each second.
static void write_ticks(lope_dump *dump)
{
    const lope_recorder *recorder = dump->recorder;
    uint32_t second = (uint32_t)recorder->header.tick_rate;
    if (second < 1) second = 1;
    for (uint32_t i = 0; i < recorder->ticks; i++) {
        dump->whole = i % second == 0;
        if (dump->whole) {
            if (i > 0) close_chunk(dump);
            uint32_t left = recorder->ticks - i;
            begin_chunk(dump, "TICK");
            lope_write_number(&dump->out, i);
            lope_write_number(&dump->out, left < second ? left : second);
        }
        dump->last = dump->now;
        lope_recorder_next(recorder, &dump->now);
        write_tick(dump);
    }
    if (recorder->ticks > 0) close_chunk(dump);
}

lope_result lope_recorder_write(const lope_recorder *recorder, void *bytes, size_t capacity, size_t *size)
{
    if (!recorder) return LOPE_ERROR_NULL;
    lope_dump dump = {.recorder = recorder, .out = {.bytes = bytes, .capacity = bytes ? capacity : 0}};
    lope_write_bytes(&dump.out, LOPE_RECORD_MAGIC, LOPE_RECORD_MAGIC_BYTES);
    write_head(&dump);
    write_ticks(&dump);
    size_t before = dump.out.size;
    begin_chunk(&dump, "DONE");
    lope_write_number(&dump.out, dump.chunks);
    lope_write_fixed(&dump.out, before, 8);
    close_chunk(&dump);
    if (size) *size = dump.out.size;
    return !bytes || dump.out.size <= capacity ? LOPE_OK : LOPE_ERROR_RANGE;
}
