// test_again.c - a tick run again from a saved state, for every ability: while an ability is at work, at a tick that is
// drawn at random, the state is written to bytes, read into a state of other bytes, and the tick is run again
// with the same input. The hash and all bytes that count are those of before.
//
// Read next: include/lope/save.h.
#include "zoo.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *scene;
    double rate;
} scenes[] = {{"zoo/slide", 60},      {"zoo/mantle", 60},    {"zoo/corner_correction", 60},
              {"zoo/dash", 60},       {"zoo/sprint", 60},    {"zoo/glide", 60},
              {"zoo/prone", 60},      {"zoo/roll", 60},      {"zoo/air_strafe", 60},
              {"zoo/vault", 60},      {"zoo/wall_jump", 60}, {"zoo/rope", 60},
              {"zoo/zipline", 60},    {"zoo/ladder", 60},    {"zoo/climb", 60},
              {"zoo/ledge_hang", 60}, {"zoo/wall_run", 60},  {"zoo/wall_slide", 60},
              {"runner/course", 60},  {"zoo/rope", 20},      {"zoo/ledge_hang", 20},
              {"zoo/mantle", 20},     {"zoo/vault", 144},    {"zoo/ladder", 144}};
#define SCENES (sizeof scenes / sizeof *scenes)

static uint64_t seed = 71993; // printed where it fails

static uint32_t draw_below(uint32_t below)
{
    seed = seed * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(seed >> 33) % below;
}

// Writes the state of every character to bytes, and gives the character what is read from them.
static uint32_t through_bytes(zoo *z)
{
    uint32_t at_work = 0;
    for (uint32_t i = 0; i < lope_scene_player_actor_count(z->player); i++) {
        const lope_scene_actor *actor = lope_scene_player_actor(z->player, i);
        const lope_state *state = lope_character_state(actor->handle);
        unsigned char bytes[8192];
        size_t size = 0, used = 0;
        lope_state read;
        memset(&read, 0xA5, sizeof read);
        assert_int_equal(lope_state_write_for(&actor->from->moveset, state, bytes, sizeof bytes, &size, NULL), LOPE_OK);
        assert_int_equal(lope_state_read_for(&actor->from->moveset, &read, bytes, size, &used, NULL), LOPE_OK);
        assert_true(lope_state_hash(&read) == lope_state_hash(state));
        assert_int_equal(lope_character_set_state(actor->handle, &read), LOPE_OK);
        for (uint32_t k = 0; state->pages & LOPE_PAGE_ABILITY && k < LOPE_ACTIVE_ABILITIES; k++)
            if (state->abilities[k].id != 0) at_work |= 1u << (state->abilities[k].id - 1u);
    }
    return at_work;
}

// Plays a scene twice, of which the second run goes through bytes at random ticks. Returns the ticks at which
// an ability was at work then.
static int play_again(const char *scene, double rate)
{
    char file[512];
    int count = 0;
    snprintf(file, sizeof file, "%s/levels/%s.json", LOPE_SOURCE_DIR, scene);
    zoo *a = zoo_open_file(file, rate), *b = zoo_open_file(file, rate);
    const uint64_t began = seed;
    while (zoo_tick(a) && zoo_tick(b)) {
        for (uint32_t i = 0; i < lope_scene_player_actor_count(a->player); i++) {
            const lope_state *one = lope_character_state(lope_scene_player_actor(a->player, i)->handle);
            const lope_state *other = lope_character_state(lope_scene_player_actor(b->player, i)->handle);
            if (lope_state_hash(one) != lope_state_hash(other))
                fail_msg("%s at %g Hz, seed %llu: character %u is another at %g s", scene, rate, (unsigned long long)began,
                         (unsigned)i, zoo_time(a));
        }
        if (draw_below(6) == 0) count += through_bytes(b) != 0;
    }
    zoo_close(a);
    zoo_close(b);
    return count;
}

static void a_state_read_back_goes_on_the_same_way(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < SCENES; i++) {
        const int count = play_again(scenes[i].scene, scenes[i].rate);
        if (count < 1 && strcmp(scenes[i].scene, "zoo/wall_jump") != 0) fail_msg("%s: no ability was at work", scenes[i].scene);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_state_read_back_goes_on_the_same_way)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
