// test_websocket_tls.c - WebSocket over TLS on this machine: a certificate that is trusted, one that is not, one of
// another host, a client without TLS, files that are none.
#include "websocket_certificate.h"
#include "websocket_game.h"

#define OWN LOPE_TEST_OUT "/websocket_own"
#define OTHER LOPE_TEST_OUT "/websocket_other"

static const lope_websocket_serve_def secure = {.certificate = OWN ".crt", .key = OWN ".key"};

static int make_certificates(void **unused)
{
    (void)unused;
    certificate_make(OWN, "localhost");
    certificate_make(OTHER, "game.example");
    return 0;
}

static void join(web_game *g, web_guest *guest, uint64_t player, bool is_secure, const char *authorities)
{
    lope_error error = {0};
    const lope_token token = web_game_token(g, player, WEB_SERVER, 60);
    memset(guest, 0, sizeof *guest);
    guest->transport = lope_websocket_join(&(lope_websocket_join_def){
        .host = "localhost", .port = g->port, .token = &token, .secure = is_secure, .authorities = authorities, .error = &error});
    if (guest->transport == NULL) fail_msg("%s: %s", error.field, error.text);
    web_game_settle(g, guest, 1);
}

static void packets_go_both_ways(void **unused)
{
    web_game g;
    web_guest guests[3];
    uint8_t large[LOPE_NET_PACKET];
    uint32_t count = 0;
    (void)unused;
    web_game_open(&g, 4, &secure);
    for (uint32_t i = 0; i < 3; i++) {
        join(&g, &guests[i], 40 + i, true, OWN ".crt");
        assert_int_equal(guests[i].told.opened, 1);
    }
    assert_int_equal(g.told.opened, 3);
    assert_int_equal(lope_transport_gives(g.server), LOPE_TRANSPORT_ORDERED | LOPE_TRANSPORT_SECRET);
    assert_int_equal(lope_transport_gives(guests[0].transport), LOPE_TRANSPORT_ORDERED | LOPE_TRANSPORT_SECRET);
    for (uint32_t i = 0; i < sizeof large; i++) large[i] = (uint8_t)(i * 13);
    for (size_t size = 1; size <= sizeof large; size += size < 64 ? 9 : 71) {
        g.skipped += 0.1; // a packet in a while: not a flood
        count++;
        for (uint32_t i = 0; i < 3; i++) {
            assert_int_equal(lope_transport_send(guests[i].transport, 0, large, size, web_game_now(&g)), LOPE_OK);
            assert_int_equal(lope_transport_send(g.server, i, large, size, web_game_now(&g)), LOPE_OK);
        }
        web_game_until(&g, guests, 3, &g.told.packets, 3 * count);
        for (uint32_t i = 0; i < 3; i++) web_game_until(&g, guests, 3, &guests[i].told.packets, count);
        assert_int_equal(guests[2].told.last_size, size);
        assert_memory_equal(g.told.last, large, size);
        assert_memory_equal(guests[2].told.last, large, size);
    }
    // several at once: more than libwebsockets reads in a pass
    for (uint32_t i = 0; i < 20; i++)
        assert_int_equal(lope_transport_send(guests[0].transport, 0, large, 500, web_game_now(&g)), LOPE_OK);
    web_game_play(&g, guests, 3, 0.2);
    assert_memory_equal(g.told.last, large, 500);
    lope_transport_close(guests[0].transport);
    web_game_until(&g, guests + 1, 2, &g.told.closed, 1);
    assert_int_equal(g.told.last_why, LOPE_TRANSPORT_LEFT);
    for (uint32_t i = 1; i < 3; i++) lope_transport_close(guests[i].transport);
    web_game_close(&g);
}

// A client that does not trust the certificate shows it no token.
static void one_that_is_not_right_is_shown_no_token(void **unused)
{
    static const char *const trusted[] = {OTHER ".crt", NULL}; // NULL: the system's
    web_game g;
    web_guest guest;
    (void)unused;
    web_game_open(&g, 4, &secure);
    for (int i = 0; i < 2; i++) {
        join(&g, &guest, 42, true, trusted[i]);
        assert_int_equal(guest.told.opened, 0);
        assert_int_equal(guest.told.closed, 1);
        assert_int_equal(guest.told.last_why, LOPE_TRANSPORT_NO_HANDSHAKE);
        lope_transport_close(guest.transport);
    }
    assert_int_equal(lope_websocket_stats_of(g.server).connections, 0);
    web_game_close(&g);
    // the right file, but of another host
    web_game_open(&g, 4, &(lope_websocket_serve_def){.certificate = OTHER ".crt", .key = OTHER ".key"});
    join(&g, &guest, 42, true, OTHER ".crt");
    assert_int_equal(guest.told.opened, 0);
    assert_int_equal(lope_websocket_stats_of(g.server).connections, 0);
    lope_transport_close(guest.transport);
    web_game_close(&g);
}

static void without_tls_nobody_is_let_in(void **unused)
{
    web_game g;
    web_guest guest;
    (void)unused;
    web_game_open(&g, 4, &secure);
    join(&g, &guest, 42, false, NULL);
    assert_int_equal(guest.told.opened, 0);
    assert_int_equal(lope_websocket_stats_of(g.server).connections, 0);
    lope_transport_close(guest.transport);
    join(&g, &guest, 43, true, OWN ".crt"); // and others still are
    assert_int_equal(guest.told.opened, 1);
    lope_transport_close(guest.transport);
    web_game_close(&g);
}

static void refuses(const char *certificate, const char *key, const char *field)
{
    const uint8_t master[LOPE_TOKEN_SECRET] = {1};
    lope_error error = {0};
    assert_null(lope_websocket_serve(&(lope_websocket_serve_def){
        .address = "127.0.0.1", .master = master, .certificate = certificate, .key = key, .error = &error}));
    assert_string_equal(error.field, field);
}

static void files_that_are_none_are_refused(void **unused)
{
    lope_error error = {0};
    const lope_token token = {0};
    (void)unused;
    refuses(OWN ".crt", NULL, "key");
    refuses(NULL, OWN ".key", "certificate");
    refuses(LOPE_TEST_OUT "/is_not_there", OWN ".key", "certificate");
    refuses(OWN ".key", OWN ".key", "certificate");
    refuses(OWN ".crt", OTHER ".key", "key");
    assert_null(lope_websocket_join(&(lope_websocket_join_def){
        .host = "localhost", .token = &token, .secure = true, .authorities = LOPE_TEST_OUT "/is_not_there", .error = &error}));
    assert_string_equal(error.field, "authorities");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packets_go_both_ways),
        cmocka_unit_test(one_that_is_not_right_is_shown_no_token),
        cmocka_unit_test(without_tls_nobody_is_let_in),
        cmocka_unit_test(files_that_are_none_are_refused),
    };
    return cmocka_run_group_tests(tests, make_certificates, NULL);
}
