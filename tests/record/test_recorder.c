// test_recorder.c - recording changes no result, the ring keeps the last ticks, and what it says is what happened.
#include "../behaviour/check.h"
#include "../repeat/play.h"
#include "dump.h"

#define TICKS 600

static uint64_t park_hash(const obj_mesh *gym, const lope_recorder_def *def)
{
    play p;
    uint64_t hash = 0;
    assert_true(play_open(&p, gym, 0));
    for (uint32_t i = 0; def && i < PLAY_WALKERS; i++) assert_non_null(lope_character_record(p.walkers[i], def));
    for (int i = 0; i < TICKS; i++) {
        assert_true(play_step(&p));
        hash = hash * 31 + lope_world_hash(p.world);
    }
    play_close(&p);
    return hash;
}

static void recording_changes_no_result(void **unused)
{
    (void)unused;
    obj_mesh gym;
    assert_true(play_gym(&gym));
    const uint64_t plain = park_hash(&gym, NULL);
    assert_int_equal(plain, park_hash(&gym, &(lope_recorder_def){.seconds = 2}));
    assert_int_equal(plain, park_hash(&gym, &(lope_recorder_def){.seconds = 2, .queries = true}));
    assert_int_equal(plain, park_hash(&gym, &(lope_recorder_def){.seconds = 2, .queries = true, .bytes = 4096, .shapes = 2}));
    obj_release(&gym);
}

static void same_tick(const lope_recorded_tick *tick, const lope_state *before, const lope_state *after,
                      const lope_report *report)
{
    assert_memory_equal(&tick->before, before, sizeof *before);
    assert_memory_equal(&tick->after, after, sizeof *after);
    assert_int_equal(tick->hash_after, lope_state_hash(after));
    assert_int_equal(tick->event_count, report->event_count);
    for (uint32_t i = 0; i < tick->event_count; i++) {
        assert_int_equal(tick->events[i].kind, report->events[i].kind);
        assert_int_equal(tick->events[i].sequence, report->events[i].sequence);
        assert_int_equal(tick->events[i].body, report->events[i].body);
        assert_memory_equal(&tick->events[i].point, &report->events[i].point, sizeof(lope_point));
    }
}

static void the_ring_keeps_the_last_ticks(void **unused)
{
    (void)unused;
    static lope_state states[TICKS + 1];
    static lope_report reports[TICKS + 1];
    static const struct {
        float seconds;
        size_t bytes;
    } rings[] = {{1, 0}, {2, 3000}, {0.5f, 900}, {20, 0}};
    for (size_t k = 0; k < sizeof rings / sizeof *rings; k++) {
        small_world w = small_open(
            &(lope_recorder_def){.seconds = rings[k].seconds, .bytes = rings[k].bytes, .queries = k == 0, .name = "hero"});
        const lope_recorder *recorder = lope_character_recorder(w.hero);
        for (int i = 0; i < TICKS; i++) {
            if (i == 200) { // somebody else sets the state meanwhile
                lope_state other = *lope_character_state(w.hero);
                other.feet.x += 0.25;
                assert_int_equal(lope_character_set_state(w.hero, &other), LOPE_OK);
            }
            states[i] = *lope_character_state(w.hero);
            small_step(&w);
            reports[i] = *lope_character_report(w.hero);
            states[i + 1] = *lope_character_state(w.hero);
            if (i % 97 != 0 && i != 201 && i != 202 && i != TICKS - 1) continue;
            dump d = dump_of(recorder);
            const uint32_t count = lope_recording_tick_count(d.recording);
            if (rings[k].bytes == 0) assert_true(count == (uint32_t)i + 1 || count >= (uint32_t)(60 * rings[k].seconds));
            assert_true(count > 0 && count == lope_recorder_tick_count(recorder));
            lope_recorded_tick tick;
            for (uint32_t t = 0; t < count; t++) {
                const uint32_t at = (uint32_t)i + 1 - count + t;
                assert_true(lope_recording_tick(d.recording, t, &tick));
                if (at != 199) same_tick(&tick, &states[at], &states[at + 1], &reports[at]);
            }
            assert_false(lope_recording_tick(d.recording, count, &tick));
            assert_string_equal(lope_recording_header_of(d.recording)->name, "hero");
            lope_replay_report replay;
            const lope_surroundings level = lope_level_surroundings(lope_world_level(w.world));
            assert_int_equal(lope_replay(d.recording, &level, NULL, &replay), LOPE_OK);
            if (!replay.equal) fail_msg("tick %u: %s %s", (unsigned)replay.tick, replay.field, replay.text);
            dump_free(&d);
        }
        small_close(&w);
    }
}

static void walkers_play_back_equal(void **unused)
{
    (void)unused;
    obj_mesh gym;
    play p;
    assert_true(play_gym(&gym) && play_open(&p, &gym, 0));
    for (uint32_t i = 0; i < PLAY_WALKERS; i++)
        assert_non_null(lope_character_record(
            p.walkers[i],
            &(lope_recorder_def){.seconds = 20, .queries = i % 2 == 0, .bytes = (size_t)TICKS * (i % 2 == 0 ? 16384 : 1024)}));
    for (int i = 0; i < TICKS; i++) assert_true(play_step(&p));
    lope_level *level = lope_level_create(NULL);
    assert_true(play_fill(level, &gym, 7));
    const lope_surroundings around = lope_level_surroundings(level);
    uint64_t bodies = 0, characters = 0, queries = 0, purposes[LOPE_QUERY_PURPOSE_COUNT] = {0},
             verdicts[LOPE_VERDICT_COUNT] = {0};
    size_t size = 0;
    for (uint32_t i = 0; i < PLAY_WALKERS; i++) {
        dump d = dump_of(lope_character_recorder(p.walkers[i]));
        lope_replay_report replay;
        size += i % 2 != 0 ? d.size : 0;
        assert_int_equal(lope_replay(d.recording, &around, NULL, &replay), LOPE_OK);
        if (!replay.equal) fail_msg("walker %u, tick %u: %s %s", (unsigned)i, (unsigned)replay.tick, replay.field, replay.text);
        assert_int_equal(replay.ticks, TICKS);
        lope_recorded_tick tick;
        for (uint32_t t = 0; lope_recording_tick(d.recording, t, &tick); t++) {
            bodies += tick.body_count;
            for (uint32_t b = 0; b < tick.body_count; b++) characters += tick.bodies[b].body.character;
            for (uint32_t q = 0; q < tick.query_count; q++) {
                purposes[tick.queries[q].purpose]++;
                verdicts[tick.queries[q].verdict]++;
                queries += tick.queries[q].hit;
            }
        }
        dump_free(&d);
    }
    printf("  %.1f bytes a tick; %llu bodies, %llu characters, %llu hits\n", (double)size / (24.0 * TICKS),
           (unsigned long long)bodies, (unsigned long long)characters, (unsigned long long)queries);
    for (uint32_t i = 0; i < LOPE_QUERY_PURPOSE_COUNT; i++)
        printf("  %-14s %8llu\n", lope_query_purpose_name(i), (unsigned long long)purposes[i]);
    for (uint32_t i = 0; i < LOPE_VERDICT_COUNT; i++)
        printf("  %-14s %8llu\n", lope_query_verdict_name(i), (unsigned long long)verdicts[i]);
    for (uint32_t i = 0; i < LOPE_QUERY_PURPOSE_COUNT; i++) assert_true(purposes[i] > 0);
    for (uint32_t i = 0; i < LOPE_VERDICT_COUNT; i++) assert_true(verdicts[i] > 0);
    assert_true(bodies > 500 && characters > 100);
    lope_level_destroy(level);
    play_close(&p);
    obj_release(&gym);
}

// Without the body it stood upon the ticks end otherwise, and the replay says where.
static void a_difference_is_named(void **unused)
{
    (void)unused;
    small_world w = small_open(&(lope_recorder_def){.seconds = 20});
    for (int i = 0; i < 200; i++) small_step(&w);
    dump d = dump_of(lope_character_recorder(w.hero));
    lope_level *empty = lope_level_create(NULL);
    const lope_surroundings around = lope_level_surroundings(empty);
    lope_replay_report replay;
    assert_int_equal(lope_replay(d.recording, &around, NULL, &replay), LOPE_OK);
    assert_false(replay.equal);
    assert_true(replay.tick < 60 && replay.ticks == 200);
    assert_true(strlen(replay.field) > 0 && strstr(replay.text, ", was ") != NULL);
    printf("  tick %u: %s %s\n", (unsigned)replay.tick, replay.field, replay.text);
    lope_level_destroy(empty);
    dump_free(&d);
    small_close(&w);
}

static void bad_definitions_are_refused(void **unused)
{
    (void)unused;
    lope_error error;
    char longest[65];
    memset(longest, 'x', 64);
    longest[64] = 0;
    assert_null(lope_recorder_create(&(lope_recorder_def){.seconds = -1, .error = &error}));
    assert_string_equal(error.field, "seconds");
    assert_null(lope_recorder_create(&(lope_recorder_def){.tick_rate = 5000, .error = &error}));
    assert_string_equal(error.field, "tick_rate");
    assert_null(lope_recorder_create(&(lope_recorder_def){.name = longest, .error = &error}));
    assert_string_equal(error.field, "name");
    lope_recorder *recorder = lope_recorder_create(NULL);
    assert_non_null(recorder);
    dump d = dump_of(recorder); // nothing yet
    assert_int_equal(lope_recording_tick_count(d.recording), 0);
    dump_free(&d);
    lope_recorder_destroy(recorder);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_definitions_are_refused),   cmocka_unit_test(a_difference_is_named),
        cmocka_unit_test(the_ring_keeps_the_last_ticks), cmocka_unit_test(walkers_play_back_equal),
        cmocka_unit_test(recording_changes_no_result),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
