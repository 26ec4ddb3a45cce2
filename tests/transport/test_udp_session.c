// test_udp_session.c - DTLS over datagrams in memory: handshakes on a lossy line, which peers are refused and why,
// records that were sent again or changed, dead peers.
#include "sim_net.h"

// A captured record of a client.
typedef struct capture {
    lope_address from;
    sim_datagram last;
    uint32_t count;
} capture;

static void take(void *context, const sim_datagram *sent)
{
    capture *c = context;
    if (memcmp(&sent->from, &c->from, sizeof c->from) != 0) return;
    c->last = *sent;
    c->count++;
}

static void join_one(udp_game *g, udp_guest *guest, uint64_t player)
{
    const lope_token token = udp_game_token(g, player, 5, 60);
    udp_game_join(g, guest, &token);
    udp_game_settle(g, guest, 1, 4);
    assert_int_equal(guest->told.opened, 1);
}

// ---- handshakes -------------------------------------------------------------------------------------------

static void handshake_opens_and_carries_both_ways(void **unused)
{
    udp_game g;
    udp_guest guest;
    uint8_t large[LOPE_NET_PACKET];
    (void)unused;
    udp_game_open(&g, 4, 1);
    join_one(&g, &guest, 42);
    printf("handshake: %llu datagrams, %llu bytes\n", (unsigned long long)g.p.sent, (unsigned long long)g.p.bytes);
    assert_true(g.p.bytes < 1200); // an end of ours, an end of theirs, a cookie, and nothing that was repeated
    assert_int_equal(g.told.opened, 1);
    assert_true(g.told.last_player == 42);
    assert_int_equal(lope_transport_gives(g.server), LOPE_TRANSPORT_SECRET);
    for (uint32_t i = 0; i < sizeof large; i++) large[i] = (uint8_t)(i * 13);
    for (size_t size = 1; size <= sizeof large; size += size < 64 ? 1 : 71) {
        g.skipped += 0.1; // a packet in a while: not a flood
        assert_int_equal(lope_transport_send(guest.transport, 0, large, size, udp_game_now(&g)), LOPE_OK);
        assert_int_equal(lope_transport_send(g.server, 0, large, size, udp_game_now(&g)), LOPE_OK);
        udp_game_look(&g, &guest, 1);
        assert_int_equal(g.told.last_size, size);
        assert_int_equal(guest.told.last_size, size);
        assert_memory_equal(g.told.last, large, size);
        assert_memory_equal(guest.told.last, large, size);
    }
    assert_int_equal(lope_transport_send(guest.transport, 0, large, 0, 1), LOPE_ERROR_RANGE);
    assert_int_equal(lope_transport_send(guest.transport, 0, large, LOPE_NET_PACKET + 1, 1), LOPE_ERROR_RANGE);
    assert_int_equal(lope_transport_send(guest.transport, 1, large, 8, 1), LOPE_ERROR_HANDLE);
    assert_int_equal(lope_transport_send(g.server, 1, large, 8, 1), LOPE_ERROR_HANDLE);
    assert_int_equal(lope_transport_send(g.server, 99, large, 8, 1), LOPE_ERROR_HANDLE);
    lope_transport_close(guest.transport);
    udp_game_look(&g, NULL, 0);
    assert_int_equal(g.told.closed, 1);
    assert_int_equal(g.told.last_why, LOPE_TRANSPORT_LEFT);
    udp_game_close(&g);
}

// 30 at once, each datagram lost with 15 %, doubled with 5 %, 20 ms one way. Who is not in after 5 s tries
// again with the same token, which is still good.
static void handshake_lossy_line_opens_all(void **unused)
{
    static udp_guest guests[30];
    lope_token tokens[30];
    udp_game g;
    uint32_t again = 0;
    (void)unused;
    udp_game_open(&g, 30, test_seed());
    g.p.loss = 0.15;
    g.p.doubled = 0.05;
    g.p.delay = 0.02;
    for (uint32_t i = 0; i < 30; i++) {
        tokens[i] = udp_game_token(&g, i, 5, 60);
        udp_game_join(&g, &guests[i], &tokens[i]);
    }
    const double start = udp_game_now(&g);
    udp_game_settle(&g, guests, 30, 6);
    for (uint32_t i = 0; i < 30; i++) {
        if (guests[i].told.opened > 0) continue;
        again++;
        assert_int_equal(guests[i].told.last_why, LOPE_TRANSPORT_NO_HANDSHAKE);
        lope_transport_close(guests[i].transport);
        udp_game_join(&g, &guests[i], &tokens[i]);
    }
    if (again > 0) udp_game_settle(&g, guests, 30, 6);
    for (uint32_t i = 0; i < 30; i++) assert_int_equal(guests[i].told.opened, 1);
    assert_true(again <= 3);
    assert_int_equal(g.told.opened, 30);
    printf("30 handshakes at 15 %% loss: %.1f s, %u tried again, %llu datagrams\n", udp_game_now(&g) - start, again,
           (unsigned long long)g.p.sent);
    for (uint32_t i = 0; i < 30; i++) lope_transport_close(guests[i].transport);
    udp_game_close(&g);
}

// ---- what is refused --------------------------------------------------------------------------------------

static void refuse(udp_game *g, const lope_token *token, uint32_t why, uint32_t told)
{
    udp_guest guest;
    const uint32_t before = g->told.refused[why];
    udp_game_join(g, &guest, token);
    udp_game_settle(g, &guest, 1, 4);
    assert_int_equal(guest.told.opened, 0);
    assert_int_equal(guest.told.closed, 1);
    assert_int_equal(guest.told.last_why, told);
    assert_int_equal(g->told.refused[why], before + 1);
    lope_transport_close(guest.transport);
}

static void tokens_that_are_not_right_are_refused_by_name(void **unused)
{
    udp_game g;
    udp_guest first;
    (void)unused;
    udp_game_open(&g, 4, 3);
    lope_token expired = udp_game_token(&g, 1, 5, -1), other = udp_game_token(&g, 1, 6, 60),
               forged = udp_game_token(&g, 1, 5, 60);
    lope_token nonsense = {.identity = "let me in"}, good = udp_game_token(&g, 7, 5, 60);
    forged.identity[15] ^= 1; // another player's number
    refuse(&g, &expired, LOPE_TRANSPORT_TOKEN_EXPIRED, LOPE_TRANSPORT_TOKEN_EXPIRED);
    refuse(&g, &other, LOPE_TRANSPORT_TOKEN_OF_OTHER, LOPE_TRANSPORT_NOT_LET_IN);
    refuse(&g, &forged, LOPE_TRANSPORT_TOKEN_FORGED, LOPE_TRANSPORT_NOT_LET_IN);
    refuse(&g, &nonsense, LOPE_TRANSPORT_TOKEN_MALFORMED, LOPE_TRANSPORT_NOT_LET_IN);
    udp_game_join(&g, &first, &good);
    udp_game_settle(&g, &first, 1, 4);
    assert_int_equal(first.told.opened, 1);
    refuse(&g, &good, LOPE_TRANSPORT_TOKEN_USED, LOPE_TRANSPORT_NOT_LET_IN);
    lope_transport_close(first.transport);
    udp_game_look(&g, NULL, 0);
    refuse(&g, &good, LOPE_TRANSPORT_TOKEN_USED, LOPE_TRANSPORT_NOT_LET_IN); // also when the first has left
    assert_int_equal(g.told.opened, 1);
    assert_true(lope_udp_stats_of(g.server).refused == 6);
    udp_game_close(&g);
}

// Who has seen an identity go by, and not its key, does not come in, and does not use it up.
static void token_without_its_key_does_not_open(void **unused)
{
    udp_game g;
    udp_guest thief, owner;
    (void)unused;
    udp_game_open(&g, 4, 4);
    const lope_token token = udp_game_token(&g, 7, 5, 60);
    lope_token seen = token;
    seen.key[3] ^= 1;
    udp_game_join(&g, &thief, &seen);
    udp_game_settle(&g, &thief, 1, 1);
    assert_int_equal(thief.told.opened, 0);
    udp_game_join(&g, &owner, &token);
    udp_game_settle(&g, &owner, 1, 4);
    assert_int_equal(owner.told.opened, 1);
    g.skipped += 6;
    assert_int_equal(lope_transport_send(owner.transport, 0, "here", 4, udp_game_now(&g)), LOPE_OK);
    udp_game_look(&g, &thief, 1);
    assert_int_equal(thief.told.last_why, LOPE_TRANSPORT_NO_HANDSHAKE);
    assert_int_equal(g.told.refused[LOPE_TRANSPORT_NO_HANDSHAKE], 1);
    assert_int_equal(g.told.opened, 1);
    assert_int_equal(g.told.closed, 0);
    lope_transport_close(thief.transport);
    lope_transport_close(owner.transport);
    udp_game_close(&g);
}

static void server_full_refuses_and_a_seat_comes_free(void **unused)
{
    udp_game g;
    udp_guest first, next;
    (void)unused;
    udp_game_open(&g, 1, 5);
    join_one(&g, &first, 1);
    const lope_token second = udp_game_token(&g, 2, 5, 60);
    refuse(&g, &second, LOPE_TRANSPORT_FULL, LOPE_TRANSPORT_NOT_LET_IN);
    lope_transport_close(first.transport);
    udp_game_look(&g, NULL, 0);
    udp_game_join(&g, &next, &second); // refused for want of a seat, it is still good
    udp_game_settle(&g, &next, 1, 4);
    assert_int_equal(next.told.opened, 1);
    lope_transport_close(next.transport);
    udp_game_close(&g);
}

// ---- records ----------------------------------------------------------------------------------------------

// Each record comes three times, the last 60 of them once more: each counts once.
static void record_sent_again_is_dropped(void **unused)
{
    enum { RECORDS = 200, AGAIN = 60 };
    static sim_datagram kept[RECORDS];
    udp_game g;
    udp_guest guest;
    capture c = {.count = 0};
    (void)unused;
    udp_game_open(&g, 4, 6);
    join_one(&g, &guest, 1);
    c.from = guest.address;
    g.p.tap = take;
    g.p.context = &c;
    for (uint32_t i = 0; i < RECORDS; i++) {
        g.skipped += 0.05;
        assert_int_equal(lope_transport_send(guest.transport, 0, &i, sizeof i, udp_game_now(&g)), LOPE_OK);
        kept[i] = c.last;
        for (uint32_t k = 0; k < 2; k++) sim_net_put(&g.p, &c.last.from, &c.last.to, c.last.bytes, c.last.size);
        udp_game_look(&g, &guest, 1);
        assert_int_equal(g.told.packets, i + 1);
    }
    for (uint32_t i = 0; i < RECORDS; i++) {
        g.skipped += 0.02; // in all less than a silence that closes
        sim_net_put(&g.p, &kept[i].from, &kept[i].to, kept[i].bytes, kept[i].size);
        if (i % AGAIN == 0) udp_game_look(&g, &guest, 1);
    }
    udp_game_look(&g, &guest, 1);
    assert_int_equal(g.told.packets, RECORDS);
    assert_int_equal(g.told.closed, 0);
    lope_transport_close(guest.transport);
    udp_game_close(&g);
}

// Every bit of a record, changed; cut at every length; from another address: none counts, and the record
// itself still does, once.
static void record_changed_is_dropped(void **unused)
{
    udp_game g;
    udp_guest guest;
    capture c = {.count = 0};
    uint8_t payload[48];
    uint32_t tried = 0;
    (void)unused;
    udp_game_open(&g, 4, 7);
    join_one(&g, &guest, 1);
    c.from = guest.address;
    g.p.tap = take;
    g.p.context = &c;
    g.p.loss = 1;
    memset(payload, 7, sizeof payload);
    assert_int_equal(lope_transport_send(guest.transport, 0, payload, sizeof payload, udp_game_now(&g)), LOPE_OK);
    const sim_datagram record = c.last;
    assert_int_equal(record.size, sizeof payload + 29);
    for (uint32_t bit = 0; bit < 8 * record.size; bit++, tried++) {
        sim_datagram changed = record;
        changed.bytes[bit / 8] ^= (uint8_t)(1u << bit % 8);
        g.skipped += 0.01;
        sim_net_put(&g.p, &changed.from, &changed.to, changed.bytes, changed.size);
        assert_int_equal(lope_transport_send(guest.transport, 0, payload, 4, udp_game_now(&g)), LOPE_OK); // lost
        udp_game_look(&g, &guest, 1);
    }
    for (size_t size = 0; size < record.size; size++, tried++) {
        g.skipped += 0.01;
        sim_net_put(&g.p, &record.from, &record.to, record.bytes, size);
        udp_game_look(&g, &guest, 1);
    }
    const lope_address stranger = {.ip = {[10] = 0xff, 0xff, 10, 0, 0, 99}, .port = 1000};
    sim_net_put(&g.p, &stranger, &record.to, record.bytes, record.size);
    udp_game_look(&g, &guest, 1);
    assert_int_equal(g.told.packets, 0);
    assert_int_equal(g.told.closed, 0);
    sim_net_put(&g.p, &record.from, &record.to, record.bytes, record.size);
    udp_game_look(&g, &guest, 1);
    assert_int_equal(g.told.packets, 1);
    assert_memory_equal(g.told.last, payload, sizeof payload);
    printf("%u changed records, 0 accepted\n", tried);
    lope_transport_close(guest.transport);
    udp_game_close(&g);
}

// An encrypted record that is shorter than its tag, from a forged address: OpenSSL
// 3.0 ends the session for it, if it gets to see it.
static void record_too_short_for_its_tag_parts_nobody(void **unused)
{
    udp_game g;
    udp_guest guest;
    (void)unused;
    udp_game_open(&g, 4, 11);
    join_one(&g, &guest, 1);
    for (uint32_t i = 0; i < 64; i++) {
        const uint8_t length = (uint8_t)(i % 17), type = (uint8_t)(20 + i / 17);
        uint8_t bytes[30] = {type, 0xfe, 0xfd, 0, 1, 0, 0, 0, 0, 1, (uint8_t)i, 0, length};
        g.skipped += 0.01;
        sim_net_put(&g.p, &guest.address, &g.address, bytes, 13u + length);
        sim_net_put(&g.p, &g.address, &guest.address, bytes, 13u + length);
        udp_game_look(&g, &guest, 1);
    }
    assert_int_equal(g.told.closed, 0);
    assert_int_equal(guest.told.closed, 0);
    assert_int_equal(lope_transport_send(guest.transport, 0, "here", 4, udp_game_now(&g)), LOPE_OK);
    assert_int_equal(lope_transport_send(g.server, 0, "here", 4, udp_game_now(&g)), LOPE_OK);
    udp_game_look(&g, &guest, 1);
    assert_int_equal(g.told.packets, 1);
    assert_int_equal(guest.told.packets, 1);
    lope_transport_close(guest.transport);
    udp_game_close(&g);
}

// ---- peers that are gone ----------------------------------------------------------------------------------

static void peer_that_is_silent_is_closed(void **unused)
{
    udp_game g;
    udp_guest guest[2];
    (void)unused;
    udp_game_open(&g, 4, 8);
    join_one(&g, &guest[0], 1);
    join_one(&g, &guest[1], 2);
    g.skipped += 9;
    assert_int_equal(lope_transport_send(guest[1].transport, 0, "here", 4, udp_game_now(&g)), LOPE_OK);
    udp_game_look(&g, NULL, 0);
    assert_int_equal(g.told.closed, 0);
    g.skipped += 2;
    udp_game_look(&g, guest, 2);
    assert_int_equal(g.told.closed, 1);
    assert_int_equal(g.told.last_why, LOPE_TRANSPORT_SILENT);
    assert_int_equal(guest[0].told.closed, 1); // nothing came from the server either
    assert_int_equal(guest[0].told.last_why, LOPE_TRANSPORT_SILENT);
    lope_transport_close(guest[0].transport);
    lope_transport_close(guest[1].transport);
    udp_game_close(&g);
}

static void server_that_closes_says_so(void **unused)
{
    udp_game g;
    udp_guest guest;
    (void)unused;
    udp_game_open(&g, 4, 9);
    join_one(&g, &guest, 1);
    lope_transport_close(g.server);
    uint8_t bytes[LOPE_NET_PACKET];
    lope_transport_event event;
    assert_true(lope_transport_receive(guest.transport, udp_game_now(&g), bytes, sizeof bytes, &event));
    assert_int_equal(event.what, LOPE_TRANSPORT_CLOSED);
    assert_int_equal(event.why, LOPE_TRANSPORT_LEFT);
    lope_transport_close(guest.transport);
    sim_net_close(&g.p);
}

static void nobody_there_is_told(void **unused)
{
    udp_game g;
    udp_guest guest;
    (void)unused;
    udp_game_open(&g, 4, 10);
    const lope_token token = udp_game_token(&g, 1, 5, 60);
    udp_game_join(&g, &guest, &token);
    g.p.loss = 1;
    udp_game_look(&g, &guest, 1);
    g.skipped += 6;
    udp_game_look(&g, &guest, 1);
    assert_int_equal(guest.told.closed, 1);
    assert_int_equal(guest.told.last_why, LOPE_TRANSPORT_NO_HANDSHAKE);
    lope_transport_close(guest.transport);
    udp_game_close(&g);
}

static void open_refuses_by_name(void **unused)
{
    lope_error error = {0};
    const lope_token token = {.identity = ""};
    const uint8_t master[LOPE_TOKEN_SECRET] = {1};
    (void)unused;
    assert_null(lope_udp_serve(&(lope_udp_serve_def){.error = &error}));
    assert_string_equal(error.field, "master");
    assert_null(lope_udp_serve(&(lope_udp_serve_def){.master = master, .peers = 5000, .error = &error}));
    assert_string_equal(error.field, "peers");
    assert_null(lope_udp_serve(&(lope_udp_serve_def){.master = master, .address = "nowhere", .error = &error}));
    assert_string_equal(error.field, "address");
    assert_null(lope_udp_join(&(lope_udp_join_def){.host = "localhost", .error = &error}));
    assert_string_equal(error.field, "token");
    assert_null(lope_udp_join(&(lope_udp_join_def){.token = &token, .error = &error}));
    assert_string_equal(error.field, "host");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(handshake_opens_and_carries_both_ways),
        cmocka_unit_test(handshake_lossy_line_opens_all),
        cmocka_unit_test(tokens_that_are_not_right_are_refused_by_name),
        cmocka_unit_test(token_without_its_key_does_not_open),
        cmocka_unit_test(server_full_refuses_and_a_seat_comes_free),
        cmocka_unit_test(record_sent_again_is_dropped),
        cmocka_unit_test(record_changed_is_dropped),
        cmocka_unit_test(record_too_short_for_its_tag_parts_nobody),
        cmocka_unit_test(peer_that_is_silent_is_closed),
        cmocka_unit_test(server_that_closes_says_so),
        cmocka_unit_test(nobody_there_is_told),
        cmocka_unit_test(open_refuses_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
