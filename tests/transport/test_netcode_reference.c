// test_netcode_reference.c - the adapter against the standard's reference implementation, over one line in memory: a
// client of each with a server of the other, tokens of each read by the other, partings, silence, a full server.
//
// Where the reference is not at hand the test skips, and says so.
#include "netcode_game.h"

#ifdef LOPE_REFERENCE_NETCODE

#include <netcode.h>

#include <time.h>

// An end of the reference on the line.
typedef struct line_end {
    lope_datagrams datagrams;
    lope_address own;
    double *now; // s, of the game
} line_end;

// A client or server of the reference, on the line.
typedef struct reference {
    line_end end;
    struct netcode_client_t *client;
    struct netcode_server_t *server;
} reference;

// ---- the reference on the line ----------------------------------------------------------------------------

static struct netcode_address_t address_to(const lope_address *from)
{
    struct netcode_address_t to;
    memset(&to, 0, sizeof to);
    to.type = NETCODE_ADDRESS_IPV4;
    memcpy(to.data.ipv4, from->ip + 12, 4);
    to.port = from->port;
    return to;
}

static void line_send(void *context, struct netcode_address_t *to, const uint8_t *bytes, int size)
{
    line_end *end = context;
    lope_address address = {.ip = {[10] = 0xff, [11] = 0xff}, .port = to->port};
    memcpy(address.ip + 12, to->data.ipv4, 4);
    end->datagrams.send(end->datagrams.context, &address, bytes, (size_t)size, *end->now);
}

static int line_receive(void *context, struct netcode_address_t *from, uint8_t *bytes, int most)
{
    line_end *end = context;
    lope_address address;
    const size_t got = end->datagrams.receive(end->datagrams.context, &address, bytes, (size_t)most, *end->now);
    if (got > 0) *from = address_to(&address);
    return (int)got;
}

static void text_of(const lope_address *address, char text[32])
{
    snprintf(text, 32, "%u.%u.%u.%u:%u", address->ip[12], address->ip[13], address->ip[14], address->ip[15],
             (unsigned)address->port);
}

// Starts a client of the reference with a token.
static void reference_join(netcode_game *g, reference *r, uint8_t *token)
{
    struct netcode_client_config_t config;
    char text[32];
    memset(r, 0, sizeof *r);
    r->end.datagrams = sim_net_make_end(&g->p, &r->end.own);
    r->end.now = &g->now;
    text_of(&r->end.own, text);
    netcode_default_client_config(&config);
    config.callback_context = &r->end;
    config.override_send_and_receive = 1;
    config.send_packet_override = line_send;
    config.receive_packet_override = line_receive;
    r->client = netcode_client_create(text, &config, g->now);
    assert_non_null(r->client);
    netcode_client_connect(r->client, token);
}

// Starts a server of the reference in the place of the game's.
static void reference_serve(netcode_game *g, reference *r, int peers)
{
    struct netcode_server_config_t config;
    char text[32];
    memset(r, 0, sizeof *r);
    r->end.datagrams = sim_net_make_end(&g->p, &r->end.own);
    r->end.now = &g->now;
    g->address = r->end.own;
    text_of(&g->address, text);
    netcode_default_server_config(&config);
    config.protocol_id = NETCODE_PROTOCOL;
    memcpy(config.private_key, g->key, NETCODE_KEY_BYTES);
    config.callback_context = &r->end;
    config.override_send_and_receive = 1;
    config.send_packet_override = line_send;
    config.receive_packet_override = line_receive;
    r->server = netcode_server_create(text, &config, g->now);
    assert_non_null(r->server);
    netcode_server_start(r->server, peers);
}

static void reference_token(const netcode_game *g, uint64_t player, uint8_t *token)
{
    char text[32];
    text_of(&g->address, text);
    const char *addresses[] = {text};
    uint8_t user_data[NETCODE_USER_DATA_BYTES];
    for (uint32_t i = 0; i < sizeof user_data; i++) user_data[i] = (uint8_t)(i + player);
    assert_int_equal(
        netcode_generate_connect_token(1, addresses, addresses, 60, 2, player, NETCODE_PROTOCOL, g->key, user_data, token),
        NETCODE_OK);
}

// Makes a token for the game's server: odd players by the reference, even ones by the adapter.
static void token_of(const netcode_game *g, uint64_t player, uint8_t *token)
{
    const lope_netcode_claim claim = netcode_game_claim(g, player);
    if (player % 2 != 0)
        reference_token(g, player, token);
    else
        assert_int_equal(lope_netcode_token_make(g->key, &claim, token), LOPE_OK);
}

// Lets all ends run for so many s.
static void play(netcode_game *g, netcode_guest *guests, uint32_t guest_count, reference *references, uint32_t count,
                 double seconds)
{
    for (const double end = g->now + seconds; g->now < end;) {
        for (uint32_t i = 0; i < count; i++) {
            if (references[i].client != NULL) netcode_client_update(references[i].client, g->now);
            if (references[i].server != NULL) netcode_server_update(references[i].server, g->now);
        }
        netcode_game_play(g, guests, guest_count, NETCODE_STEP / 2);
    }
}

// ---- tokens -----------------------------------------------------------------------------------------------

static void each_reads_the_addresses_of_the_others_tokens(void **unused)
{
    static const char *texts[] = {"[2001:db8:1:2:3:4:5:6]:50000", "192.0.2.7:40000", "[::1]:7", "[fe80::a:1]:65535"};
    netcode_game g;
    reference r;
    uint8_t token[LOPE_NETCODE_TOKEN], user_data[NETCODE_USER_DATA_BYTES] = {1, 2, 3};
    (void)unused;
    netcode_game_open(&g, 0, 1);
    for (uint32_t first = 0; first < 4; first++) {
        lope_netcode_claim claim = netcode_game_claim(&g, 5), read;
        netcode_keys keys, private_keys;
        netcode_sealed sealed;
        claim.server_count = 4;
        const char *turned[4];
        for (uint32_t i = 0; i < 4; i++) {
            turned[i] = texts[(first + i) % 4];
            assert_int_equal(lope_netcode_address(turned[i], &claim.servers[i]), LOPE_OK);
        }
        assert_int_equal(
            netcode_generate_connect_token(4, turned, turned, 45, -1, UINT64_C(0xfedcba9876543210), 8, g.key, user_data, token),
            NETCODE_OK);
        assert_true(netcode_token_read(token, &read, &keys, &sealed));
        assert_int_equal(read.server_count, 4);
        assert_memory_equal(read.servers, claim.servers, 4 * sizeof *read.servers);
        assert_true(read.protocol == 8 && read.timeout == -1 && read.expiry - read.created == 45);
        assert_int_equal(netcode_private_open(g.key, &sealed, &read, &private_keys), 0);
        assert_memory_equal(read.servers, claim.servers, 4 * sizeof *read.servers);
        assert_true(read.player == UINT64_C(0xfedcba9876543210));
        assert_memory_equal(&keys, &private_keys, sizeof keys);
        assert_memory_equal(read.user_data, user_data, sizeof user_data);

        struct netcode_address_t address;
        assert_int_equal(lope_netcode_token_make(g.key, &claim, token), LOPE_OK);
        reference_join(&g, &r, token);
        assert_int_equal(netcode_client_state(r.client), NETCODE_CLIENT_STATE_SENDING_CONNECTION_REQUEST);
        assert_int_equal(netcode_parse_address(turned[0], &address), NETCODE_OK);
        assert_true(netcode_address_equal(netcode_client_server_address(r.client), &address));
        netcode_client_destroy(r.client);
    }
    netcode_game_close(&g);
}

// ---- a client of the reference, a server of the adapter ---------------------------------------------------

static void reference_clients_play_with_this_server(void **unused)
{
    enum { CLIENTS = 4 };
    netcode_game g;
    reference clients[CLIENTS];
    uint8_t token[LOPE_NETCODE_TOKEN], bytes[LOPE_NET_PACKET];
    (void)unused;
    netcode_game_open(&g, CLIENTS, 1);
    for (uint32_t i = 0; i < CLIENTS; i++) {
        token_of(&g, i + 1, token);
        reference_join(&g, &clients[i], token);
        play(&g, NULL, 0, clients, i + 1, 0.3);
        assert_int_equal(netcode_client_state(clients[i].client), NETCODE_CLIENT_STATE_CONNECTED);
        assert_int_equal(netcode_client_index(clients[i].client), i);
        assert_int_equal(netcode_client_max_clients(clients[i].client), CLIENTS);
        assert_int_equal(g.told.opened, i + 1);
        assert_true(g.told.last_player == i + 1);
        for (uint32_t k = 0; k < LOPE_NETCODE_USER_DATA; k++)
            assert_int_equal(lope_netcode_user_data(g.server, i)[k], (uint8_t)(k + i + 1));
    }
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)(i * 7 + 3);
    uint32_t sent = 0;
    for (size_t size = 1; size <= sizeof bytes; size += size < 20 ? 1 : 59)
        for (uint32_t i = 0; i < CLIENTS; i++) {
            int got = 0;
            uint64_t sequence;
            netcode_client_send_packet(clients[i].client, bytes, (int)size);
            assert_int_equal(lope_transport_send(g.server, i, bytes, size, g.now), LOPE_OK);
            play(&g, NULL, 0, clients, CLIENTS, 0.02);
            assert_int_equal(g.told.packets, ++sent);
            assert_int_equal(g.told.last_size, size);
            assert_memory_equal(g.told.last, bytes, size);
            uint8_t *packet = netcode_client_receive_packet(clients[i].client, &got, &sequence);
            assert_non_null(packet);
            assert_int_equal(got, size);
            assert_memory_equal(packet, bytes, size);
            netcode_client_free_packet(clients[i].client, packet);
        }
    play(&g, NULL, 0, clients, CLIENTS, 10); // keep-alives of each hold the other
    assert_int_equal(g.told.closed, 0);
    netcode_client_disconnect(clients[0].client); // it leaves, is dropped, falls silent, loses its server
    play(&g, NULL, 0, clients, CLIENTS, 0.1);
    assert_int_equal(g.told.closed, 1);
    assert_int_equal(g.told.last_why, LOPE_TRANSPORT_LEFT);
    lope_transport_drop(g.server, 1, g.now);
    play(&g, NULL, 0, clients, CLIENTS, 0.1);
    assert_int_equal(netcode_client_state(clients[1].client), NETCODE_CLIENT_STATE_DISCONNECTED);
    play(&g, NULL, 0, clients + 3, 1, 2.5);
    assert_int_equal(g.told.closed, 2);
    assert_int_equal(g.told.last_peer, 2);
    assert_int_equal(g.told.last_why, LOPE_TRANSPORT_SILENT);
    lope_transport_close(g.server);
    g.server = NULL;
    play(&g, NULL, 0, clients + 3, 1, 0.1);
    assert_int_equal(netcode_client_state(clients[3].client), NETCODE_CLIENT_STATE_DISCONNECTED);
    for (uint32_t i = 0; i < CLIENTS; i++) netcode_client_destroy(clients[i].client);
    netcode_game_close(&g);
}

static void reference_client_is_denied_by_a_full_server(void **unused)
{
    netcode_game g;
    reference clients[2];
    uint8_t token[LOPE_NETCODE_TOKEN];
    (void)unused;
    netcode_game_open(&g, 1, 1);
    for (uint32_t i = 0; i < 2; i++) {
        token_of(&g, i + 1, token);
        reference_join(&g, &clients[i], token);
        play(&g, NULL, 0, clients, i + 1, 0.3);
    }
    assert_int_equal(netcode_client_state(clients[0].client), NETCODE_CLIENT_STATE_CONNECTED);
    assert_int_equal(netcode_client_state(clients[1].client), NETCODE_CLIENT_STATE_CONNECTION_DENIED);
    assert_int_equal(g.told.refused[LOPE_TRANSPORT_FULL], 1);
    g.p.loss = 1;
    play(&g, NULL, 0, clients, 2, 2.5);
    assert_int_equal(netcode_client_state(clients[0].client), NETCODE_CLIENT_STATE_CONNECTION_TIMED_OUT);
    for (uint32_t i = 0; i < 2; i++) netcode_client_destroy(clients[i].client);
    netcode_game_close(&g);
}

// ---- a client of the adapter, a server of the reference ---------------------------------------------------

static void this_client_plays_with_a_reference_server(void **unused)
{
    enum { CLIENTS = 4 };
    netcode_game g;
    reference server;
    netcode_guest guests[CLIENTS + 1];
    uint8_t token[LOPE_NETCODE_TOKEN], bytes[LOPE_NET_PACKET];
    (void)unused;
    netcode_game_open(&g, 0, 1);
    reference_serve(&g, &server, CLIENTS);
    for (uint32_t i = 0; i < CLIENTS; i++) {
        token_of(&g, i + 1, token);
        netcode_game_join_by(&g, &guests[i], token);
        play(&g, guests, i + 1, &server, 1, 0.3);
        assert_int_equal(guests[i].told.opened, 1);
        assert_int_equal(netcode_server_num_connected_clients(server.server), i + 1);
        assert_true(netcode_server_client_id(server.server, (int)i) == i + 1);
        const uint8_t *user_data = netcode_server_client_user_data(server.server, (int)i);
        for (uint32_t k = 0; k < LOPE_NETCODE_USER_DATA; k++) assert_int_equal(user_data[k], (uint8_t)(k + i + 1));
    }
    token_of(&g, 99, token);
    netcode_game_join_by(&g, &guests[CLIENTS], token);
    play(&g, guests, CLIENTS + 1, &server, 1, 0.3);
    assert_int_equal(guests[CLIENTS].told.closed, 1);
    assert_int_equal(guests[CLIENTS].told.last_why, LOPE_TRANSPORT_FULL);
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)(i * 7 + 3);
    for (size_t size = 1; size <= sizeof bytes; size += size < 20 ? 1 : 59)
        for (uint32_t i = 0; i < CLIENTS; i++) {
            int got = 0;
            uint64_t sequence;
            const uint32_t before = guests[i].told.packets;
            assert_int_equal(lope_transport_send(guests[i].transport, 0, bytes, size, g.now), LOPE_OK);
            netcode_server_send_packet(server.server, (int)i, bytes, (int)size);
            play(&g, guests, CLIENTS, &server, 1, 0.02);
            assert_int_equal(guests[i].told.packets, before + 1);
            assert_int_equal(guests[i].told.last_size, size);
            assert_memory_equal(guests[i].told.last, bytes, size);
            uint8_t *packet = netcode_server_receive_packet(server.server, (int)i, &got, &sequence);
            assert_non_null(packet);
            assert_int_equal(got, size);
            assert_memory_equal(packet, bytes, size);
            netcode_server_free_packet(server.server, packet);
        }
    play(&g, guests, CLIENTS, &server, 1, 10);
    assert_int_equal(netcode_server_num_connected_clients(server.server), CLIENTS);
    lope_transport_drop(guests[0].transport, 0, g.now); // it leaves, is dropped, falls silent, loses its server
    play(&g, guests, CLIENTS, &server, 1, 0.1);
    assert_false(netcode_server_client_connected(server.server, 0));
    assert_int_equal(netcode_server_client_disconnect_reason(server.server, 0),
                     NETCODE_SERVER_CLIENT_DISCONNECT_REASON_CLIENT_DISCONNECT);
    netcode_server_disconnect_client(server.server, 1);
    play(&g, guests, CLIENTS, &server, 1, 0.1);
    assert_int_equal(guests[1].told.last_why, LOPE_TRANSPORT_LEFT);
    play(&g, guests + 3, 1, &server, 1, 2.5);
    assert_int_equal(netcode_server_client_disconnect_reason(server.server, 2),
                     NETCODE_SERVER_CLIENT_DISCONNECT_REASON_TIMED_OUT);
    assert_int_equal(guests[3].told.closed, 0);
    play(&g, guests + 3, 1, NULL, 0, 2.5);
    assert_int_equal(guests[3].told.closed, 1);
    assert_int_equal(guests[3].told.last_why, LOPE_TRANSPORT_SILENT);
    for (uint32_t i = 0; i <= CLIENTS; i++) lope_transport_close(guests[i].transport);
    netcode_server_destroy(server.server);
    netcode_game_close(&g);
}

// Both pairs on a line that loses, doubles and reorders: all come in, most packets come, none of them twice.
static void both_play_over_a_bad_line(void **unused)
{
    netcode_game g, other;
    netcode_guest guest;
    reference ends[1], server;
    static bool up[2][400], down[2][400];
    uint32_t came[4] = {0};
    uint8_t token[LOPE_NETCODE_TOKEN];
    const uint64_t seed = test_seed();
    (void)unused;
    netcode_game_open(&g, 2, seed);
    netcode_game_open(&other, 0, seed + 1);
    reference_serve(&other, &server, 2);
    token_of(&g, 1, token);
    reference_join(&g, &ends[0], token);
    token_of(&other, 2, token);
    netcode_game_join_by(&other, &guest, token);
    sim_net *const lines[2] = {&g.p, &other.p};
    for (uint32_t i = 0; i < 2; i++) {
        lines[i]->loss = 0.2;
        lines[i]->doubled = 0.1;
        lines[i]->delay = 0.03;
        lines[i]->jitter = 0.06;
    }
    play(&g, NULL, 0, ends, 1, 1.8);
    play(&other, &guest, 1, &server, 1, 1.8);
    assert_int_equal(netcode_client_state(ends[0].client), NETCODE_CLIENT_STATE_CONNECTED);
    assert_int_equal(guest.told.opened, 1);
    for (uint32_t n = 0; n < 410; n++) {
        uint8_t bytes[LOPE_NET_PACKET], *packet;
        lope_transport_event event;
        uint64_t sequence;
        uint32_t k;
        int size;
        if (n < 400) {
            netcode_client_send_packet(ends[0].client, (const uint8_t *)&n, sizeof n);
            netcode_server_send_packet(server.server, 0, (const uint8_t *)&n, sizeof n);
            assert_int_equal(lope_transport_send(g.server, 0, &n, sizeof n, g.now), LOPE_OK);
            assert_int_equal(lope_transport_send(guest.transport, 0, &n, sizeof n, other.now), LOPE_OK);
        }
        netcode_client_update(ends[0].client, g.now);
        netcode_server_update(server.server, other.now);
        while (lope_transport_receive(g.server, g.now, bytes, sizeof bytes, &event)) {
            assert_int_equal(event.what, LOPE_TRANSPORT_PACKET);
            memcpy(&k, bytes, sizeof k);
            assert_true(k < 400 && !up[0][k]);
            up[0][k] = true;
            came[0]++;
        }
        while (lope_transport_receive(guest.transport, other.now, bytes, sizeof bytes, &event)) {
            assert_int_equal(event.what, LOPE_TRANSPORT_PACKET);
            memcpy(&k, bytes, sizeof k);
            assert_true(k < 400 && !down[1][k]);
            down[1][k] = true;
            came[1]++;
        }
        while ((packet = netcode_client_receive_packet(ends[0].client, &size, &sequence)) != NULL) {
            memcpy(&k, packet, sizeof k);
            assert_true(k < 400 && !down[0][k]);
            down[0][k] = true;
            came[2]++;
            netcode_client_free_packet(ends[0].client, packet);
        }
        while ((packet = netcode_server_receive_packet(server.server, 0, &size, &sequence)) != NULL) {
            memcpy(&k, packet, sizeof k);
            assert_true(k < 400 && !up[1][k]);
            up[1][k] = true;
            came[3]++;
            netcode_server_free_packet(server.server, packet);
        }
        g.now += NETCODE_STEP;
        other.now += NETCODE_STEP;
    }
    printf("of 400 packets came %u, %u, %u, %u\n", (unsigned)came[0], (unsigned)came[1], (unsigned)came[2], (unsigned)came[3]);
    for (uint32_t i = 0; i < 4; i++) assert_in_range(came[i], 320 - 40, 320 + 40); // 5 standard deviations of 8
    lope_transport_close(guest.transport);
    netcode_client_destroy(ends[0].client);
    netcode_server_destroy(server.server);
    netcode_game_close(&g);
    netcode_game_close(&other);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_reads_the_addresses_of_the_others_tokens),
        cmocka_unit_test(reference_clients_play_with_this_server),
        cmocka_unit_test(reference_client_is_denied_by_a_full_server),
        cmocka_unit_test(this_client_plays_with_a_reference_server),
        cmocka_unit_test(both_play_over_a_bad_line),
    };
    if (netcode_init() != NETCODE_OK) return 1;
    netcode_log_level(NETCODE_LOG_LEVEL_ERROR);
    const int failed = cmocka_run_group_tests(tests, NULL, NULL);
    netcode_term();
    return failed;
}

#else

int main(void)
{
    printf("skipped: the reference implementation of netcode is not at hand\n");
    return 0;
}

#endif
