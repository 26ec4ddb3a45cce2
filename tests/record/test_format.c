// test_format.c - recordings as bytes: any byte that is changed, cut off or added is refused, with the place
// where.
#include "../behaviour/check.h"
#include "character/state/pages.h"
#include "dump.h"
#include "record/fields.h"
#include "record/format.h"

static dump small_dump(uint32_t ticks)
{
    small_world w =
        small_open(&(lope_recorder_def){.seconds = 20, .queries = true, .name = "hero", .level = "a floor", .level_hash = 7});
    for (uint32_t i = 0; i < ticks; i++) small_step(&w);
    dump d = dump_of(lope_character_recorder(w.hero));
    small_close(&w);
    return d;
}

static void refused(const unsigned char *bytes, size_t size, lope_result code, const char *what, size_t at)
{
    lope_error error = {0};
    lope_recording *recording = lope_recording_read(bytes, size, NULL, NULL, &error);
    if (recording) fail_msg("%s at byte %zu is taken", what, at);
    if (code != LOPE_OK) assert_int_equal(error.code, code);
    if (error.code == LOPE_OK || error.field[0] == 0 || error.text[0] == 0) fail_msg("%s at byte %zu: no reason", what, at);
}

// Bits of a byte from one that is changed to the next.
#if defined(LOPE_QUICK)
#define BITS 7
#else
#define BITS 1
#endif

static void any_changed_byte_is_refused(void **unused)
{
    (void)unused;
    dump d = small_dump(70);
    unsigned char *bytes = malloc(d.size + 1);
    memcpy(bytes, d.bytes, d.size);
    for (size_t i = 0; i < d.size; i++) {
        for (int bit = 0; bit < 8; bit += BITS + (i > 2000)) {
            bytes[i] ^= (unsigned char)(1u << bit);
            refused(bytes, d.size, LOPE_ERROR_FORMAT, "a changed bit", i);
            bytes[i] = d.bytes[i];
        }
    }
    for (size_t i = 0; i < d.size; i++) refused(bytes, i, LOPE_ERROR_FORMAT, "an end", i);
    bytes[d.size] = 0;
    refused(bytes, d.size + 1, LOPE_ERROR_FORMAT, "one byte more", d.size);
    printf("  %zu bytes\n", d.size);
    free(bytes);
    dump_free(&d);
}

// The checksum of a chunk made anew, so that what stands in it is looked at.
static void mend(unsigned char *bytes, size_t at, uint32_t number)
{
    unsigned char counter[4];
    lope_reader length = {bytes, at + 4, at + 8, false, 0};
    lope_writer numbers = {counter, 4, 0}, sum = {bytes, at + 16, at + 8};
    lope_write_fixed(&numbers, number, 4);
    const size_t count = (size_t)lope_read_fixed(&length, 4);
    uint64_t value = lope_checksum(LOPE_CHECKSUM_START, counter, 4);
    value = lope_checksum(value, bytes + at, 8);
    lope_write_fixed(&sum, lope_checksum(value, bytes + at + LOPE_CHUNK_BYTES, count), 8);
}

static void versions_and_fields_are_named(void **unused)
{
    (void)unused;
    dump d = small_dump(3);
    lope_error error;
    unsigned char *bytes = malloc(d.size);
    memcpy(bytes, d.bytes, d.size);
    bytes[LOPE_RECORD_MAGIC_BYTES + LOPE_CHUNK_BYTES] = LOPE_RECORD_VERSION + 1;
    mend(bytes, LOPE_RECORD_MAGIC_BYTES, 0);
    assert_null(lope_recording_read(bytes, d.size, NULL, NULL, &error));
    assert_string_equal(error.field, "version");
    assert_string_equal(error.text, "is 5, this program reads 2 to 4");
    // every byte of the payloads changed in turn, with a checksum that fits: taken or refused, and never more
    // than that
    size_t taken = 0, at = LOPE_RECORD_MAGIC_BYTES;
    for (uint32_t chunk = 0; at < d.size; chunk++) {
        lope_reader length = {d.bytes, at + 4, at + 8, false, 0};
        const size_t end = at + LOPE_CHUNK_BYTES + (size_t)lope_read_fixed(&length, 4);
        for (size_t i = at + LOPE_CHUNK_BYTES; i < end; i++)
            for (unsigned flip = 1; flip < 256; flip <<= BITS) {
                memcpy(bytes, d.bytes, d.size);
                bytes[i] ^= (unsigned char)flip;
                mend(bytes, at, chunk);
                lope_recording *recording = lope_recording_read(bytes, d.size, NULL, NULL, &error);
                if (!recording && (error.field[0] == 0 || error.text[0] == 0)) fail_msg("byte %zu: no reason", i);
                lope_recorded_tick tick;
                for (uint32_t t = 0; lope_recording_tick(recording, t, &tick); t++) taken += tick.seconds > 0;
                lope_recording_destroy(recording);
            }
        at = end;
    }
    assert_int_equal(at, d.size);
    assert_true(taken > 0); // some changes make another recording
    free(bytes);
    dump_free(&d);
}

static void recordings_stand_behind_each_other(void **unused)
{
    (void)unused;
    dump a = small_dump(5), b = small_dump(80);
    unsigned char *bytes = malloc(a.size + b.size);
    size_t used = 0;
    memcpy(bytes, a.bytes, a.size);
    memcpy(bytes + a.size, b.bytes, b.size);
    lope_recording *first = lope_recording_read(bytes, a.size + b.size, &used, NULL, NULL);
    assert_int_equal(used, a.size);
    lope_recording *second = lope_recording_read(bytes + used, a.size + b.size - used, &used, NULL, NULL);
    assert_int_equal(used, b.size);
    assert_int_equal(lope_recording_tick_count(first), 5);
    assert_int_equal(lope_recording_tick_count(second), 80);
    const lope_recording_header *header = lope_recording_header_of(second);
    assert_string_equal(header->level, "a floor");
    assert_int_equal(header->level_hash, 7);
    assert_true(header->queries && header->moveset_hash != 0);
    lope_recording_destroy(first);
    lope_recording_destroy(second);
    free(bytes);
    dump_free(&a);
    dump_free(&b);
}

// Whether a table names each byte of what it describes once. What it leaves out can only be padding: a gap
// that aligns what follows.
static void covers(const lope_record_table *table, size_t size, const char *what)
{
    static const size_t sizes[] = {4, 8, 1, 4, 8, 1, 2};
    unsigned char named[2048] = {0};
    assert_true(size <= sizeof named);
    for (uint32_t i = 0; i < table->count; i++)
        for (size_t k = 0; k < sizes[table->fields[i].bits]; k++)
            if (named[table->fields[i].offset + k]++) fail_msg("%s: %s is named twice", what, table->fields[i].name);
    for (size_t at = 0; at < size;) {
        size_t gap = 0;
        while (at + gap < size && !named[at + gap]) gap++;
        if (gap == 0) {
            at++;
            continue;
        }
        size_t next = at + gap, alignment = next % 8 == 0 ? 8 : next % 4 == 0 ? 4 : 1;
        if (gap >= alignment) fail_msg("%s: the table leaves out %zu bytes at %zu", what, gap, at);
        at = next;
    }
}

static void every_field_is_recorded(void **unused)
{
    (void)unused;
    covers(&lope_state_table, sizeof(lope_state), "state");
    covers(&lope_input_table, sizeof(lope_input), "input");
    covers(&lope_event_table, sizeof(lope_event), "event");
    covers(&lope_query_table, sizeof(lope_query), "query");
    covers(&lope_shape_table, sizeof(lope_recorded_shape), "shape");
}

// What a state has no room for. lope_move does not look at the part of a state that is not in use, so a
// recorder can be brought to write it.
static void states_that_are_none_are_refused(void **unused)
{
    (void)unused;
    small_world w = small_open(NULL);
    small_step(&w);
    const lope_state sound = *lope_character_state(w.hero);
    assert_int_equal(sound.flags & LOPE_STATE_MORE, 0);
    const lope_surroundings around = lope_level_surroundings(lope_world_level(w.world));
    lope_nearby *nearby = lope_nearby_create(NULL);
    lope_recorder *recorder = lope_recorder_create(NULL);
    const lope_tuning tuning = lope_tuning_default();
    lope_moveset moveset;
    assert_int_equal(lope_moveset_make(&moveset, &tuning, NULL), LOPE_OK);
    for (int i = 0; i < 2; i++) {
        lope_state state = sound;
        if (i == 0) state.overlap_count = LOPE_OVERLAPS + 1;
        if (i == 1) state.layer_count = LOPE_LAYERS + 1;
        lope_recorder_clear(recorder);
        const lope_input still = {0};
        assert_int_equal(lope_move_recorded(recorder, &state, &still, &moveset, &around, nearby, 0.01f, NULL), LOPE_OK);
        static unsigned char bytes[1 << 14];
        size_t size = 0;
        assert_int_equal(lope_recorder_write(recorder, bytes, sizeof bytes, &size), LOPE_OK);
        lope_error error = {0};
        assert_null(lope_recording_read(bytes, size, NULL, NULL, &error));
        assert_int_equal(error.code, LOPE_ERROR_FORMAT);
        assert_string_equal(error.field, i == 0 ? "tick 0 before.overlap_count" : "tick 0 before.layer_count");
    }
    lope_recorder_destroy(recorder);
    lope_nearby_destroy(nearby);
    small_close(&w);
}

// Eighty ticks as a program of version 2 recorded them: on a lift, in a volume, under a layered move, in the
// air.
static void a_recording_of_version_2_is_read(void **unused)
{
    (void)unused;
    static const struct {
        uint32_t tick, pages;
        uint64_t hash;
    } known[] = {{15, LOPE_PAGE_BASE, UINT64_C(0x08d15b1493b5a3bc)},
                 {31, LOPE_PAGE_BASE | LOPE_PAGE_OVERLAPS | LOPE_PAGE_LAYERS, UINT64_C(0xbebb4082509679c4)},
                 {63, LOPE_PAGE_OVERLAPS, UINT64_C(0x74396087b7fdffec)},
                 {79, 0, UINT64_C(0x9cbee8e75d05c95e)}};
    static unsigned char bytes[1 << 14];
    FILE *file = fopen(LOPE_SOURCE_DIR "/tests/record/old/recording.2", "rb");
    assert_non_null(file);
    const size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    lope_error error = {0};
    lope_recording *recording = lope_recording_read(bytes, size, NULL, NULL, &error);
    if (recording == NULL) fail_msg("%s: %s", error.field, error.text);
    assert_int_equal(lope_recording_tick_count(recording), 80);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        lope_recorded_tick tick;
        assert_true(lope_recording_tick(recording, known[i].tick, &tick));
        assert_true(tick.hash_after == known[i].hash);
        assert_int_equal(tick.after.pages, known[i].pages);
        assert_null(lope_pages_fault(&tick.after));
    }
    lope_recording_destroy(recording);
}

static void movesets_are_recorded(void **unused)
{
    (void)unused;
    small_world w = small_open(&(lope_recorder_def){.seconds = 10});
    lope_moveset movesets[12];
    for (int i = 0; i < 12; i++) { // more than a recorder tells apart: the first ones go
        lope_tuning tuning = lope_tuning_default();
        tuning.max_walk_speed = 2 + (float)i;
        assert_int_equal(lope_moveset_make(&movesets[i], &tuning, NULL), LOPE_OK);
        lope_character_set_moveset(w.hero, &movesets[i]);
        for (int k = 0; k < 9; k++) small_step(&w);
    }
    dump d = dump_of(lope_character_recorder(w.hero));
    lope_recorded_tick tick;
    const uint32_t count = lope_recording_tick_count(d.recording);
    assert_true(count >= 8 * 9 - 60 && count < 12 * 9); // whole seconds go
    for (uint32_t i = 0; i < count; i++) {
        assert_true(lope_recording_tick(d.recording, i, &tick));
        assert_memory_equal(tick.moveset, &movesets[(108 - count + i) / 9], sizeof(lope_tuning));
        assert_int_equal(tick.moveset->hash, movesets[(108 - count + i) / 9].hash);
    }
    dump_free(&d);
    small_close(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_field_is_recorded),
        cmocka_unit_test(a_recording_of_version_2_is_read),
        cmocka_unit_test(movesets_are_recorded),
        cmocka_unit_test(states_that_are_none_are_refused),
        cmocka_unit_test(recordings_stand_behind_each_other),
        cmocka_unit_test(versions_and_fields_are_named),
        cmocka_unit_test(any_changed_byte_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
