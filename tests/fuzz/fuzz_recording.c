// fuzz_recording.c - recordings from any bytes. In one half of the inputs the bytes are read as they are; in
// the other they change a real recording here and there, and each chunk's checksum is made anew, so that what
// stands in it is looked at. What is taken is drawn, explained and played back. Nothing may crash or leak,
// refusals must name a field.
//
// Read next: bytes.h, replay.c, ../../src/record/format.h.
#include "bytes.h"

#include "record/bytes.h"
#include "record/format.h"

#include <lope/lope.h>

#include <stdio.h>
#include <stdlib.h>

#define TICKS 75
#define MOST_CHANGES 24
#define MOST_PLAYED 400 // of a recording's ticks: a recording may hold as many as its bytes

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void broken(const char *what)
{
    fprintf(stderr, "INVARIANT recording: %s\n", what);
    abort();
}

static lope_level *floor_level(void)
{
    lope_level *level = lope_level_create(NULL);
    if (!level) return NULL;
    lope_level_add_box(level, &(lope_box_def){.body = {.position = {0, -0.5, 0}}, .size = {40, 1, 40}});
    lope_level_add_box(level, &(lope_box_def){.body = {.position = {0, 0.15, -3}}, .size = {4, 0.3f, 2}});
    return level;
}

// A character that walks, jumps, climbs a step and meets something that moves, with queries.
static size_t make_recording(uint8_t *bytes, size_t capacity)
{
    size_t size = 0;
    lope_world *world = lope_world_create(NULL);
    lope_level *level = lope_world_level(world);
    lope_level_add_box(level, &(lope_box_def){.body = {.position = {0, -0.5, 0}}, .size = {40, 1, 40}});
    lope_level_add_box(level, &(lope_box_def){.body = {.position = {0, 0.15, -3}}, .size = {4, 0.3f, 2}});
    lope_body lift =
        lope_level_add_box(level, &(lope_box_def){.body = {.position = {0, 0, -1}, .moving = true}, .size = {1, 0.2f, 1}});
    lope_character *hero = lope_character_create(world, NULL);
    const lope_recorder *recorder =
        lope_character_record(hero, &(lope_recorder_def){.queries = true, .name = "hero", .level = "x"});
    for (int i = 0; i < TICKS; i++) {
        lope_level_set_pose(level, lift, &(lope_transform){{0, 0.01 * i, -1}, {0, 0, 0, 1}});
        lope_character_set_input(hero, &(lope_input){.move = {0.2f, 0, -1}, .held = i % 40 == 20 ? LOPE_BUTTON_JUMP : 0});
        lope_world_step(world, 1.0f / 60.0f);
    }
    if (lope_recorder_write(recorder, bytes, capacity, &size) != LOPE_OK) broken("no room for a recording");
    lope_world_destroy(world);
    return size;
}

// The checksum of each chunk that its length leads to.
static void mend(uint8_t *bytes, size_t size)
{
    size_t at = LOPE_RECORD_MAGIC_BYTES;
    for (uint32_t number = 0; size - at >= LOPE_CHUNK_BYTES; number++) {
        unsigned char counter[4];
        lope_writer numbers = {counter, 4, 0}, sum = {bytes, at + 16, at + 8};
        lope_reader in = {bytes, at + 4, at + 8, false, 0};
        size_t length = (size_t)lope_read_fixed(&in, 4);
        if (length > size - at - LOPE_CHUNK_BYTES) return;
        lope_write_fixed(&numbers, number, 4);
        uint64_t value = lope_checksum(LOPE_CHECKSUM_START, counter, 4);
        value = lope_checksum(value, bytes + at, 8);
        lope_write_fixed(&sum, lope_checksum(value, bytes + at + LOPE_CHUNK_BYTES, length), 8);
        at += LOPE_CHUNK_BYTES + length;
    }
}

static void change(bytes *b, uint8_t *copy, size_t size)
{
    uint32_t changes = 1 + bytes_pick(b, MOST_CHANGES);
    for (uint32_t i = 0; i < changes; i++) {
        size_t at = bytes_u32(b) % size;
        copy[at] = bytes_one_in(b, 2) ? (uint8_t)bytes_u8(b) : copy[at] ^ (uint8_t)(1u << bytes_pick(b, 8));
    }
    mend(copy, size);
}

static void count_point(void *context, lope_point at)
{
    uint64_t *sum = context;
    *sum += at.x > 0;
}

static void drawn_line(void *context, lope_point from, lope_point to, lope_draw_pen pen)
{
    count_point(context, from);
    count_point(context, to);
    *(uint64_t *)context += pen.color;
}

static void drawn_text(void *context, lope_point at, const char *text, lope_draw_pen pen)
{
    count_point(context, at);
    *(uint64_t *)context += strlen(text) + pen.meaning;
}

// All of it as lines and words.
static uint64_t told(const lope_recorded_tick *tick)
{
    char text[96];
    uint64_t sum = 0;
    const lope_draw draw = {.context = &sum,
                            .categories = ~0u,
                            .wireframe = true,
                            .line = drawn_line,
                            .arrow = drawn_line,
                            .text = drawn_text,
                            .moveset = tick->moveset};
    lope_draw_tick(tick, &draw);
    size_t length = lope_explain(&(lope_explain_def){.tick = tick}, text, sizeof text);
    if (length == 0) broken("a tick of which nothing is said");
    if (strlen(text) != (length < sizeof text ? length : sizeof text - 1)) broken("a line that is not as long as is told");
    return sum;
}

static void look_at(const lope_recording *recording)
{
    lope_recorded_tick tick;
    uint64_t sum = 0;
    for (uint32_t i = 0; lope_recording_tick(recording, i, &tick); i++) {
        for (uint32_t e = 0; e < tick.event_count; e++) sum += tick.events[e].kind;
        for (uint32_t q = 0; q < tick.query_count; q++) sum += tick.queries[q].purpose;
        for (uint32_t k = 0; k < tick.body_count; k++) {
            const lope_recorded_body *body = &tick.bodies[k];
            if (body->first_shape > tick.shape_count || body->shape_count > tick.shape_count - body->first_shape)
                broken("a body's shapes are not the tick's");
            for (uint32_t s = 0; s < body->shape_count; s++) sum += tick.shapes[body->first_shape + s].kind;
        }
        if (tick.hash_after != lope_state_hash(&tick.after)) broken("a hash that is not the state's");
        if (i < MOST_PLAYED) sum += told(&tick);
        sum += tick.moveset->hash;
    }
    if (sum == 1) fputs("", stderr); // it is looked at
}

static void read_and_play(const uint8_t *data, size_t size)
{
    lope_error error = {LOPE_OK, "", ""};
    size_t used = 0;
    lope_recording *recording = lope_recording_read(data, size, &used, NULL, &error);
    if (!recording) {
        if (error.code == LOPE_OK || error.field[0] == 0 || error.text[0] == 0) broken("a refusal without a reason");
        return;
    }
    if (used > size) broken("more was used than there is");
    look_at(recording);
    lope_level *level = floor_level();
    lope_replay_report report;
    if (level && lope_recording_tick_count(recording) <= MOST_PLAYED) {
        const lope_surroundings around = lope_level_surroundings(level);
        if (lope_replay(recording, &around, NULL, &report) != LOPE_OK) broken("a replay is refused");
        if (!report.equal && (report.field[0] == 0 || report.text[0] == 0)) broken("a difference without a name");
    }
    lope_level_destroy(level);
    lope_recording_destroy(recording);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static uint8_t whole[1 << 16], copy[1 << 16];
    static size_t whole_size;
    if (whole_size == 0) whole_size = make_recording(whole, sizeof whole);
    if (size == 0) return 0;
    if (data[0] & 1) {
        read_and_play(data + 1, size - 1);
        return 0;
    }
    bytes b = bytes_open(data + 1, size - 1);
    memcpy(copy, whole, whole_size);
    change(&b, copy, whole_size);
    read_and_play(copy, whole_size);
    return 0;
}
