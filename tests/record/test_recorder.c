// test_recorder.c - recording changes no result, the ring keeps the last ticks, and what it says is what
// happened.
#include "../base/helpers.h"
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

static void check_refused(lope_recorder_def def, lope_result code, const char *field)
{
    lope_error error = {0};
    def.error = &error;
    assert_null(lope_recorder_create(&def));
    assert_int_equal(error.code, code);
    assert_string_equal(error.field, field);
    assert_true(strlen(error.text) > 5);
}

static void bad_definitions_are_refused(void **unused)
{
    (void)unused;
    char name[65], level[257];
    memset(name, 'x', sizeof name);
    memset(level, 'y', sizeof level);
    name[64] = level[256] = 0;
    check_refused((lope_recorder_def){.seconds = -1}, LOPE_ERROR_RANGE, "seconds");
    check_refused((lope_recorder_def){.seconds = 86401}, LOPE_ERROR_RANGE, "seconds");
    check_refused((lope_recorder_def){.seconds = NAN}, LOPE_ERROR_NOT_FINITE, "seconds");
    check_refused((lope_recorder_def){.tick_rate = 5000}, LOPE_ERROR_RANGE, "tick_rate");
    check_refused((lope_recorder_def){.tick_rate = INFINITY}, LOPE_ERROR_NOT_FINITE, "tick_rate");
    check_refused((lope_recorder_def){.shapes = 65537}, LOPE_ERROR_RANGE, "shapes");
    check_refused((lope_recorder_def){.name = name}, LOPE_ERROR_RANGE, "name");
    check_refused((lope_recorder_def){.level = level}, LOPE_ERROR_RANGE, "level");
    lope_recorder *recorder =
        lope_recorder_create(&(lope_recorder_def){.name = name + 1, .level = level + 1}); // 63 and 255 bytes
    assert_non_null(recorder);
    dump d = dump_of(recorder); // nothing yet
    assert_int_equal(lope_recording_tick_count(d.recording), 0);
    assert_string_equal(lope_recording_header_of(d.recording)->name, name + 1);
    assert_string_equal(lope_recording_header_of(d.recording)->level, level + 1);
    dump_free(&d);
    lope_recorder_destroy(recorder);
}

// ---- out of memory ------------------------------------------------------------------------------

static void a_recorder_without_memory_is_refused(void **unused)
{
    (void)unused;
    lope_recorder *recorder = NULL;
    uint32_t left = 0;
    for (; !recorder; left++) {
        countdown count = countdown_of(left);
        const lope_allocator hooks = countdown_hooks(&count);
        lope_error error = {0};
        recorder =
            lope_recorder_create(&(lope_recorder_def){.seconds = 2, .queries = true, .allocator = &hooks, .error = &error});
        assert_int_equal(error.code, recorder ? LOPE_OK : LOPE_ERROR_MEMORY);
        assert_string_equal(error.field, recorder ? "" : "allocator");
        if (!recorder) assert_non_null(strstr(error.text, "120 ticks"));
        if (recorder) lope_recorder_destroy(recorder);
        assert_int_equal(count.blocks, 0);
        assert_int_equal(count.bytes, 0);
    }
    assert_true(left > 5); // there was something to fail
}

static void a_recording_without_memory_is_refused(void **unused)
{
    (void)unused;
    small_world w = small_open(&(lope_recorder_def){.seconds = 20, .queries = true, .bytes = 1 << 20});
    for (int i = 0; i < 300; i++) small_step(&w);
    dump d = dump_of(lope_character_recorder(w.hero));
    lope_recording *recording = NULL;
    uint32_t left = 0;
    for (; !recording; left++) {
        countdown count = countdown_of(left);
        const lope_allocator hooks = countdown_hooks(&count);
        lope_error error = {0};
        size_t used = 77;
        recording = lope_recording_read(d.bytes, d.size, &used, &hooks, &error);
        assert_int_equal(error.code, recording ? LOPE_OK : LOPE_ERROR_MEMORY);
        assert_string_equal(error.field, recording ? "" : "allocator");
        assert_true(used == (recording ? d.size : 77));
        if (recording) assert_int_equal(lope_recording_tick_count(recording), 300);
        lope_recording_destroy(recording);
        assert_int_equal(count.blocks, 0);
        assert_int_equal(count.bytes, 0);
    }
    printf("  memory ran out at %u places\n", (unsigned)left - 1);
    assert_true(left > 8);
    countdown none = countdown_of(0);
    const lope_allocator hooks = countdown_hooks(&none);
    lope_replay_report replay;
    const lope_surroundings level = lope_level_surroundings(lope_world_level(w.world));
    assert_int_equal(lope_replay(d.recording, &level, &hooks, &replay), LOPE_ERROR_MEMORY);
    lope_error error = {0};
    assert_null(lope_recording_read(NULL, 10, NULL, NULL, &error));
    assert_int_equal(error.code, LOPE_ERROR_NULL);
    assert_string_equal(error.field, "bytes");
    dump_free(&d);
    small_close(&w);
}

static void steps_in_place(small_world *w, int count)
{
    for (int i = 0; i < count; i++) assert_int_equal(lope_world_step(w->world, 1.0f / 60), LOPE_OK);
}

// ---- what cannot be played back, and what is beside the level's shapes --------------------------

// Its platform has one shape more than the recorder holds: that is counted, and the replay says so in place
// of a wrong result.
static void dropped_shapes_are_not_played_back(void **unused)
{
    (void)unused;
    small_world w = small_open(NULL);
    lope_level *level = lope_world_level(w.world);
    for (int i = 0; i < 4; i++)
        lope_level_add_sphere(level,
                              &(lope_sphere_def){.body = {.position = {0.1 * i, 0.1, -1}, .moving = true}, .radius = 0.05f});
    assert_non_null(lope_character_record(w.hero, &(lope_recorder_def){.seconds = 5, .shapes = 2}));
    for (int i = 0; i < 60; i++) small_step(&w);
    dump d = dump_of(lope_character_recorder(w.hero));
    lope_recorded_tick tick;
    uint32_t first = 0;
    while (lope_recording_tick(d.recording, first, &tick) && tick.shapes_dropped == 0) first++;
    assert_true(first < 60);
    lope_replay_report replay;
    const lope_surroundings around = lope_level_surroundings(level);
    assert_int_equal(lope_replay(d.recording, &around, NULL, &replay), LOPE_OK);
    assert_false(replay.equal);
    assert_int_equal(replay.tick, first);
    assert_string_equal(replay.field, "shapes_dropped");
    assert_true(replay.ticks < 60); // those it could
    dump_free(&d);
    small_close(&w);
}

// More bodies than a recorder lists, and a ring that is too small for what it does list: counted in the tick,
// whose states are all there.
static void more_bodies_than_a_recorder_lists(void **unused)
{
    (void)unused;
    static const size_t rings[] = {1 << 22, 1};
    for (int k = 0; k < 2; k++) {
        small_world w = small_open(NULL);
        lope_level *level = lope_world_level(w.world);
        const uint32_t count = k == 0 ? 80 : 40;
        for (uint32_t i = 0; i < count; i++) {
            const double angle = 0.0785 * (double)i;
            const lope_sphere_def ball = {.body = {.position = {0.5 * cos(angle), 1, 0.5 * sin(angle)}, .moving = true},
                                          .radius = 0.02f};
            assert_true(lope_level_valid(level, lope_level_add_sphere(level, &ball)));
        }
        assert_non_null(lope_character_record(w.hero, &(lope_recorder_def){.seconds = 5, .bytes = rings[k]}));
        steps_in_place(&w, 10);
        dump d = dump_of(lope_character_recorder(w.hero));
        lope_recorded_tick tick;
        const uint32_t last = lope_recording_tick_count(d.recording) - 1;
        assert_true(lope_recording_tick(d.recording, last, &tick));
        assert_memory_equal(&tick.after, lope_character_state(w.hero), sizeof tick.after);
        printf("  %u bodies, %u shapes listed, %u dropped\n", (unsigned)tick.body_count, (unsigned)tick.shape_count,
               (unsigned)tick.shapes_dropped);
        assert_true(tick.shapes_dropped >= (k == 0 ? count - 64 : 2 * count)); // with k 1 all bodies and all shapes
        assert_int_equal(tick.body_count, k == 0 ? 64 : 0);
        dump_free(&d);
        small_close(&w);
    }
}

// The level's navigation surface serves the replay as it served the ticks.
static void nav_walkers_play_back_equal(void **unused)
{
    (void)unused;
    static const float points[12] = {-20, 0.1f, -20, -20, 0.1f, 20, 20, 0.1f, -20, 20, 0.1f, 20};
    static const uint32_t indices[6] = {0, 1, 3, 0, 3, 2};
    small_world w = small_open(NULL);
    lope_level *level = lope_world_level(w.world);
    const lope_mesh_def nav = {.points = points, .point_count = 4, .indices = indices, .triangle_count = 2, .nav = true};
    assert_true(lope_level_valid(level, lope_level_add_mesh(level, &nav)));
    lope_character *walker =
        lope_character_create(w.world, &(lope_character_def){.feet = {5, 0.1, 5}, .mode = LOPE_MODE_NAV_WALKING});
    assert_non_null(lope_character_record(walker, &(lope_recorder_def){.seconds = 5}));
    lope_character_set_input(walker, &(lope_input){.move = {0.3f, 0, 0.4f}});
    for (int i = 0; i < 120; i++) small_step(&w);
    assert_int_equal(lope_character_state(walker)->mode, LOPE_MODE_NAV_WALKING);
    dump d = dump_of(lope_character_recorder(walker));
    lope_replay_report replay;
    lope_surroundings around = lope_level_surroundings(level);
    assert_int_equal(lope_replay(d.recording, &around, NULL, &replay), LOPE_OK);
    if (!replay.equal) fail_msg("tick %u: %s %s", (unsigned)replay.tick, replay.field, replay.text);
    assert_int_equal(replay.ticks, 120);
    around.nav_point = NULL; // without it there is nothing that it walks on
    assert_int_equal(lope_replay(d.recording, &around, NULL, &replay), LOPE_OK);
    assert_false(replay.equal);
    assert_int_equal(replay.ticks, 120);
    printf("  without the surface: tick %u, %s %s\n", (unsigned)replay.tick, replay.field, replay.text);
    dump_free(&d);
    small_close(&w);
}

static lope_result no_gather(void *context, const lope_bounds *bounds, lope_filter filter, lope_gather_kind kind, lope_sink *sink)
{
    (void)context, (void)bounds, (void)filter, (void)kind, (void)sink;
    return LOPE_ERROR_STATE;
}

static void a_refused_tick_is_named(void **unused)
{
    (void)unused;
    small_world w = small_open(&(lope_recorder_def){.seconds = 5});
    for (int i = 0; i < 10; i++) small_step(&w);
    dump d = dump_of(lope_character_recorder(w.hero));
    const lope_surroundings around = {.gather = no_gather};
    lope_replay_report replay;
    assert_int_equal(lope_replay(d.recording, &around, NULL, &replay), LOPE_OK);
    assert_true(!replay.equal && replay.tick == 0);
    assert_string_equal(replay.field, "result");
    assert_non_null(strstr(replay.text, lope_result_text(LOPE_ERROR_STATE)));
    assert_int_equal(lope_replay(NULL, &around, NULL, &replay), LOPE_ERROR_NULL);
    assert_int_equal(lope_replay(d.recording, NULL, NULL, &replay), LOPE_ERROR_NULL);
    assert_int_equal(lope_replay(d.recording, &around, NULL, NULL), LOPE_ERROR_NULL);
    dump_free(&d);
    small_close(&w);
}

// What stands far off, where a teleport that is refused would lead, decides the tick too.
static void a_teleport_without_room_is_played_back(void **unused)
{
    (void)unused;
    small_world w = small_open(&(lope_recorder_def){.seconds = 2});
    const lope_level *level = lope_world_level(w.world);
    const lope_box_def box = {.body = {.position = {14, 1, 14}, .moving = true}, .size = {3, 3, 3}};
    lope_world_add_box(w.world, &box);
    for (int i = 0; i < 20; i++) {
        const lope_requests requests = {
            .asked = LOPE_REQUEST_TELEPORT, .teleport_needs_room = true, .teleport_feet = {14, 0.5, 14}};
        const lope_input input = {.requests = &requests};
        if (i == 10) assert_int_equal(lope_character_set_input(w.hero, &input), LOPE_OK);
        if (i == 10) assert_int_equal(lope_world_step(w.world, 1.0f / 60), LOPE_OK);
        if (i != 10) small_step(&w);
        const uint32_t why = lope_report_refused(lope_character_report(w.hero), LOPE_ASKED_TELEPORT);
        assert_int_equal(why, i == 10 ? LOPE_REFUSAL_NO_ROOM : LOPE_REFUSAL_NONE);
    }
    dump d = dump_of(lope_character_recorder(w.hero));
    const lope_surroundings around = lope_level_surroundings(level);
    lope_replay_report replay;
    assert_int_equal(lope_replay(d.recording, &around, NULL, &replay), LOPE_OK);
    if (!replay.equal) fail_msg("tick %u: %s %s", (unsigned)replay.tick, replay.field, replay.text);
    assert_int_equal(replay.ticks, 20);
    dump_free(&d);
    small_close(&w);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_definitions_are_refused),
        cmocka_unit_test(a_difference_is_named),
        cmocka_unit_test(the_ring_keeps_the_last_ticks),
        cmocka_unit_test(walkers_play_back_equal),
        cmocka_unit_test(a_recorder_without_memory_is_refused),
        cmocka_unit_test(a_recording_without_memory_is_refused),
        cmocka_unit_test(dropped_shapes_are_not_played_back),
        cmocka_unit_test(nav_walkers_play_back_equal),
        cmocka_unit_test(a_refused_tick_is_named),
        cmocka_unit_test(recording_changes_no_result),
        cmocka_unit_test(a_teleport_without_room_is_played_back),
        cmocka_unit_test(more_bodies_than_a_recorder_lists),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
