// test_handover.c - players go over from one server to another while they run, jump and ride: the digest is
// the same, their clients notice nothing. Bytes that are damaged take no seat.
#include "net_help.h"

#include "game.h"

typedef struct scene {
    game g;
    lope_net_server *other; // has no player; its ticks go on beside
    uint32_t handed;
    size_t most;
} scene;

// The other server's tick.
static void tick_beside(game *g, uint32_t tick)
{
    scene *s = (scene *)g;
    if (lope_net_server_tick(s->other) != lope_net_server_tick(g->server) || tick % 120 != 0) return;
    for (uint32_t i = 0; i < GAME_SEATS; i++) {
        uint8_t bytes[LOPE_NET_GIVE], copy[LOPE_NET_GIVE];
        size_t size, copied;
        uint32_t seat;
        if (g->clients[i].net == NULL) continue;
        assert_int_equal(lope_net_server_copy(g->server, i, copy, sizeof copy, &copied), LOPE_OK);
        assert_int_equal(lope_net_server_give(g->server, i, bytes, sizeof bytes, &size), LOPE_OK);
        assert_int_equal(copied, size); // a copy is what is given, and changes nothing
        assert_memory_equal(copy, bytes, size);
        assert_int_equal(lope_net_server_take(s->other, bytes, size, &seat, &g->clients[i].state), LOPE_OK);
        assert_int_equal(seat, i);
        s->handed++;
        if (size > s->most) s->most = size;
    }
    lope_net_server *old = g->server;
    g->server = s->other;
    s->other = old;
}

static void step_beside(game *g, uint32_t tick)
{
    scene *s = (scene *)g;
    static const lope_state *none[GAME_SEATS];
    tick_beside(g, tick);
    assert_int_equal(lope_net_server_begin(s->other), LOPE_OK);
    assert_int_equal(lope_net_server_end(s->other, none), LOPE_OK);
}

static void play(float bound, double loss)
{
    scene *s = calloc(1, sizeof *s);
    const lope_net_link_profile line = {.delay = 0.05, .jitter = 0.01, .loss = loss};
    assert_true(game_open(&s->g, &(lope_net_server_def){.rules.contact_bound = bound}, &line, 4));
    s->other = lope_net_server_create(
        &(lope_net_server_def){.rules = s->g.rules, .moveset = &s->g.moveset, .players = GAME_SEATS, .context = &s->g});
    assert_non_null(s->other);
    s->g.hooks = (game_hooks){.before_tick = step_beside, .wishes = game_wander};
    for (uint32_t i = 0; i < 3; i++) game_join(&s->g, (lope_point){0.8 * i, 0, 3});
    game_join(&s->g, (lope_point){10, 0.2, 0}); // on the sliding one
    game_join(&s->g, (lope_point){0, 0.2, 14}); // on the turning one
    game_run(&s->g, 20);
    uint32_t wrong = 0, states = 0, checks = 0;
    for (uint32_t i = 0; i < 5; i++) {
        const lope_net_stats stats = lope_net_client_stats(s->g.clients[i].net);
        lope_net_proxy proxies[8];
        wrong += stats.wrong;
        states += stats.states - 1;
        checks += stats.checks;
        assert_int_equal(stats.refused, 0);
        assert_int_equal(lope_net_client_proxies(s->g.clients[i].net, proxies, 8), 4);
    }
    printf("bound %g, loss %g: %u hand-overs of at most %zu bytes, %u checks, %u wrong, %u states\n", (double)bound, loss,
           s->handed, s->most, checks, wrong, states);
    assert_int_equal(s->handed, 5 * 10); // at each 120th tick of 1,200
    assert_true(checks > 5 * 400);
    assert_int_equal(wrong + states, 0);
    assert_string_equal(s->g.fault, "");
    lope_net_server_destroy(s->other);
    game_close(&s->g);
    free(s);
}

static void goes_over(void **unused)
{
    (void)unused;
    play(LOPE_NET_PASS, 0);
    play(LOPE_NET_PASS, 0.05);
}

static void goes_over_in_contact(void **unused)
{
    (void)unused;
    play(0.25f, 0);
    play(0.25f, 0.05);
}

// Each byte flipped, each length cut: what is taken has the same digest; nothing else takes a seat.
static void damaged(void **unused)
{
    (void)unused;
    scene *s = calloc(1, sizeof *s);
    uint8_t bytes[LOPE_NET_GIVE], small[64];
    size_t size;
    uint32_t seat;
    lope_state state;
    assert_true(
        game_open(&s->g, &(lope_net_server_def){.rules.contact_bound = 0.25f}, &(lope_net_link_profile){.delay = 0.02}, 4));
    s->g.hooks.wishes = game_wander;
    for (uint32_t i = 0; i < 2; i++) game_join(&s->g, (lope_point){0.8 * i, 0, 3});
    game_run(&s->g, 2);
    assert_int_equal(lope_net_server_give(s->g.server, 0, small, sizeof small, &size), LOPE_ERROR_RANGE);
    assert_int_equal(lope_net_server_copy(s->g.server, 0, small, sizeof small, &size), LOPE_ERROR_RANGE);
    assert_int_equal(lope_net_server_copy(s->g.server, 7, bytes, sizeof bytes, &size), LOPE_ERROR_HANDLE);
    assert_int_equal(lope_net_server_copy(s->g.server, 0, bytes, sizeof bytes, NULL), LOPE_ERROR_NULL);
    assert_int_equal(lope_net_server_give(s->g.server, 0, bytes, sizeof bytes, &size), LOPE_OK);
    assert_int_equal(lope_net_server_give(s->g.server, 0, bytes, sizeof bytes, &size), LOPE_ERROR_HANDLE);
    for (size_t cut = 0; cut < size; cut += 3)
        assert_true(lope_net_server_take(s->g.server, bytes, cut, &seat, &state) != LOPE_OK);
    uint32_t taken = 0;
    for (size_t i = 0; i < size * 8; i++) {
        bytes[i / 8] ^= (uint8_t)(1u << i % 8);
        if (lope_net_server_take(s->g.server, bytes, size, &seat, &state) == LOPE_OK) {
            taken++;
            assert_int_equal(lope_net_server_leave(s->g.server, seat), LOPE_OK);
        }
        bytes[i / 8] ^= (uint8_t)(1u << i % 8);
    }
    printf("%zu bytes; %u of %zu flipped bits change but the seat\n", size, taken, size * 8);
    assert_int_equal(lope_net_server_take(s->g.server, bytes, size, &seat, &state), LOPE_OK);
    assert_int_equal(lope_net_server_take(s->g.server, bytes, size, &seat, &state), LOPE_ERROR_DUPLICATE);
    game_close(&s->g);
    free(s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(goes_over), cmocka_unit_test(goes_over_in_contact),
                                       cmocka_unit_test(damaged)};
    return cmocka_run_group_tests_name("net.handover", tests, NULL, NULL);
}
