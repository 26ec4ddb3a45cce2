// test_frames.c - clients with slow frames, or without frames now and then: a page in a browser without a graphics
// card, a program that loads. Ticks that the server has run before the client comes to them stay equal.
#include "net_help.h"

#include "game.h"

#define SECONDS 30.0

static void play(const char *name, double delay, double loss, uint32_t steps, uint32_t stall, double *share)
{
    static game g;
    uint32_t seats[4], checks = 0, wrong = 0, states = 0, replaced = 0;
    const lope_net_link_profile line = {.delay = delay, .jitter = 0.1 * delay, .loss = loss};
    assert_true(game_open(&g, &(lope_net_server_def){.players = GAME_SEATS}, &line, test_seed()));
    g.hooks.wishes = game_wander;
    for (uint32_t i = 0; i < 4; i++) {
        seats[i] = game_join(&g, (lope_point){3.0 * i - 4, 0, 2});
        g.clients[seats[i]].frame = steps;
    }
    for (double t = 0; t < SECONDS; t += 3) { // in every 3 s one frame takes longer
        game_run(&g, 3.0 - stall / GAME_STEPS);
        for (uint32_t i = 0; i < 4; i++) g.clients[seats[i]].frame = stall > 0 ? stall : steps;
        game_run(&g, stall / GAME_STEPS);
        for (uint32_t i = 0; i < 4; i++) g.clients[seats[i]].frame = steps;
    }
    for (uint32_t i = 0; i < 4; i++) {
        const lope_net_stats s = lope_net_client_stats(g.clients[seats[i]].net);
        checks += s.checks;
        wrong += s.wrong;
        states += s.states;
        replaced += s.replaced;
    }
    *share = replaced / (4 * 60 * SECONDS);
    printf("%s: %u digests, %u wrong, %u states, %.2f %% of ticks without a command\n", name, checks, wrong, states,
           100 * *share);
    assert_string_equal(g.fault, "");
    assert_true(checks > 4 * 2 * SECONDS); // two a second from each at least
    assert_int_equal(wrong, 0);
    assert_int_equal(states, 4);
    game_close(&g);
}

static void frames_that_are_slow_stay_equal(void **unused)
{
    double share;
    (void)unused;
    play("20 Hz, 50 ms", 0.025, 0, 24, 0, &share);
    play("10 Hz, 50 ms", 0.025, 0, 48, 0, &share);
    play("10 Hz, 200 ms, 5 % lost", 0.1, 0.05, 48, 0, &share);
    play("5 Hz, 50 ms", 0.025, 0, 96, 0, &share);
    play("5 Hz, 100 ms, 2 % lost", 0.05, 0.02, 96, 0, &share);
    play("4 Hz, 50 ms", 0.025, 0, 120, 0, &share);
}

static void frames_that_stand_still_stay_equal(void **unused)
{
    double share;
    (void)unused;
    play("120 Hz, 0.1 s of silence", 0.025, 0, 4, 48, &share);
    play("120 Hz, 0.3 s of silence", 0.025, 0, 4, 144, &share);
    play("120 Hz, 0.6 s of silence, 2 % lost", 0.05, 0.02, 4, 288, &share);
    play("30 Hz, 0.5 s of silence", 0.025, 0, 16, 240, &share);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(frames_that_are_slow_stay_equal),
                                       cmocka_unit_test(frames_that_stand_still_stay_equal)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
