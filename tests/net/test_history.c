// test_history.c - lag compensation: what a player sees is where the server's rewind finds it, and a forged
// view is believed no further than the line and a quarter of a second. Trust and tolerance: what is done
// about drift.
#include "net_help.h"

#include "game.h"

#include "net/client_packet.h"

#include <math.h>

#define KEPT 256u

#define JOINED 1.0 // s, by which both have joined

typedef struct scene {
    game g;
    lope_point shown[KEPT]; // where client 0 showed the other at its command of a tick
    uint32_t ticks[KEPT];
    double worst, far_back; // m
    uint32_t compared;
    bool keeps;
} scene;

static double apart(lope_point a, lope_point b) { return lope_point_length(lope_point_sub(a, b)); }

static void note_shown(game *g, uint32_t seat)
{
    scene *s = (scene *)g;
    lope_net_proxy proxy;
    if (seat != 0 || lope_net_client_proxies(g->clients[0].net, &proxy, 1) != 1) return;
    const uint32_t tick = lope_net_client_stats(g->clients[0].net).tick;
    if (s->ticks[tick % KEPT] == tick) return; // as shown in the frame that made the command
    s->ticks[tick % KEPT] = tick;
    s->shown[tick % KEPT] = proxy.feet;
}

static void rewind_all(game *g, uint32_t seat, uint32_t tick, const lope_report *report)
{
    scene *s = (scene *)g;
    lope_capsule capsule;
    (void)report;
    if (seat != 0 || g->now < JOINED || !lope_net_server_rewind(g->server, 0, 1, &capsule)) return;
    if (s->ticks[tick % KEPT] != tick) return;
    const lope_point feet = {capsule.a.x, capsule.a.y - capsule.radius, capsule.a.z};
    const double off = apart(feet, s->shown[tick % KEPT]), behind = apart(feet, g->clients[1].state.feet);
    s->compared++;
    if (off > s->worst) s->worst = off;
    if (behind > s->far_back) s->far_back = behind;
}

static void runs(game *g, uint32_t seat, double now)
{
    lope_command *wish = &g->clients[seat].wish;
    if (seat != 1) return;
    wish->ahead = 127;
    wish->yaw = (uint16_t)(uint64_t)(now * 12000); // in a circle
}

// Over lines of several lengths, by six seeds each: the capsule is where the player saw the other, to the way
// of 1.5 ticks; a runner has moved on by much more. It is so soon after the join, as the client begins with
// the lead that its line needs.
static void as_seen(void **unused)
{
    (void)unused;
    static const double delays[] = {0.01, 0.05, 0.1};
    for (int k = 0; k < 18; k++) {
        const int i = k % 3;
        scene *s = calloc(1, sizeof *s);
        const lope_net_link_profile line = {.delay = delays[i], .jitter = 0.1 * delays[i], .loss = 0.02};
        assert_true(game_open(&s->g, &(lope_net_server_def){.rules.contact_bound = LOPE_NET_PASS}, &line, (uint64_t)k / 3 + 1));
        s->g.hooks = (game_hooks){.frame = note_shown, .reported = rewind_all, .wishes = runs};
        game_join(&s->g, (lope_point){0, 0, 3});
        game_join(&s->g, (lope_point){3, 0, 3});
        game_run(&s->g, 10);
        printf("delay %.0f ms: %u views, rewound to %.1f cm of what was seen; the other had moved %.1f cm\n", 1e3 * delays[i],
               s->compared, 100 * s->worst, 100 * s->far_back);
        assert_true(s->compared > 300);
        assert_true(s->worst < 0.15); // 6 m/s: 1.5 ticks, by which frames and the jitter move the moment
        assert_true(s->far_back > 5 * s->worst);
        game_close(&s->g);
        free(s);
    }
}

// A client that says it sees 60 ticks into the past is believed for the line and a quarter of a second; of a
// character that is new there is no past, of one that has left nothing.
static void forged_views(void **unused)
{
    (void)unused;
    scene *s = calloc(1, sizeof *s);
    uint8_t bytes[LOPE_NET_PACKET];
    lope_capsule capsule;
    assert_true(game_open(&s->g, &(lope_net_server_def){.rules.contact_bound = LOPE_NET_PASS},
                          &(lope_net_link_profile){.delay = 0.025}, 1));
    s->g.hooks = (game_hooks){.wishes = runs};
    game_join(&s->g, (lope_point){0, 0, 3});
    game_join(&s->g, (lope_point){3, 0, 3});
    lope_point past[KEPT] = {{0, 0, 0}};
    for (int k = 0; k < 400; k++) {
        game_run(&s->g, 1.0 / 60);
        past[lope_net_server_tick(s->g.server) % KEPT] = s->g.clients[1].state.feet;
    }
    const uint32_t tick = lope_net_server_tick(s->g.server), heard = lope_net_client_stats(s->g.clients[0].net).heard;
    lope_client_packet p = {.has_heard = true, .heard = heard, .view = LOPE_VIEW_MOST, .newest = tick + 2};
    lope_bits out = lope_bits_write(bytes, sizeof bytes);
    lope_client_packet_pass(&out, &p, tick);
    assert_int_equal(lope_net_server_receive(s->g.server, 0, bytes, lope_bits_bytes(&out), s->g.now), LOPE_OK);
    assert_true(lope_net_server_rewind(s->g.server, 0, 1, &capsule));
    const lope_point feet = {capsule.a.x, capsule.a.y - capsule.radius, capsule.a.z};
    double least = 9;
    uint32_t back = 0;
    for (uint32_t i = 0; i < 60; i++) {
        if (apart(feet, past[(tick - i) % KEPT]) >= least) continue;
        least = apart(feet, past[(tick - i) % KEPT]);
        back = i;
    }
    printf("a view of %u ticks ago is taken as of %u\n", LOPE_VIEW_MOST / LOPE_VIEW_PARTS, back);
    assert_true(least < 0.05);
    assert_true(back >= 15 && back <= 15 + 3 + 3); // 0.25 s, the way there and back, packets every other tick
    assert_false(lope_net_server_rewind(s->g.server, 0, 2, &capsule));
    const uint32_t seat = game_join(&s->g, (lope_point){5, 0, 5});
    assert_false(lope_net_server_rewind(s->g.server, 0, seat, &capsule));
    game_leave(&s->g, 1);
    assert_false(lope_net_server_rewind(s->g.server, 0, 1, &capsule));
    game_close(&s->g);
    free(s);
}

// ---- drift ------------------------------------------------------------------------------------------------

// The rules' input function, as a client build has it that differs a little from the server's.
static void differing_input(void *context, uint32_t player, const lope_command *command, const lope_state *state,
                            lope_input *input)
{
    (void)context;
    (void)player;
    lope_command_input(command, state, input);
    input->move.x *= 0.97f;
    input->move.z *= 0.97f;
}

typedef struct drift {
    uint32_t states, drifted, wrong;
    double off; // m, at the end
} drift;

static drift play_differing_input(float tolerance, bool trusted)
{
    scene *s = calloc(1, sizeof *s);
    assert_true(game_open(&s->g, &(lope_net_server_def){.rules = {.contact_bound = LOPE_NET_PASS, .tolerance = tolerance}},
                          &(lope_net_link_profile){.delay = 0.03}, 1));
    s->g.rules.input = differing_input;
    s->g.hooks.wishes = game_wander;
    const uint32_t seat = game_join(&s->g, (lope_point){0, 0, 5});
    assert_int_equal(lope_net_server_trust(s->g.server, seat, trusted), LOPE_OK);
    game_run(&s->g, 10);
    lope_net_seat_stats seat_stats;
    assert_int_equal(lope_net_server_stats(s->g.server, seat, &seat_stats), LOPE_OK);
    const lope_net_stats stats = lope_net_client_stats(s->g.clients[seat].net);
    assert_true(stats.checks > 200);
    const drift d = {.states = stats.states - 1,
                     .drifted = seat_stats.drifted,
                     .wrong = stats.wrong,
                     .off = apart(lope_net_client_state(s->g.clients[seat].net)->feet, s->g.clients[seat].state.feet)};
    printf("tolerance %g, trusted %d: %u states, %u checks wrong, %u told of drift\n", (double)tolerance, trusted, d.states,
           d.wrong, d.drifted);
    game_close(&s->g);
    free(s);
    return d;
}

static void drifts(void **unused)
{
    (void)unused;
    const drift none = play_differing_input(0, false), some = play_differing_input(0.1f, false),
                all = play_differing_input(5, false), trusted = play_differing_input(0, true);
    assert_true(none.states > 50);                                 // to the bit: nearly every packet
    assert_true(some.states > 0 && some.states * 4 < none.states); // 10 cm take most of a second to come about
    assert_int_equal(all.states, 0);
    assert_int_equal(trusted.states, 0);
    assert_true(trusted.drifted > 100);
    assert_int_equal(lope_net_server_trust(NULL, 0, true), LOPE_ERROR_NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_seen), cmocka_unit_test(forged_views), cmocka_unit_test(drifts)};
    return cmocka_run_group_tests_name("net.history", tests, NULL, NULL);
}
