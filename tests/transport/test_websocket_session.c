// test_websocket_session.c - WebSocket on this machine: handshakes, which peers are refused and why, what is no
// packet, a connection that takes nothing, files for browsers.
#include "adapters/udp/lope_udp.h"
#include "websocket_game.h"
#include "websocket_raw.h"

#define LARGE 60000u // bytes of a message that is far too long

static void join_one(web_game *g, web_guest *guest, uint64_t player)
{
    const lope_token token = web_game_token(g, player, WEB_SERVER, 60);
    web_game_join(g, guest, &token);
    web_game_settle(g, guest, 1);
    assert_int_equal(guest->told.opened, 1);
}

// ---- good clients -----------------------------------------------------------------------------------------

static void handshake_opens_and_carries_both_ways(void **unused)
{
    web_game g;
    web_guest guest;
    uint8_t large[LOPE_NET_PACKET];
    uint32_t count = 0;
    (void)unused;
    web_game_open(&g, 4, NULL);
    join_one(&g, &guest, 42);
    assert_int_equal(g.told.opened, 1);
    assert_true(g.told.last_player == 42);
    assert_int_equal(lope_transport_gives(g.server), LOPE_TRANSPORT_ORDERED);
    assert_string_equal(lope_transport_name(g.server), "websocket");
    for (uint32_t i = 0; i < sizeof large; i++) large[i] = (uint8_t)(i * 13);
    for (size_t size = 1; size <= sizeof large; size += size < 64 ? 1 : 71) {
        g.skipped += 0.1; // a packet in a while: not a flood
        count++;
        assert_int_equal(lope_transport_send(guest.transport, 0, large, size, web_game_now(&g)), LOPE_OK);
        assert_int_equal(lope_transport_send(g.server, 0, large, size, web_game_now(&g)), LOPE_OK);
        web_game_until(&g, &guest, 1, &g.told.packets, count);
        web_game_until(&g, &guest, 1, &guest.told.packets, count);
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
    web_game_until(&g, NULL, 0, &g.told.closed, 1);
    assert_int_equal(g.told.last_why, LOPE_TRANSPORT_LEFT);
    web_game_close(&g);
}

static void peers_are_dropped_and_their_numbers_given_again(void **unused)
{
    web_game g;
    web_guest first, second, third;
    (void)unused;
    web_game_open(&g, 1, NULL);
    join_one(&g, &first, 1);
    const lope_token token = web_game_token(&g, 2, WEB_SERVER, 60);
    web_game_join(&g, &second, &token);
    web_game_settle(&g, &second, 1);
    assert_int_equal(second.told.last_why, LOPE_TRANSPORT_FULL);
    assert_int_equal(g.told.refused[LOPE_TRANSPORT_FULL], 1);
    lope_transport_drop(g.server, 0, web_game_now(&g));
    assert_int_equal(lope_transport_send(g.server, 0, "x", 1, web_game_now(&g)), LOPE_ERROR_HANDLE);
    web_game_until(&g, &first, 1, &first.told.closed, 1);
    assert_int_equal(first.told.last_why, LOPE_TRANSPORT_LEFT);
    assert_int_equal(g.told.closed, 0); // the one that drops is not told of it
    web_game_join(&g, &third, &token);  // a token that was not let in for want of a seat is still good
    web_game_settle(&g, &third, 1);
    assert_int_equal(third.told.opened, 1);
    web_game_close(&g);
    for (int i = 0; i < 100 && third.told.closed == 0; i++) { // its server is gone
        uint8_t bytes[LOPE_NET_PACKET];
        lope_transport_event event;
        while (lope_transport_receive(third.transport, 100 + i, bytes, sizeof bytes, &event))
            third.told.closed += event.what == LOPE_TRANSPORT_CLOSED;
    }
    assert_int_equal(third.told.closed, 1);
    lope_transport_close(first.transport);
    lope_transport_close(second.transport);
    lope_transport_close(third.transport);
}

static void silence_ends_a_peer(void **unused)
{
    web_game g;
    web_guest guest;
    (void)unused;
    web_game_open(&g, 4, NULL);
    join_one(&g, &guest, 7);
    g.skipped += 9;
    web_game_play(&g, NULL, 0, 0.05);
    assert_int_equal(g.told.closed, 0);
    g.skipped += 2;
    web_game_until(&g, NULL, 0, &g.told.closed, 1);
    assert_int_equal(g.told.last_why, LOPE_TRANSPORT_SILENT);
    web_game_until(&g, &guest, 1, &guest.told.closed, 1);
    lope_transport_close(guest.transport);
    web_game_close(&g);
}

static void server_that_is_not_there_is_told(void **unused)
{
    web_game g;
    web_guest guest;
    (void)unused;
    web_game_open(&g, 4, NULL);
    const lope_token token = web_game_token(&g, 1, WEB_SERVER, 60);
    web_game_join(&g, &guest, &token);
    lope_transport_close(g.server);
    for (int i = 0; i < 1000 && guest.told.closed == 0; i++) {
        uint8_t bytes[LOPE_NET_PACKET];
        lope_transport_event event;
        while (lope_transport_receive(guest.transport, 0.01 * i, bytes, sizeof bytes, &event)) {
            guest.told.closed += event.what == LOPE_TRANSPORT_CLOSED;
            guest.told.last_why = event.why;
        }
    }
    assert_int_equal(guest.told.closed, 1);
    assert_int_equal(guest.told.last_why, LOPE_TRANSPORT_NO_HANDSHAKE);
    lope_transport_close(guest.transport);
}

static void port_that_is_taken_is_refused(void **unused)
{
    web_game g;
    lope_error error = {0};
    (void)unused;
    web_game_open(&g, 4, NULL);
    assert_null(lope_websocket_serve(
        &(lope_websocket_serve_def){.address = "127.0.0.1", .port = g.port, .master = g.master, .error = &error}));
    assert_string_equal(error.field, "websocket");
    assert_null(lope_websocket_serve(&(lope_websocket_serve_def){.peers = 5000, .master = g.master, .error = &error}));
    assert_string_equal(error.field, "peers");
    assert_null(lope_websocket_serve(&(lope_websocket_serve_def){.error = &error}));
    assert_string_equal(error.field, "master");
    assert_null(lope_websocket_join(&(lope_websocket_join_def){.host = "localhost", .error = &error}));
    assert_string_equal(error.field, "token");
    web_game_close(&g);
}

// ---- what is refused --------------------------------------------------------------------------------------

static void refuse(web_game *g, const lope_token *token, uint32_t why, uint32_t told)
{
    web_guest guest;
    const uint32_t before = g->told.refused[why];
    web_game_join(g, &guest, token);
    web_game_settle(g, &guest, 1);
    assert_int_equal(guest.told.opened, 0);
    assert_int_equal(guest.told.closed, 1);
    assert_int_equal(guest.told.last_why, told);
    assert_int_equal(g->told.refused[why], before + 1);
    lope_transport_close(guest.transport);
}

static void tokens_that_are_not_right_are_refused_by_name(void **unused)
{
    web_game g;
    web_guest first;
    (void)unused;
    web_game_open(&g, 4, NULL);
    lope_token expired = web_game_token(&g, 1, WEB_SERVER, -1), other = web_game_token(&g, 1, 6, 60),
               forged = web_game_token(&g, 1, WEB_SERVER, 60), keyless = web_game_token(&g, 1, WEB_SERVER, 60);
    const lope_token good = web_game_token(&g, 7, WEB_SERVER, 60);
    forged.identity[15] ^= 1; // another player's number
    keyless.key[31] ^= 1;     // an identity that was seen, without its key
    refuse(&g, &expired, LOPE_TRANSPORT_TOKEN_EXPIRED, LOPE_TRANSPORT_TOKEN_EXPIRED);
    refuse(&g, &other, LOPE_TRANSPORT_TOKEN_OF_OTHER, LOPE_TRANSPORT_NOT_LET_IN);
    refuse(&g, &forged, LOPE_TRANSPORT_TOKEN_FORGED, LOPE_TRANSPORT_NOT_LET_IN);
    refuse(&g, &keyless, LOPE_TRANSPORT_TOKEN_FORGED, LOPE_TRANSPORT_NOT_LET_IN);
    keyless.key[31] ^= 1; // the key again: a forger has not spent the token
    web_game_join(&g, &first, &keyless);
    web_game_settle(&g, &first, 1);
    assert_int_equal(first.told.opened, 1);
    lope_transport_close(first.transport);
    web_game_join(&g, &first, &good);
    web_game_settle(&g, &first, 1);
    assert_int_equal(first.told.opened, 1);
    refuse(&g, &good, LOPE_TRANSPORT_TOKEN_USED, LOPE_TRANSPORT_NOT_LET_IN);
    lope_transport_close(first.transport);
    web_game_until(&g, NULL, 0, &g.told.closed, 2);
    refuse(&g, &good, LOPE_TRANSPORT_TOKEN_USED, LOPE_TRANSPORT_NOT_LET_IN); // also when the first has left
    assert_int_equal(g.told.opened, 2);
    assert_true(lope_websocket_stats_of(g.server).refused == 6);
    web_game_close(&g);
}

// A server that listens with both transports: a token lets in once, by either.
static void token_counts_once_beside_udp(void **unused)
{
    web_game g;
    web_guest web, datagrams;
    lope_error error = {0};
    (void)unused;
    web_game_open(&g, 4, NULL);
    lope_transport_close(g.server); // for its secret alone
    lope_transport *udp = lope_udp_serve(
        &(lope_udp_serve_def){.address = "127.0.0.1", .peers = 4, .master = g.master, .server = WEB_SERVER, .error = &error});
    assert_non_null(udp);
    const uint16_t port = lope_udp_port(udp);
    web_game_open(&g, 4, &(lope_websocket_serve_def){.beside = udp});
    const lope_token token = web_game_token(&g, 1, WEB_SERVER, 60);
    web_game_join(&g, &web, &token);
    web_game_settle(&g, &web, 1);
    assert_int_equal(web.told.opened, 1);
    memset(&datagrams, 0, sizeof datagrams);
    datagrams.transport = lope_udp_join(&(lope_udp_join_def){.host = "127.0.0.1", .port = port, .token = &token});
    uint32_t why = 0;
    for (int i = 0; i < 2000 && datagrams.told.closed == 0; i++) {
        uint8_t bytes[LOPE_NET_PACKET];
        lope_transport_event event;
        while (lope_transport_receive(udp, web_game_now(&g), bytes, sizeof bytes, &event))
            if (event.what == LOPE_TRANSPORT_REFUSED) why = event.why;
        web_game_play(&g, &datagrams, 1, 0);
    }
    assert_int_equal(datagrams.told.opened, 0);
    assert_int_equal(datagrams.told.closed, 1);
    assert_int_equal(why, LOPE_TRANSPORT_TOKEN_USED);
    lope_transport_close(datagrams.transport);
    lope_transport_close(web.transport);
    web_game_close(&g);
    lope_transport_close(udp);
}

// Reads of a raw connection until the server ends it. Returns the code of its close frame.
static int read_end(web_game *g, web_guest *guest, int raw)
{
    static uint8_t bytes[65536];
    size_t size = 0;
    bool ended = false;
    for (int i = 0; i < 4000 && !ended; i++) {
        web_game_play(g, guest, 1, 0);
        size += raw_read(raw, bytes + size, sizeof bytes - size, &ended);
        // a close frame has 2 bytes of code, and is not masked
        const uint8_t *last = size >= 4 ? bytes + size - 4 : bytes;
        if (last[0] == 0x88 && last[1] == 2) return last[2] * 256 + last[3];
    }
    fail_msg("the connection does not end");
    return 0;
}

// Opens a connection by hand, with a token or none.
static int open_raw(web_game *g, web_guest *guest, bool token)
{
    const int raw = raw_connect(g->port, 0);
    raw_upgrade(raw, NULL);
    web_game_play(g, guest, 1, 0.02);
    if (!token) return raw;
    char text[LOPE_TOKEN_TEXT];
    const uint32_t before = g->told.opened;
    const lope_token mine = web_game_token(g, 9, WEB_SERVER, 60);
    lope_token_write(&mine, text);
    raw_frame(raw, RAW_BINARY, true, text, sizeof text - 1);
    web_game_until(g, guest, 1, &g->told.opened, before + 1);
    return raw;
}

// Each breach ends that connection alone: `guest` plays on.
static void messages_that_are_no_packets_end_their_connection_alone(void **unused)
{
    static uint8_t large[LARGE];
    web_game g;
    web_guest guest;
    (void)unused;
    web_game_open(&g, 4, NULL);
    join_one(&g, &guest, 1);
    for (int breach = 0; breach < 7; breach++) {
        const bool let_in = breach < 4;
        const int raw = open_raw(&g, &guest, let_in);
        const uint32_t closed = g.told.closed, broken = g.told.refused[LOPE_TRANSPORT_BROKEN],
                       malformed = g.told.refused[LOPE_TRANSPORT_TOKEN_MALFORMED];
        int code = 1009;
        if (breach == 0) code = 1003, raw_frame(raw, RAW_TEXT, true, "hello", 5);
        if (breach == 1) raw_frame(raw, RAW_BINARY, true, large, LARGE);
        if (breach == 2) { // in fragments, of which none is too long
            for (int i = 0; i < 4; i++) raw_frame(raw, i == 0 ? RAW_BINARY : RAW_CONTINUED, false, large, 400);
        }
        if (breach == 3) code = 1003, raw_frame(raw, RAW_BINARY, true, large, 0);
        if (breach == 4) raw_frame(raw, RAW_BINARY, true, large, LARGE);
        if (breach == 5) code = 1003, raw_frame(raw, RAW_TEXT, true, "let me in", 9);
        if (breach == 6) code = 4000 + LOPE_TRANSPORT_NOT_LET_IN, raw_frame(raw, RAW_BINARY, true, "let me in", 9);
        const int found = read_end(&g, &guest, raw);
        if (found != code) fail_msg("breach %d: found code %d, expected %d", breach, found, code);
        assert_int_equal(g.told.closed, closed + let_in);
        if (let_in) assert_int_equal(g.told.last_why, LOPE_TRANSPORT_BROKEN);
        assert_int_equal(g.told.refused[LOPE_TRANSPORT_BROKEN], broken + (breach == 4 || breach == 5));
        assert_int_equal(g.told.refused[LOPE_TRANSPORT_TOKEN_MALFORMED], malformed + (breach == 6));
        raw_close(raw);
    }
    assert_int_equal(lope_transport_send(g.server, 0, "on", 2, web_game_now(&g)), LOPE_OK);
    web_game_until(&g, &guest, 1, &guest.told.packets, 1);
    assert_int_equal(guest.told.closed, 0);
    assert_true(lope_websocket_stats_of(g.server).broken == 6);
    lope_transport_close(guest.transport);
    web_game_close(&g);
}

static void message_in_fragments_is_a_packet(void **unused)
{
    web_game g;
    web_guest guest;
    (void)unused;
    web_game_open(&g, 4, NULL);
    join_one(&g, &guest, 1);
    const int raw = open_raw(&g, &guest, true);
    raw_frame(raw, RAW_BINARY, false, "one ", 4);
    raw_frame(raw, RAW_CONTINUED, false, "pack", 4);
    web_game_play(&g, &guest, 1, 0.02);
    assert_int_equal(g.told.packets, 0);
    raw_frame(raw, RAW_CONTINUED, true, "et", 2);
    web_game_until(&g, &guest, 1, &g.told.packets, 1);
    assert_int_equal(g.told.last_size, 10);
    assert_memory_equal(g.told.last, "one packet", 10);
    raw_close(raw);
    web_game_until(&g, &guest, 1, &g.told.closed, 1); // without a close frame
    assert_int_equal(g.told.last_why, LOPE_TRANSPORT_LEFT);
    lope_transport_close(guest.transport);
    web_game_close(&g);
}

static void pages_of_other_origins_are_refused(void **unused)
{
    web_game g;
    web_guest guest;
    uint8_t bytes[512];
    (void)unused;
    web_game_open(&g, 4, &(lope_websocket_serve_def){.origin = "https://play.example"});
    join_one(&g, &guest, 1); // a program names none
    for (int i = 0; i < 2; i++) {
        const int raw = raw_connect(g.port, 0);
        bool ended = false;
        raw_upgrade(raw, i == 0 ? "https://play.example" : "https://evil.example");
        web_game_play(&g, &guest, 1, 0.05);
        const size_t size = raw_read(raw, bytes, sizeof bytes - 1, &ended);
        bytes[size] = '\0';
        assert_int_equal(strstr((char *)bytes, "101 Switching") != NULL, i == 0);
        raw_close(raw);
    }
    lope_transport_close(guest.transport);
    web_game_close(&g);
}

// ---- too much, and too little -----------------------------------------------------------------------------

// More connections than may wait for a token: the oldest make room, and a player still gets in.
static void connections_without_a_token_make_room(void **unused)
{
    int raws[100];
    web_game g;
    web_guest guest;
    (void)unused;
    web_game_open(&g, 4, NULL);
    for (uint32_t i = 0; i < 100; i++) {
        raws[i] = raw_connect(g.port, 0);
        raw_upgrade(raws[i], NULL);
        web_game_play(&g, NULL, 0, 0);
    }
    web_game_play(&g, NULL, 0, 0.05);
    join_one(&g, &guest, 1);
    const lope_websocket_stats stats = lope_websocket_stats_of(g.server);
    assert_true(stats.given_up >= 100 - 64);
    g.skipped += 6;
    web_game_play(&g, &guest, 1, 0.05);
    assert_true(lope_websocket_stats_of(g.server).given_up == 100); // none showed a token in time
    assert_int_equal(guest.told.closed, 0);
    for (uint32_t i = 0; i < 100; i++) raw_close(raws[i]);
    lope_transport_close(guest.transport);
    web_game_close(&g);
}

static void packets_of_a_flood_are_dropped(void **unused)
{
    web_game g;
    web_guest guest;
    (void)unused;
    web_game_open(&g, 4, NULL);
    join_one(&g, &guest, 1);
    const int raw = open_raw(&g, &guest, true);
    for (uint32_t i = 0; i < 5000; i++) {
        raw_frame(raw, RAW_BINARY, true, "flood", 5);
        if (i % 100 == 0) web_game_play(&g, &guest, 1, 0);
    }
    web_game_play(&g, &guest, 1, 0.1);
    const lope_websocket_stats stats = lope_websocket_stats_of(g.server);
    printf("flood: %u packets taken, %llu dropped, in %.2f s\n", (unsigned)g.told.packets, (unsigned long long)stats.flooded,
           web_game_now(&g));
    assert_true(g.told.packets <= 64 + 240 * web_game_now(&g) + 1);
    assert_true(stats.flooded > 1000);
    assert_int_equal(g.told.closed, 0);
    raw_close(raw);
    lope_transport_close(guest.transport);
    web_game_close(&g);
}

// Reads the packets that the server has sent: each is numbered. Returns how many came; *last: the number of the last
// one. Fails where they are not in order.
static uint32_t read_numbered(web_game *g, web_guest *guest, int raw, uint32_t until, uint32_t *last)
{
    static uint8_t bytes[4u << 20];
    size_t size = 0, at = 0;
    uint32_t count = 0;
    bool ended = false;
    *last = 0;
    for (int i = 0; i < 4000 && *last < until && !ended; i++) {
        web_game_play(g, guest, 1, 0);
        size += raw_read(raw, bytes + size, sizeof bytes - size, &ended);
        while (at + 4 + LOPE_NET_PACKET <= size) {
            uint32_t number;
            if (bytes[at] != 0x82 || bytes[at + 1] != 126) { // not a packet of that size: the answer to the upgrade
                at++;
                continue;
            }
            memcpy(&number, bytes + at + 4, sizeof number);
            assert_true(number > *last);
            *last = number;
            count++;
            at += 4 + LOPE_NET_PACKET;
        }
    }
    return count;
}

// 1,000 packets to a client that reads nothing meanwhile: what it then gets is what was on its way, the one packet
// that waited, and what is sent from then on.
static void connection_that_backs_up_drops_the_oldest(void **unused)
{
    uint8_t packet[LOPE_NET_PACKET] = {0};
    web_game g;
    web_guest guest;
    uint32_t last;
    (void)unused;
    web_game_open(&g, 4, NULL);
    join_one(&g, &guest, 1);
    const int raw = raw_connect(g.port, 4096);
    raw_upgrade(raw, NULL);
    char text[LOPE_TOKEN_TEXT];
    const lope_token mine = web_game_token(&g, 9, WEB_SERVER, 60);
    lope_token_write(&mine, text);
    raw_frame(raw, RAW_BINARY, true, text, sizeof text - 1);
    web_game_until(&g, &guest, 1, &g.told.opened, 2);
    const uint32_t peer = g.told.last_peer;
    for (uint32_t i = 1; i <= 1000; i++) {
        memcpy(packet, &i, sizeof i);
        assert_int_equal(lope_transport_send(g.server, peer, packet, sizeof packet, web_game_now(&g)), LOPE_OK);
        if (i % 10 == 0) web_game_play(&g, &guest, 1, 0);
    }
    const lope_websocket_stats stats = lope_websocket_stats_of(g.server);
    const uint32_t came = read_numbered(&g, &guest, raw, 1000, &last);
    printf("1000 packets to a client that does not read: %u came, %llu gave way to newer ones, the last one is %u\n",
           (unsigned)came, (unsigned long long)stats.replaced, (unsigned)last);
    assert_int_equal(last, 1000);
    assert_int_equal(came + stats.replaced, 1000);
    assert_true(came < 200); // what the kernel's buffers at the two ends hold
    assert_int_equal(g.told.closed, 0);
    raw_close(raw);
    lope_transport_close(guest.transport);
    web_game_close(&g);
}

// ---- files ------------------------------------------------------------------------------------------------

static void files_are_given_to_browsers(void **unused)
{
    static uint8_t large[2000000], got[2100000];
    web_game g;
    web_guest guest;
    (void)unused;
    for (uint32_t i = 0; i < sizeof large; i++) large[i] = (uint8_t)('a' + i % 23);
    const lope_websocket_file files[] = {{"/", "text/html", "<p>hello</p>", 12}, {"/level", "x/y", large, sizeof large}};
    web_game_open(&g, 4, &(lope_websocket_serve_def){.files = files, .file_count = 2});
    join_one(&g, &guest, 1);
    const char *paths[] = {"/", "/level", "/none", "/../CMakeLists.txt"}, *says[] = {"200 OK", "200 OK", "404", "40"};
    for (uint32_t i = 0; i < 4; i++) {
        char ask[128];
        const int raw = raw_connect(g.port, 0),
                  length = snprintf(ask, sizeof ask, "GET %s HTTP/1.1\r\nHost: a\r\n\r\n", paths[i]);
        const size_t body = i < 2 ? files[i].size : 0;
        bool ended = false;
        size_t size = 0;
        raw_write(raw, ask, (size_t)length);
        for (int k = 0; k < 300 && size < body + (i < 2 ? 60 : 20); k++) {
            web_game_play(&g, &guest, 1, 0);
            size += raw_read(raw, got + size, sizeof got - 1 - size, &ended);
        }
        got[size] = '\0';
        if (strstr((char *)got, says[i]) == NULL) fail_msg("%s: found %.80s, expected %s", paths[i], (char *)got, says[i]);
        const char *start = strstr((char *)got, "\r\n\r\n");
        assert_non_null(start);
        if (i < 2) assert_memory_equal(start + 4, files[i].bytes, files[i].size);
        raw_close(raw);
    }
    assert_int_equal(guest.told.closed, 0);
    lope_transport_close(guest.transport);
    web_game_close(&g);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(handshake_opens_and_carries_both_ways),
        cmocka_unit_test(peers_are_dropped_and_their_numbers_given_again),
        cmocka_unit_test(silence_ends_a_peer),
        cmocka_unit_test(server_that_is_not_there_is_told),
        cmocka_unit_test(port_that_is_taken_is_refused),
        cmocka_unit_test(tokens_that_are_not_right_are_refused_by_name),
        cmocka_unit_test(token_counts_once_beside_udp),
        cmocka_unit_test(messages_that_are_no_packets_end_their_connection_alone),
        cmocka_unit_test(message_in_fragments_is_a_packet),
        cmocka_unit_test(pages_of_other_origins_are_refused),
        cmocka_unit_test(connections_without_a_token_make_room),
        cmocka_unit_test(packets_of_a_flood_are_dropped),
        cmocka_unit_test(connection_that_backs_up_drops_the_oldest),
        cmocka_unit_test(files_are_given_to_browsers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
