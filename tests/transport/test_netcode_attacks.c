// test_netcode_attacks.c - what strangers and peers do to netcode: requests that are forged or never go on, floods, what
// is overheard and sent again, garbage at both ends. Nothing is kept, nothing crashes, and peers that are in play on.
#include "netcode_game.h"

#include "adapters/netcode/server_places.h"

#ifdef LOPE_QUICK
#define GARBAGE 20000u // datagrams
#else
#define GARBAGE 100000u
#endif

// Returns the address of one stranger of many.
static lope_address stranger(uint32_t k)
{
    return (lope_address){.ip = {[10] = 0xff, [11] = 0xff, 172, (uint8_t)(k >> 16), (uint8_t)(k >> 8), (uint8_t)k}, .port = 1024};
}

// Requests that were not made with the key, by the ten thousand: no answer, no place, and a client comes in.
static void forged_requests_get_no_answer(void **unused)
{
    netcode_game g;
    netcode_guest guest;
    const netcode_keys keys = {{1}, {2}};
    netcode_sealed sealed;
    uint8_t bytes[NETCODE_REQUEST_SIZE];
    (void)unused;
    netcode_game_open(&g, 4, 6);
    const lope_netcode_claim claim = netcode_game_claim(&g, 1);
    assert_true(netcode_private_seal(g.key, &claim, &keys, &sealed));
    for (uint32_t i = 0; i < 10000; i++) {
        const lope_address from = stranger(i);
        netcode_sealed forged = sealed;
        memcpy(forged.nonce, &i, sizeof i);
        netcode_request_write(&forged, bytes);
        sim_net_put(&g.p, &from, &g.address, bytes, sizeof bytes);
        if (i % 1000 == 999) netcode_game_play(&g, NULL, 0, NETCODE_STEP);
    }
    const lope_netcode_stats s = lope_netcode_stats_of(g.server);
    assert_int_equal(s.refused[LOPE_TRANSPORT_TOKEN_FORGED], 10000);
    assert_int_equal(s.challenges, 0);
    assert_int_equal(g.p.sent, 0);
    netcode_game_play(&g, NULL, 0, 10);
    assert_int_equal(lope_netcode_stats_of(g.server).given_up, 0); // no place was taken
    netcode_game_join(&g, &guest, &claim);
    netcode_game_play(&g, &guest, 1, 0.2);
    assert_int_equal(guest.told.opened, 1);
    lope_transport_close(guest.transport);
    netcode_game_close(&g);
}

// Until a client has answered the challenge, no answer is longer than what it answers.
static void answers_are_shorter_than_requests(void **unused)
{
    static sim_talk t;
    netcode_game g;
    netcode_guest guest;
    uint32_t answers = 0;
    (void)unused;
    netcode_game_open(&g, 1, 1);
    sim_talk_begin(&t, &g.p);
    const lope_netcode_claim claim = netcode_game_claim(&g, 1);
    netcode_game_join(&g, &guest, &claim);
    netcode_game_play(&g, &guest, 1, 0.1);
    assert_int_equal(guest.told.opened, 1);
    size_t asked = 0;
    for (uint32_t i = 0; i < t.count && t.list[i].size != 1 + 1 + 8 + 16; i++) { // up to the first keep-alive
        if (memcmp(&t.list[i].from, &g.address, sizeof g.address) != 0) {
            asked = t.list[i].size;
            continue;
        }
        printf("%zu bytes are answered by %zu\n", asked, t.list[i].size);
        assert_true(t.list[i].size < asked);
        answers++;
    }
    assert_int_equal(answers, 1);
    lope_transport_close(guest.transport);
    netcode_game_close(&g);
}

// What a client has said to come in, sent again from its address when it has left: it gets no seat.
static void overheard_handshake_opens_nothing(void **unused)
{
    static sim_talk t;
    netcode_game g;
    netcode_guest guest;
    (void)unused;
    netcode_game_open(&g, 4, 1);
    sim_talk_begin(&t, &g.p);
    const lope_netcode_claim claim = netcode_game_claim(&g, 1);
    netcode_game_join(&g, &guest, &claim);
    netcode_game_play(&g, &guest, 1, 1);
    lope_transport_close(guest.transport);
    netcode_game_play(&g, NULL, 0, 0.1);
    assert_int_equal(g.told.closed, 1);
    g.p.tap = NULL;
    const uint32_t count = t.count;
    for (uint32_t i = 0; i < count; i++) {
        if (memcmp(&t.list[i].to, &g.address, sizeof g.address) != 0) continue;
        sim_net_put(&g.p, &guest.address, &g.address, t.list[i].bytes, t.list[i].size);
        netcode_game_play(&g, NULL, 0, NETCODE_STEP);
    }
    assert_true(lope_netcode_stats_of(g.server).requests >= 2);
    assert_int_equal(g.told.opened, 1);
    netcode_game_close(&g);
}

// Returns how many bytes of a kind of garbage there are: drawn, or what was overheard with bits changed, or as it was.
static size_t garbage(uint64_t *seed, const sim_talk *t, uint8_t *bytes)
{
    const uint32_t kind = random_below(seed, 4);
    if (kind == 0 || t->count == 0) {
        const uint32_t longest = random_below(seed, 4) == 0 ? LOPE_DATAGRAM : 80;
        const size_t size = 1 + random_below(seed, longest);
        for (size_t i = 0; i < size; i++) bytes[i] = (uint8_t)random_next(seed);
        if (random_below(seed, 2)) bytes[0] = (uint8_t)(random_below(seed, 10) << 4 | random_below(seed, 8));
        return size;
    }
    return sim_talk_changed(t, seed, kind == 1 ? 0 : 6, bytes);
}

// Garbage from strangers and, with a forged address, from a peer, to the server and to the peer. The packets of both
// go through all the time, each once.
static void garbage_disturbs_no_peer(void **unused)
{
    static sim_talk t;
    netcode_game g;
    netcode_guest guest;
    uint64_t seed = test_seed();
    uint32_t sent = 0;
    (void)unused;
    netcode_game_open(&g, 4, 2);
    sim_talk_begin(&t, &g.p);
    const lope_netcode_claim claim = netcode_game_claim(&g, 1);
    netcode_game_join(&g, &guest, &claim);
    netcode_game_play(&g, &guest, 1, 0.3);
    assert_int_equal(guest.told.opened, 1);
    for (uint32_t count = 0; count < GARBAGE;) {
        for (uint32_t k = 0; k < 20; k++, count++) {
            uint8_t bytes[LOPE_DATAGRAM];
            const size_t size = garbage(&seed, &t, bytes);
            const lope_address from = random_below(&seed, 2) ? guest.address : stranger(random_below(&seed, 9));
            if (random_below(&seed, 4) == 0)
                sim_net_put(&g.p, &g.address, &guest.address, bytes, size);
            else
                sim_net_put(&g.p, &from, &g.address, bytes, size);
        }
        g.now += 0.08; // by then the peer may send as many again
        sent++;
        assert_int_equal(lope_transport_send(guest.transport, 0, &sent, sizeof sent, g.now), LOPE_OK);
        assert_int_equal(lope_transport_send(g.server, 0, &sent, sizeof sent, g.now), LOPE_OK);
        if (t.count == SIM_TALK) t.count = 32; // it overhears on
        netcode_game_play(&g, &guest, 1, NETCODE_STEP);
        if (g.told.packets != sent || guest.told.packets != sent || memcmp(g.told.last, &sent, sizeof sent) != 0)
            fail_msg("after %u datagrams: the server has %u of %u packets, the client %u", (unsigned)count,
                     (unsigned)g.told.packets, (unsigned)sent, (unsigned)guest.told.packets);
    }
    assert_int_equal(g.told.closed + guest.told.closed, 0);
    assert_int_equal(g.told.opened, 1);
    printf("%u datagrams of garbage: %u packets each way, all came once\n", (unsigned)GARBAGE, (unsigned)sent);
    lope_transport_close(guest.transport);
    netcode_game_close(&g);
}

// Garbage among handshakes, at both ends and from the right addresses: each client comes in all the same.
static void garbage_in_handshakes_keeps_no_client_out(void **unused)
{
    static sim_talk t;
    netcode_game g;
    uint64_t seed = test_seed() + 2;
    (void)unused;
    netcode_game_open(&g, 4, 3);
    sim_talk_begin(&t, &g.p);
    for (uint32_t round = 0; round < 40; round++) {
        netcode_guest guest;
        const lope_netcode_claim claim = netcode_game_claim(&g, round);
        netcode_game_join(&g, &guest, &claim);
        for (uint32_t step = 0; step < 30; step++) {
            for (uint32_t k = 0; k < 3; k++) {
                uint8_t bytes[LOPE_DATAGRAM];
                const size_t size = garbage(&seed, &t, bytes);
                const bool up = random_below(&seed, 2);
                sim_net_put(&g.p, up ? &guest.address : &g.address, up ? &g.address : &guest.address, bytes, size);
            }
            netcode_game_play(&g, &guest, 1, NETCODE_STEP);
        }
        assert_int_equal(guest.told.opened, 1);
        assert_int_equal(guest.told.closed, 0);
        lope_transport_close(guest.transport);
        netcode_game_play(&g, NULL, 0, 0.1);
        assert_int_equal(g.told.closed, round + 1);
        if (t.count == SIM_TALK) t.count = 0;
    }
    assert_int_equal(g.told.opened, 40);
    netcode_game_close(&g);
}

// Clients with good tokens never answer the challenge: their places are bounded, and are given up.
static void challenges_without_an_answer_are_bounded(void **unused)
{
    netcode_game g;
    netcode_guest guest;
    (void)unused;
    netcode_game_open(&g, 4, 4);
    for (uint16_t i = 0; i < 40; i++) {
        const lope_netcode_claim claim = netcode_game_claim(&g, 100u + i);
        lope_address from = stranger(1); // all of one network
        from.port = (uint16_t)(2000 + i);
        netcode_game_request(&g, &claim, g.key, &from);
    }
    netcode_game_play(&g, NULL, 0, NETCODE_STEP);
    assert_int_equal(lope_netcode_stats_of(g.server).challenges, 16);
    const lope_netcode_claim claim = netcode_game_claim(&g, 1);
    netcode_game_join(&g, &guest, &claim);
    netcode_game_play(&g, &guest, 1, 0.2);
    assert_int_equal(guest.told.opened, 1);
    netcode_game_play(&g, &guest, 1, 2.2);
    assert_int_equal(lope_netcode_stats_of(g.server).given_up, 16);
    assert_int_equal(g.told.opened, 1);
    lope_transport_close(guest.transport);
    netcode_game_close(&g);
}

static void oldest_challenge_makes_room(void **unused)
{
    netcode_game g;
    netcode_guest guest;
    (void)unused;
    netcode_game_open(&g, 4, 4);
    for (uint32_t i = 0; i < 200; i++) {
        const lope_netcode_claim claim = netcode_game_claim(&g, 100u + i);
        const lope_address from = stranger(i);
        netcode_game_request(&g, &claim, g.key, &from);
    }
    netcode_game_play(&g, NULL, 0, NETCODE_STEP);
    assert_int_equal(lope_netcode_stats_of(g.server).given_up, 200 - NETCODE_HALF_OPEN);
    const lope_netcode_claim claim = netcode_game_claim(&g, 1);
    netcode_game_join(&g, &guest, &claim);
    netcode_game_play(&g, &guest, 1, 0.2);
    assert_int_equal(guest.told.opened, 1);
    lope_transport_close(guest.transport);
    netcode_game_close(&g);
}

// A client that floods is cut to what one may send, before anything is decrypted.
static void flood_of_a_peer_is_cut(void **unused)
{
    netcode_game g;
    netcode_guest guest;
    (void)unused;
    netcode_game_open(&g, 4, 5);
    const lope_netcode_claim claim = netcode_game_claim(&g, 1);
    netcode_game_join(&g, &guest, &claim);
    netcode_game_play(&g, &guest, 1, 1);
    for (uint32_t i = 0; i < 1000; i++) assert_int_equal(lope_transport_send(guest.transport, 0, &i, sizeof i, g.now), LOPE_OK);
    transport_listen(&g.told, g.server, g.now);
    assert_in_range(g.told.packets, 62, 64); // 64 at once, less a keep-alive or two
    assert_in_range(lope_netcode_stats_of(g.server).flooded, 1000 - 64, 1002 - g.told.packets);
    lope_transport_close(guest.transport);
    netcode_game_close(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forged_requests_get_no_answer),
        cmocka_unit_test(answers_are_shorter_than_requests),
        cmocka_unit_test(overheard_handshake_opens_nothing),
        cmocka_unit_test(garbage_disturbs_no_peer),
        cmocka_unit_test(garbage_in_handshakes_keeps_no_client_out),
        cmocka_unit_test(challenges_without_an_answer_are_bounded),
        cmocka_unit_test(oldest_challenge_makes_room),
        cmocka_unit_test(flood_of_a_peer_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
