// test_on_arrival.c - commands that run as they come: digests agree on ground and on moving bodies, with orders
// and others in the way, at loss and after silences; each character's tick stays near the server's.
#include "net_help.h"

#include "game.h"

#define PLAYERS 5u

typedef struct scene {
    game g;
    uint64_t random;
    int32_t soonest, latest;  // ticks of characters beside the server's
    uint32_t orders, several; // several: ticks of the server in which a character ran more than one
    uint32_t ran[GAME_SEATS];
} scene;

static void reported(game *g, uint32_t seat, uint32_t tick, const lope_report *report)
{
    scene *s = g->context;
    const int32_t off = (int32_t)(tick - lope_net_server_tick(g->server));
    (void)report;
    if (off < s->soonest) s->soonest = off;
    if (off > s->latest) s->latest = off;
    s->several += ++s->ran[seat] == 2;
}

static void before_tick(game *g, uint32_t tick)
{
    scene *s = g->context;
    (void)tick;
    memset(s->ran, 0, sizeof s->ran);
    if (random_below(&s->random, 60) != 0) return;
    lope_requests requests = {.asked = LOPE_REQUEST_LAUNCH, .launch_velocity = {2, 5, 1}};
    const lope_input order = {.requests = &requests};
    const uint32_t seat = random_below(&s->random, PLAYERS), ahead = random_below(&s->random, 12);
    s->orders += lope_net_server_order(g->server, seat, &order, ahead) == LOPE_OK;
}

static void play(const lope_net_link_profile *line, float bound)
{
    static const lope_point starts[PLAYERS] = {{10, 0.3, 0}, {-10, 0.3, 0}, {0, 0.3, 14}, {0, 0, -20}, {1, 0, -20}};
    scene *s = calloc(1, sizeof *s);
    assert_non_null(s);
    s->random = test_seed();
    const lope_net_rules rules = {.contact_bound = bound, .stepping = LOPE_NET_ON_ARRIVAL};
    assert_true(game_open(&s->g, &(lope_net_server_def){.rules = rules}, line, 4));
    s->g.context = s;
    s->g.hooks = (game_hooks){.reported = reported, .before_tick = before_tick, .wishes = game_wander};
    for (uint32_t i = 0; i < PLAYERS; i++) game_join(&s->g, starts[i]);
    game_run(&s->g, 40);
    uint32_t checks = 0, heals = 0, told = 0;
    for (uint32_t i = 0; i < PLAYERS; i++) {
        const lope_net_stats stats = lope_net_client_stats(s->g.clients[i].net);
        checks += stats.checks;
        heals += stats.heals;
        told += stats.told;
        assert_int_equal(stats.wrong, 0);
        assert_int_equal(stats.states, 1);
        assert_true((int32_t)(lope_net_server_tick(s->g.server) - stats.agreed) < 120); // below 0: ahead of it
    }
    printf(
        "%u digests, 0 wrong; %u orders, %u corrections, %u places told; ticks %d to %d beside the server's, several %u times\n",
        checks, s->orders, heals, told, (int)s->soonest, (int)s->latest, s->several);
    assert_true(checks > PLAYERS * 500);
    assert_true(s->orders > 20);
    assert_true(s->several > 100); // they do run as they come
    assert_true(s->latest > 0);    // before the server's tick
    // 16: a quarter of a second behind, a character goes on by itself
    assert_true(s->soonest >= -16 && s->latest <= (int32_t)LOPE_NET_AHEAD);
    uint8_t bytes[64];
    size_t size;
    assert_int_equal(lope_net_server_give(s->g.server, 0, bytes, sizeof bytes, &size), LOPE_ERROR_STATE);
    assert_string_equal(s->g.fault, "");
    game_close(&s->g);
    free(s);
}

static void lines(void **unused)
{
    static const lope_net_link_profile lines[] = {
        {.delay = 0.05},
        {.delay = 0.05, .jitter = 0.01, .loss = 0.05},
        {.delay = 0.1, .jitter = 0.02, .loss = 0.05, .burst = 0.5},
        {.delay = 0.05, .jitter = 0.005, .loss = 0.01, .silence = 0.6, .silence_every = 5},
    };
    (void)unused;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
        play(&lines[i], LOPE_NET_PASS);
        play(&lines[i], 0);
    }
}

// A plan is dated after every character's tick: none of them has run it otherwise.
static void plans(void **unused)
{
    static const lope_net_link_profile line = {.delay = 0.05};
    game *g = calloc(1, sizeof *g);
    (void)unused;
    assert_non_null(g);
    assert_true(game_open(g, &(lope_net_server_def){.rules.stepping = LOPE_NET_ON_ARRIVAL}, &line, 4));
    const uint32_t seat = game_join(g, (lope_point){0, 0, 0});
    game_run(g, 3);
    const uint32_t tick = lope_net_server_tick(g->server), time = lope_net_server_time(g->server, seat);
    assert_true((int32_t)(time - tick) > 0);
    assert_int_equal(lope_net_server_plan(g->server, GAME_LIFT, 1, tick + 1), LOPE_ERROR_RANGE);
    assert_int_equal(lope_net_server_plan(g->server, GAME_LIFT, 1, time + 1), LOPE_OK);
    assert_false(lope_net_server_next(g->server, seat, &g->clients[seat].state)); // not in a tick
    assert_int_equal(lope_net_server_time(g->server, seat + 1), 0);
    game_close(g);
    free(g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(lines), cmocka_unit_test(plans)};
    return cmocka_run_group_tests_name("net.on_arrival", tests, NULL, NULL);
}
