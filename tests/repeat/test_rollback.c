// test_rollback.c - going back changes nothing: every tick is run, taken back and run again, and the worlds
// stay equal. Nor does working memory: the crowd with its cached nearby, without, and with it cleared at
// random ticks.
#include "../behaviour/check.h"
#include "play.h"

#ifdef LOPE_QUICK
#define TICKS 240
#else
#define TICKS 720
#endif

static void save_all(const play *p, lope_state *states)
{
    for (uint32_t i = 0; i < PLAY_WALKERS; i++) states[i] = *lope_character_state(p->walkers[i]);
}

static void restore_all(const play *p, const lope_state *states)
{
    for (uint32_t i = 0; i < PLAY_WALKERS; i++) assert_int_equal(lope_character_set_state(p->walkers[i], &states[i]), LOPE_OK);
}

// What happened in the last tick, as one number: the same when it is run again, so that a game plays each
// sound once.
static uint64_t events_of(const play *p)
{
    uint32_t count = 0;
    const lope_world_event *events = lope_world_events(p->world, &count);
    uint64_t sum = count;
    for (uint32_t i = 0; i < count; i++)
        sum = sum * 1000003u + lope_character_number(events[i].character) * 4096u + events[i].event.kind * 64u +
              events[i].event.sequence;
    return sum;
}

static void a_tick_taken_back_and_run_again(void **unused)
{
    (void)unused;
    obj_mesh gym;
    play straight, back;
    lope_state saved[PLAY_WALKERS];
    uint64_t events_seen = 0;
    assert_true(play_gym(&gym));
    assert_true(play_open(&straight, &gym, 0));
    assert_true(play_open(&back, &gym, 0));
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        assert_true(play_step(&straight));
        save_all(&back, saved);
        assert_true(play_step(&back));
        const uint64_t hash = lope_world_hash(back.world), events = events_of(&back);
        assert_true(play_rewind(&back, tick));
        restore_all(&back, saved);
        assert_true(play_step(&back));
        if (lope_world_hash(back.world) != hash) fail_msg("tick %u ends otherwise when it is run again", (unsigned)tick);
        if (hash != lope_world_hash(straight.world)) fail_msg("tick %u differs from the straight run", (unsigned)tick);
        assert_true(events_of(&back) == events);
        assert_true(events_of(&straight) == events);
        events_seen += events != 0;
    }
    assert_true(events_seen > TICKS / 4); // there was something to compare
    play_close(&straight);
    play_close(&back);
    obj_release(&gym);
}

// Eight ticks back every eight ticks, as a game does that predicts over a network.
static void many_ticks_taken_back(void **unused)
{
    (void)unused;
    static lope_state saved[PLAY_WALKERS];
    obj_mesh gym;
    play straight, back;
    assert_true(play_gym(&gym));
    assert_true(play_open(&straight, &gym, 0));
    assert_true(play_open(&back, &gym, 9));
    for (uint32_t tick = 0; tick < TICKS / 2; tick++) {
        if (tick % 8 == 0) save_all(&back, saved);
        assert_true(play_step(&straight));
        assert_true(play_step(&back));
        if (tick % 8 != 7) continue;
        assert_true(play_rewind(&back, tick - 7));
        restore_all(&back, saved);
        for (int i = 0; i < 8; i++) assert_true(play_step(&back));
        if (lope_world_hash(back.world) != lope_world_hash(straight.world)) fail_msg("tick %u differs", (unsigned)tick);
    }
    play_close(&straight);
    play_close(&back);
    obj_release(&gym);
}

enum { CACHED, NEVER_CACHED, CLEARED_AT_RANDOM, SHARED, WAYS };

// One crowd in one level, four times, each with its own way of keeping what is near.
static void what_is_near_never_changes_a_result(void **unused)
{
    (void)unused;
    static lope_state states[WAYS][PLAY_WALKERS];
    static lope_nearby *nearbys[WAYS][PLAY_WALKERS];
    lope_moveset movesets[PARK_MOVESETS];
    obj_mesh gym;
    uint32_t seed = 31337, cleared = 0;
    unsigned long gathers[WAYS] = {0};
    printf("  seed %u\n", (unsigned)seed);
    assert_true(play_gym(&gym));
    assert_true(park_movesets(movesets));
    lope_level *level = lope_level_create(NULL);
    assert_true(play_fill(level, &gym, 0));
    const lope_surroundings around = lope_level_surroundings(level);
    for (int way = 0; way < WAYS; way++)
        for (uint32_t i = 0; i < PLAY_WALKERS; i++) {
            nearbys[way][i] = way == SHARED && i > 0 ? nearbys[way][0] : lope_nearby_create(NULL);
            assert_int_equal(lope_state_init(&states[way][i], &(lope_state_def){.feet = park_start(i)}), LOPE_OK);
        }
    for (uint32_t tick = 0; tick < TICKS; tick++) {
        assert_true(park_set_poses(level, tick));
        for (uint32_t i = 0; i < PLAY_WALKERS; i++) {
            lope_requests requests;
            const lope_input input = park_input(i, tick, &requests);
            for (int way = 0; way < WAYS; way++) {
                const bool clear = way == NEVER_CACHED || (way == CLEARED_AT_RANDOM && park_random(&seed) < 0.1);
                lope_report report;
                if (clear) lope_nearby_clear(nearbys[way][i]);
                cleared += clear && way == CLEARED_AT_RANDOM;
                assert_int_equal(lope_move(&states[way][i], &input, &movesets[i % PARK_MOVESETS], &around, nearbys[way][i],
                                           PARK_TICK, &report),
                                 LOPE_OK);
                gathers[way] += report.gathers;
                if (memcmp(&states[way][i], &states[CACHED][i], sizeof(lope_state)) != 0)
                    fail_msg("walker %u, tick %u: way %d differs from the cached one", (unsigned)i, (unsigned)tick, way);
            }
        }
        lope_level_end_tick(level);
    }
    printf("  gathers a character-tick: cached %.2f, never %.2f, cleared %u times %.2f, one for all %.2f\n",
           (double)gathers[CACHED] / PLAY_WALKERS / TICKS, (double)gathers[NEVER_CACHED] / PLAY_WALKERS / TICKS,
           (unsigned)cleared, (double)gathers[CLEARED_AT_RANDOM] / PLAY_WALKERS / TICKS,
           (double)gathers[SHARED] / PLAY_WALKERS / TICKS);
    assert_true(gathers[CACHED] < gathers[CLEARED_AT_RANDOM] && gathers[CLEARED_AT_RANDOM] < gathers[NEVER_CACHED]);
    for (int way = 0; way < WAYS; way++)
        for (uint32_t i = 0; i < (way == SHARED ? 1 : PLAY_WALKERS); i++) lope_nearby_destroy(nearbys[way][i]);
    lope_level_destroy(level);
    obj_release(&gym);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tick_taken_back_and_run_again),
        cmocka_unit_test(many_ticks_taken_back),
        cmocka_unit_test(what_is_near_never_changes_a_result),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
