// test_sync.c - the sync-test: save, advance k ticks, load, advance again, in every scenario of levels/zoo
// and levels/runner. The digests of all ticks that were run again are those of the first run. Commands,
// orders and buttons are drawn.
#include "net_help.h"

#include "play.h"

#include <dirent.h>

#define TICKS 400u
#define ROOM 32u

static const uint32_t spans[] = {1, 2, 8, 20};

typedef struct saved {
    uint8_t bytes[sizeof(lope_state)];
    size_t size;
    uint64_t digest;
    play_tick given; // of the tick that ended so
} saved;

// Loads the state of `tick - k` and advances it to `tick`, with a nearby that has seen other places.
static bool again(play *p, const saved *ring, uint32_t tick, uint32_t k, const char *file)
{
    lope_state state;
    const saved *from = &ring[(tick - k) % ROOM];
    assert_int_equal(lope_state_unpack(&state, from->bytes, from->size), LOPE_OK);
    assert_true(lope_state_digest(&state) == from->digest);
    for (uint32_t t = tick - k + 1; t <= tick; t++) {
        assert_int_equal(play_move(p, &state, &ring[t % ROOM].given, t, NULL), LOPE_OK);
        if (lope_state_digest(&state) == ring[t % ROOM].digest) continue;
        printf("%s: tick %u, run again from %u ticks before %u: another digest\n", file, t, k, tick);
        return false;
    }
    return true;
}

// Returns how many digests differed.
static uint32_t sync_of(const char *file, uint64_t seed, uint64_t *compared, uint64_t *pages)
{
    static saved ring[ROOM];
    play p;
    uint32_t wrong = 0;
    if (!play_open(&p, file)) {
        printf("%s: no character, or not to be loaded\n", file);
        play_close(&p);
        return 0;
    }
    play_hand hand = {.random = seed};
    lope_state state = p.start;
    for (uint32_t tick = 0; tick <= TICKS && wrong == 0; tick++) {
        saved *now = &ring[tick % ROOM];
        now->given = play_draw(&hand, state.feet, 90);
        if (tick > 0) {
            const lope_result result = play_move(&p, &state, &now->given, tick, NULL);
            if (result != LOPE_OK) printf("%s: tick %u: %s\n", file, tick, lope_result_text(result));
            assert_int_equal(result, LOPE_OK);
        }
        now->size = lope_state_pack(&state, now->bytes);
        now->digest = lope_state_digest(&state);
        *pages |= state.pages;
        for (size_t i = 0; i < sizeof spans / sizeof *spans; i++) {
            if (tick < spans[i] || tick % 7 != i) continue;
            wrong += !again(&p, ring, tick, spans[i], file);
            *compared += spans[i];
        }
    }
    play_close(&p);
    return wrong;
}

static void sync_folder(const char *folder, uint32_t *scenarios, uint64_t *pages)
{
    uint64_t seed = test_seed(), compared = 0;
    uint32_t wrong = 0;
    DIR *dir = opendir(folder);
    assert_non_null(dir);
    for (const struct dirent *entry; (entry = readdir(dir)) != NULL;) {
        char file[1024];
        const size_t length = strlen(entry->d_name);
        if (length < 6 || strcmp(entry->d_name + length - 5, ".json") != 0) continue;
        snprintf(file, sizeof file, "%s/%s", folder, entry->d_name);
        wrong += sync_of(file, seed, &compared, pages);
        (*scenarios)++;
    }
    closedir(dir);
    printf("%s: %llu digests of ticks run again, %u scenarios differ\n", folder, (unsigned long long)compared, wrong);
    assert_int_equal(wrong, 0);
    assert_true(compared > 1000);
}

static void zoo(void **unused)
{
    (void)unused;
    uint32_t scenarios = 0;
    uint64_t pages = 0;
    sync_folder(LOPE_SOURCE_DIR "/levels/zoo", &scenarios, &pages);
    printf("%u scenarios, pages in use %llx\n", scenarios, (unsigned long long)pages);
    assert_true(scenarios > 40);
    // what was run again used bases, overlaps, layers, abilities and gauges
    const uint64_t wanted = LOPE_PAGE_BASE | LOPE_PAGE_OVERLAPS | LOPE_PAGE_LAYERS | LOPE_PAGE_ABILITY | LOPE_PAGE_GAUGES;
    assert_true((pages & wanted) == wanted);
}

static void runner(void **unused)
{
    (void)unused;
    uint32_t scenarios = 0;
    uint64_t pages = 0;
    sync_folder(LOPE_SOURCE_DIR "/levels/runner", &scenarios, &pages);
    assert_true(scenarios > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(zoo), cmocka_unit_test(runner)};
    return cmocka_run_group_tests_name("net.sync", tests, NULL, NULL);
}
