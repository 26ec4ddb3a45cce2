// test_netcode_session.c - both ends of netcode over a line in memory and over sockets: peers that come, are refused,
// leave or fall silent; servers in turn; bad lines.
#define _POSIX_C_SOURCE 200809L

#include "netcode_game.h"

#include <time.h>

// ---- coming, playing, leaving -----------------------------------------------------------------------------

static void netcode_carries_packets_of_every_size_both_ways(void **unused)
{
    netcode_game g;
    netcode_guest guest;
    uint8_t bytes[LOPE_NET_PACKET];
    (void)unused;
    netcode_game_open(&g, 4, 1);
    const lope_netcode_claim claim = netcode_game_claim(&g, 42);
    netcode_game_join(&g, &guest, &claim);
    assert_int_equal(lope_transport_send(guest.transport, 0, "x", 1, 0), LOPE_ERROR_HANDLE); // it is not in yet
    netcode_game_play(&g, &guest, 1, 0.2);
    assert_int_equal(guest.told.opened, 1);
    assert_int_equal(g.told.opened, 1);
    assert_true(g.told.last_player == 42);
    assert_string_equal(lope_transport_name(g.server), "netcode");
    assert_int_equal(lope_transport_gives(guest.transport), LOPE_TRANSPORT_SECRET);
    assert_int_equal(lope_transport_payload(guest.transport), LOPE_NET_PACKET);
    assert_memory_equal(lope_netcode_user_data(g.server, 0), claim.user_data, LOPE_NETCODE_USER_DATA);
    assert_null(lope_netcode_user_data(g.server, 1));
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)(i * 13 + 1);
    uint32_t count = 0;
    for (size_t size = 1; size <= sizeof bytes; size += size < 64 ? 1 : 71) {
        count++;
        assert_int_equal(lope_transport_send(guest.transport, 0, bytes, size, g.now), LOPE_OK);
        assert_int_equal(lope_transport_send(g.server, 0, bytes, size, g.now), LOPE_OK);
        netcode_game_play(&g, &guest, 1, NETCODE_STEP);
        assert_int_equal(g.told.packets, count);
        assert_int_equal(guest.told.packets, count);
        assert_int_equal(g.told.last_size, size);
        assert_int_equal(guest.told.last_size, size);
        assert_memory_equal(g.told.last, bytes, size);
        assert_memory_equal(guest.told.last, bytes, size);
    }
    assert_int_equal(lope_transport_send(g.server, 0, bytes, 0, g.now), LOPE_ERROR_RANGE);
    assert_int_equal(lope_transport_send(g.server, 0, bytes, LOPE_NET_PACKET + 1, g.now), LOPE_ERROR_RANGE);
    assert_int_equal(lope_transport_send(guest.transport, 0, bytes, LOPE_NET_PACKET + 1, g.now), LOPE_ERROR_RANGE);
    assert_int_equal(lope_transport_send(g.server, 1, bytes, 8, g.now), LOPE_ERROR_HANDLE);
    assert_int_equal(lope_transport_send(g.server, 99, bytes, 8, g.now), LOPE_ERROR_HANDLE);
    lope_transport_close(guest.transport);
    netcode_game_play(&g, NULL, 0, NETCODE_STEP);
    assert_int_equal(g.told.closed, 1);
    assert_int_equal(g.told.last_why, LOPE_TRANSPORT_LEFT);
    assert_int_equal(lope_transport_send(g.server, 0, bytes, 8, g.now), LOPE_ERROR_HANDLE);
    netcode_game_close(&g);
}

// Without packets of the game, keep-alives go both ways: neither end takes the other for silent.
static void quiet_peers_stay(void **unused)
{
    netcode_game g;
    netcode_guest guest;
    (void)unused;
    netcode_game_open(&g, 4, 1);
    const lope_netcode_claim claim = netcode_game_claim(&g, 1);
    netcode_game_join(&g, &guest, &claim);
    netcode_game_play(&g, &guest, 1, 0.2);
    const uint64_t sent = g.p.sent;
    netcode_game_play(&g, &guest, 1, 20);
    assert_int_equal(g.told.closed + guest.told.closed, 0);
    assert_in_range(g.p.sent - sent, 2 * 150, 2 * 201); // 10 a second at most, each way; steps of 20 ms round the rate
    lope_transport_close(guest.transport);
    netcode_game_close(&g);
}

static void dropped_and_closed_peers_are_told(void **unused)
{
    netcode_game g;
    netcode_guest guests[2];
    (void)unused;
    netcode_game_open(&g, 4, 1);
    for (uint32_t i = 0; i < 2; i++) {
        const lope_netcode_claim claim = netcode_game_claim(&g, i + 1);
        netcode_game_join(&g, &guests[i], &claim);
    }
    netcode_game_play(&g, guests, 2, 0.2);
    assert_int_equal(g.told.opened, 2);
    lope_transport_drop(g.server, 0, g.now);
    netcode_game_play(&g, guests, 2, NETCODE_STEP);
    assert_int_equal(guests[0].told.closed, 1);
    assert_int_equal(guests[0].told.last_why, LOPE_TRANSPORT_LEFT);
    assert_int_equal(guests[1].told.closed, 0);
    assert_int_equal(g.told.closed, 0); // the end that drops a peer is not told of it
    lope_transport_close(g.server);
    g.server = NULL;
    netcode_game_play(&g, guests, 2, NETCODE_STEP);
    assert_int_equal(guests[1].told.closed, 1);
    assert_int_equal(guests[1].told.last_why, LOPE_TRANSPORT_LEFT);
    for (uint32_t i = 0; i < 2; i++) lope_transport_close(guests[i].transport);
    netcode_game_close(&g);
}

static void silence_ends_a_peer_after_the_tokens_timeout(void **unused)
{
    netcode_game g;
    netcode_guest guest;
    (void)unused;
    netcode_game_open(&g, 4, 1);
    const lope_netcode_claim claim = netcode_game_claim(&g, 1);
    netcode_game_join(&g, &guest, &claim);
    netcode_game_play(&g, &guest, 1, 0.2);
    g.p.loss = 1;
    netcode_game_play(&g, &guest, 1, 1.9);
    assert_int_equal(g.told.closed + guest.told.closed, 0);
    netcode_game_play(&g, &guest, 1, 0.4);
    assert_int_equal(g.told.closed, 1);
    assert_int_equal(g.told.last_why, LOPE_TRANSPORT_SILENT);
    assert_int_equal(guest.told.closed, 1);
    assert_int_equal(guest.told.last_why, LOPE_TRANSPORT_SILENT);
    lope_transport_close(guest.transport);
    netcode_game_close(&g);
}

static void tokens_without_a_timeout_bear_silence(void **unused)
{
    (void)unused;
    for (int32_t timeout = -1; timeout <= 0; timeout++) {
        netcode_game g;
        netcode_guest guest;
        netcode_game_open(&g, 4, 1);
        lope_netcode_claim claim = netcode_game_claim(&g, 1);
        claim.timeout = timeout;
        netcode_game_join(&g, &guest, &claim);
        netcode_game_play(&g, &guest, 1, 0.2);
        g.p.loss = 1;
        netcode_game_play(&g, &guest, 1, 200);
        g.p.loss = 0;
        assert_int_equal(lope_transport_send(guest.transport, 0, "x", 1, g.now), LOPE_OK);
        netcode_game_play(&g, &guest, 1, 0.1);
        assert_int_equal(g.told.closed + guest.told.closed, 0);
        assert_int_equal(g.told.packets, 1);
        lope_transport_close(guest.transport);
        netcode_game_close(&g);
    }
}

// ---- servers in turn --------------------------------------------------------------------------------------

static void no_answer_is_told_after_the_last_server(void **unused)
{
    netcode_game g;
    netcode_guest guest;
    (void)unused;
    netcode_game_open(&g, 0, 1);
    lope_netcode_claim claim = netcode_game_claim(&g, 1);
    claim.server_count = 3;
    claim.servers[1] = claim.servers[2] = claim.servers[0];
    netcode_game_join(&g, &guest, &claim);
    netcode_game_play(&g, &guest, 1, 5.9);
    assert_int_equal(guest.told.closed, 0);
    netcode_game_play(&g, &guest, 1, 0.4);
    assert_int_equal(guest.told.closed, 1);
    assert_int_equal(guest.told.last_why, LOPE_TRANSPORT_NO_HANDSHAKE);
    lope_transport_close(guest.transport);
    netcode_game_close(&g);
}

static void token_that_expires_meanwhile_is_told(void **unused)
{
    netcode_game g;
    netcode_guest guest;
    (void)unused;
    netcode_game_open(&g, 0, 1);
    lope_netcode_claim claim = netcode_game_claim(&g, 1);
    claim.expiry = claim.created + 1;
    netcode_game_join(&g, &guest, &claim);
    netcode_game_play(&g, &guest, 1, 0.9);
    assert_int_equal(guest.told.closed, 0);
    netcode_game_play(&g, &guest, 1, 0.2);
    assert_int_equal(guest.told.closed, 1);
    assert_int_equal(guest.told.last_why, LOPE_TRANSPORT_TOKEN_EXPIRED);
    lope_transport_close(guest.transport);
    netcode_game_close(&g);
}

// The first server of the token does not answer, the second is full, the third lets in.
static void servers_are_tried_in_turn(void **unused)
{
    netcode_game full; // the second server, and the line
    netcode_guest guests[2];
    lope_address third;
    lope_error error = {0};
    transport_told told = {.opened = 0};
    (void)unused;
    netcode_game_open(&full, 1, 1);
    const lope_netcode_claim first = netcode_game_claim(&full, 1);
    netcode_game_join(&full, &guests[0], &first);
    netcode_game_play(&full, guests, 1, 0.2);
    assert_int_equal(full.told.opened, 1);
    const lope_datagrams datagrams = sim_net_make_end(&full.p, &third);
    lope_transport *server = lope_netcode_serve(&(lope_netcode_serve_def){.key = full.key,
                                                                          .protocol = NETCODE_PROTOCOL,
                                                                          .publics = &third,
                                                                          .public_count = 1,
                                                                          .datagrams = &datagrams,
                                                                          .error = &error});
    assert_non_null(server);
    lope_netcode_claim claim = netcode_game_claim(&full, 2);
    claim.server_count = 3;
    claim.servers[0].port = 9;
    claim.servers[1] = full.address;
    claim.servers[2] = third;
    netcode_game_join(&full, &guests[1], &claim);
    for (uint32_t i = 0; i < 130; i++) {
        netcode_game_play(&full, guests, 2, NETCODE_STEP);
        transport_listen(&told, server, full.now);
    }
    assert_int_equal(guests[1].told.opened, 1);
    assert_int_equal(told.opened, 1);
    assert_true(told.last_player == 2);
    assert_int_equal(full.told.refused[LOPE_TRANSPORT_FULL], 1);
    assert_int_equal(full.told.closed, 0);
    for (uint32_t i = 0; i < 2; i++) lope_transport_close(guests[i].transport);
    lope_transport_close(server);
    netcode_game_close(&full);
}

static void full_server_says_so_and_gives_numbers_again(void **unused)
{
    netcode_game g;
    netcode_guest guests[2];
    (void)unused;
    netcode_game_open(&g, 1, 1);
    for (uint32_t i = 0; i < 2; i++) {
        const lope_netcode_claim claim = netcode_game_claim(&g, i + 1);
        netcode_game_join(&g, &guests[i], &claim);
        netcode_game_play(&g, guests, i + 1, 0.3);
    }
    assert_int_equal(guests[1].told.closed, 1);
    assert_int_equal(guests[1].told.last_why, LOPE_TRANSPORT_FULL);
    assert_int_equal(g.told.refused[LOPE_TRANSPORT_FULL], 1);
    lope_transport_close(guests[0].transport);
    lope_transport_close(guests[1].transport);
    netcode_game_play(&g, NULL, 0, NETCODE_STEP);
    const lope_netcode_claim claim = netcode_game_claim(&g, 3);
    netcode_game_join(&g, &guests[0], &claim);
    netcode_game_play(&g, guests, 1, 0.2);
    assert_int_equal(g.told.opened, 2);
    assert_true(g.told.last_player == 3);
    assert_int_equal(g.told.last_peer, 0);
    lope_transport_close(guests[0].transport);
    netcode_game_close(&g);
}

// ---- refusals ---------------------------------------------------------------------------------------------

static void each_refusal_has_its_reason(void **unused)
{
    static const struct {
        uint32_t why;
        bool told; // the token is authentic
    } cases[] = {{LOPE_TRANSPORT_TOKEN_FORGED, false},   {LOPE_TRANSPORT_TOKEN_EXPIRED, false},
                 {LOPE_TRANSPORT_TOKEN_OF_OTHER, false}, {LOPE_TRANSPORT_TOKEN_OF_OTHER, true},
                 {LOPE_TRANSPORT_TOKEN_MALFORMED, true}, {LOPE_TRANSPORT_ALREADY_IN, true}};
    (void)unused;
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        netcode_game g;
        netcode_guest guest;
        netcode_game_open(&g, 4, 1);
        uint8_t key[LOPE_NETCODE_KEY];
        memcpy(key, g.key, sizeof key);
        lope_netcode_claim claim = netcode_game_claim(&g, 1);
        netcode_game_join(&g, &guest, &claim);
        netcode_game_play(&g, &guest, 1, 0.2);
        claim.player = i == 5 ? 1 : 2;
        if (i == 0) key[0] ^= 1;
        if (i == 1) claim.expiry = (uint64_t)time(NULL);
        if (i == 2) claim.protocol++;
        if (i == 3) claim.servers[0].port++;
        if (i == 4) claim.server_count = 0;
        const uint64_t sent = g.p.sent;
        const lope_address from = {.ip = {[10] = 0xff, [11] = 0xff, 172, 16, 0, 1}, .port = 5};
        netcode_game_request(&g, &claim, key, &from);
        transport_listen(&g.told, g.server, g.now - NETCODE_STEP); // the time of before: no keep-alive is due
        assert_int_equal(g.p.sent, sent);                          // no answer
        assert_int_equal(lope_netcode_stats_of(g.server).refused[cases[i].why], 1);
        assert_int_equal(g.told.refused[cases[i].why], cases[i].told);
        assert_int_equal(g.told.opened, 1);
        lope_transport_close(guest.transport);
        netcode_game_close(&g);
    }
}

static void token_counts_for_one_address(void **unused)
{
    netcode_game g;
    netcode_guest guest, thief, again;
    uint8_t token[LOPE_NETCODE_TOKEN];
    (void)unused;
    netcode_game_open(&g, 4, 1);
    const lope_netcode_claim claim = netcode_game_claim(&g, 1);
    assert_int_equal(lope_netcode_token_make(g.key, &claim, token), LOPE_OK);
    netcode_game_join_by(&g, &guest, token);
    netcode_game_play(&g, &guest, 1, 0.2);
    lope_transport_close(guest.transport);
    netcode_game_play(&g, NULL, 0, 0.1);
    assert_int_equal(g.told.opened, 1);
    netcode_game_join_by(&g, &thief, token);
    netcode_game_play(&g, &thief, 1, 2.3);
    assert_int_equal(g.told.refused[LOPE_TRANSPORT_TOKEN_USED], 1); // once, however often the client asks
    assert_true(lope_netcode_stats_of(g.server).refused[LOPE_TRANSPORT_TOKEN_USED] >= 15);
    assert_int_equal(thief.told.last_why, LOPE_TRANSPORT_NO_HANDSHAKE);
    lope_transport_close(thief.transport);
    netcode_game_join_by(&g, &again, token);
    g.p.end[g.p.ends - 1].own = guest.address;
    netcode_game_play(&g, &again, 1, 0.2);
    assert_int_equal(again.told.opened, 1);
    lope_transport_close(again.transport);
    netcode_game_close(&g);
}

static void impossible_ends_are_refused(void **unused)
{
    static const uint8_t key[LOPE_NETCODE_KEY] = {1};
    static const lope_address publics[1] = {{.port = 1}};
    static const struct {
        lope_netcode_serve_def def;
        const char *field;
    } cases[] = {{{.address = "127.0.0.1"}, "key"},
                 {{.address = "127.0.0.1", .key = key, .peers = 4097}, "peers"},
                 {{.key = key}, "publics"},
                 {{.key = key, .publics = publics}, "public_count"},
                 {{.key = key, .publics = publics, .public_count = 33}, "public_count"},
                 {{.key = key, .address = "nowhere"}, "address"}};
    (void)unused;
    for (uint32_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        lope_error error = {0};
        lope_netcode_serve_def def = cases[i].def;
        def.error = &error;
        assert_null(lope_netcode_serve(&def));
        assert_string_equal(error.field, cases[i].field);
    }
    lope_error error = {0};
    assert_null(lope_netcode_join(&(lope_netcode_join_def){.error = &error}));
    assert_string_equal(error.field, "token");
}

// ---- lines ------------------------------------------------------------------------------------------------

// A line that loses a fifth, doubles a tenth and reorders within 60 ms: all come in, and no packet comes twice.
static void bad_line_brings_each_packet_once_at_most(void **unused)
{
    enum { GUESTS = 8, PACKETS = 300 };
    static bool up[GUESTS][PACKETS], down[GUESTS][PACKETS];
    netcode_game g;
    netcode_guest guests[GUESTS];
    uint32_t peers[GUESTS], came[2] = {0, 0}, late = 0;
    (void)unused;
    netcode_game_open(&g, GUESTS, (uint64_t)test_seed());
    g.p.loss = 0.2;
    g.p.doubled = 0.1;
    g.p.delay = 0.03;
    g.p.jitter = 0.06;
    for (uint32_t i = 0; i < GUESTS; i++) {
        const lope_netcode_claim claim = netcode_game_claim(&g, i);
        netcode_game_join(&g, &guests[i], &claim);
        netcode_game_play(&g, guests, i + 1, 1.5);
        assert_int_equal(g.told.opened, i + 1);
        assert_int_equal(guests[i].told.opened, 1);
        peers[i] = i;
    }
    uint32_t newest = 0;
    for (uint32_t n = 0; n < PACKETS + 10; n++, g.now += NETCODE_STEP) {
        uint8_t bytes[LOPE_NET_PACKET];
        lope_transport_event event;
        for (uint32_t i = 0; n < PACKETS && i < GUESTS; i++) {
            assert_int_equal(lope_transport_send(guests[i].transport, 0, &n, sizeof n, g.now), LOPE_OK);
            assert_int_equal(lope_transport_send(g.server, peers[i], &n, sizeof n, g.now), LOPE_OK);
        }
        while (lope_transport_receive(g.server, g.now, bytes, sizeof bytes, &event)) {
            uint32_t k;
            assert_int_equal(event.what, LOPE_TRANSPORT_PACKET);
            assert_int_equal(event.size, sizeof k);
            memcpy(&k, bytes, sizeof k);
            assert_true(k < PACKETS && !up[event.peer][k]);
            up[event.peer][k] = true;
            came[0]++;
            if (event.peer == 0) late += k < newest;
            if (event.peer == 0 && k > newest) newest = k;
        }
        for (uint32_t i = 0; i < GUESTS; i++)
            while (lope_transport_receive(guests[i].transport, g.now, bytes, sizeof bytes, &event)) {
                uint32_t k;
                assert_int_equal(event.what, LOPE_TRANSPORT_PACKET);
                memcpy(&k, bytes, sizeof k);
                assert_true(k < PACKETS && !down[i][k]);
                down[i][k] = true;
                came[1]++;
            }
    }
    printf("of %u packets each way came %u and %u; %u of one client were overtaken\n", (unsigned)(GUESTS * PACKETS),
           (unsigned)came[0], (unsigned)came[1], (unsigned)late);
    for (uint32_t way = 0; way < 2; way++) // four fifths, give or take 5 standard deviations (20 packets)
        assert_in_range(came[way], GUESTS * PACKETS * 4 / 5 - 100, GUESTS * PACKETS * 4 / 5 + 100);
    assert_true(late > 10);
    for (uint32_t i = 0; i < GUESTS; i++) lope_transport_close(guests[i].transport);
    netcode_game_close(&g);
}

// Over real sockets, IPv4 and IPv6. A machine without IPv6 says so and passes over it.
static void sockets_carry_packets(void **unused)
{
    static const char *const hosts[] = {"127.0.0.1", "::1"};
    (void)unused;
    for (uint32_t k = 0; k < 2; k++) {
        netcode_game g;
        netcode_guest guest = {.transport = NULL};
        char text[64];
        uint8_t token[LOPE_NETCODE_TOKEN];
        lope_error error = {0};
        netcode_game_open(&g, 0, 1);
        g.server = lope_netcode_serve(
            &(lope_netcode_serve_def){.address = hosts[k], .key = g.key, .protocol = NETCODE_PROTOCOL, .error = &error});
        if (g.server == NULL && k == 1) {
            printf("skipped IPv6: %s\n", error.text);
            netcode_game_close(&g);
            continue;
        }
        assert_non_null(g.server);
        snprintf(text, sizeof text, k == 1 ? "[%s]:%u" : "%s:%u", hosts[k], (unsigned)lope_netcode_port(g.server));
        assert_int_equal(lope_netcode_address(text, &g.address), LOPE_OK);
        const lope_netcode_claim claim = netcode_game_claim(&g, 7);
        assert_int_equal(lope_netcode_token_make(g.key, &claim, token), LOPE_OK);
        guest.transport = lope_netcode_join(&(lope_netcode_join_def){.token = token, .error = &error});
        assert_non_null(guest.transport);
        const double last = transport_clock() + 5;
        while (transport_clock() < last && (g.told.packets < 10 || guest.told.packets < 10)) {
            const double now = transport_clock();
            transport_listen(&g.told, g.server, now);
            transport_listen(&guest.told, guest.transport, now);
            lope_transport_send(guest.transport, 0, "up", 2, now);
            lope_transport_send(g.server, 0, "down", 4, now);
            nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
        }
        assert_true(g.told.packets >= 10 && guest.told.packets >= 10);
        assert_memory_equal(guest.told.last, "down", 4);
        lope_transport_close(guest.transport);
        while (transport_clock() < last && g.told.closed == 0) transport_listen(&g.told, g.server, transport_clock());
        assert_int_equal(g.told.last_why, LOPE_TRANSPORT_LEFT);
        netcode_game_close(&g);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(netcode_carries_packets_of_every_size_both_ways),
        cmocka_unit_test(quiet_peers_stay),
        cmocka_unit_test(dropped_and_closed_peers_are_told),
        cmocka_unit_test(silence_ends_a_peer_after_the_tokens_timeout),
        cmocka_unit_test(tokens_without_a_timeout_bear_silence),
        cmocka_unit_test(no_answer_is_told_after_the_last_server),
        cmocka_unit_test(token_that_expires_meanwhile_is_told),
        cmocka_unit_test(servers_are_tried_in_turn),
        cmocka_unit_test(full_server_says_so_and_gives_numbers_again),
        cmocka_unit_test(each_refusal_has_its_reason),
        cmocka_unit_test(token_counts_for_one_address),
        cmocka_unit_test(impossible_ends_are_refused),
        cmocka_unit_test(bad_line_brings_each_packet_once_at_most),
        cmocka_unit_test(sockets_carry_packets),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
