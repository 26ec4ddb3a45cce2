// test_enet_session.c - ENet on this machine: peers that come, go, are refused or fall silent, packets both ways,
// datagrams that are no packets of ENet.
#define _POSIX_C_SOURCE 200809L

#include "adapters/enet/lope_enet.h"

#include "../net/net_help.h"
#include "told.h"

#include <enet/enet.h>

#include <arpa/inet.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define LONGEST 8.0 // s that something may take here: ENet gives up a connection after 5

typedef struct end {
    lope_transport *transport;
    transport_told told;
} end;

static end serve(uint32_t peers, double timeout)
{
    lope_error error = {0};
    end server = {.transport = lope_enet_serve(
                      &(lope_enet_serve_def){.address = "127.0.0.1", .peers = peers, .timeout = timeout, .error = &error})};
    if (server.transport == NULL) fail_msg("%s: %s", error.field, error.text);
    return server;
}

static end join(const end *server, uint32_t player)
{
    lope_error error = {0};
    end client = {
        .transport = lope_enet_join(&(lope_enet_join_def){
            .host = "127.0.0.1", .port = lope_enet_port(server->transport), .player = player, .timeout = 2, .error = &error})};
    if (client.transport == NULL) fail_msg("%s: %s", error.field, error.text);
    return client;
}

// Lets both ends receive until *counter has reached a number. b: may be NULL.
static void until(end *a, end *b, const uint32_t *counter, uint32_t number)
{
    const double last = transport_clock() + LONGEST;
    while (*counter < number && transport_clock() < last) {
        transport_listen(&a->told, a->transport, 0);
        if (b != NULL) transport_listen(&b->told, b->transport, 0);
        nanosleep(&(struct timespec){.tv_nsec = 500000}, NULL);
    }
    if (*counter < number) fail_msg("found %u, expected %u within 8 s", (unsigned)*counter, (unsigned)number);
}

static void enet_carries_packets_of_every_size_both_ways(void **unused)
{
    uint8_t bytes[LOPE_NET_PACKET];
    uint32_t count = 0;
    end server = serve(4, 0), client = join(&server, 42);
    (void)unused;
    assert_int_equal(lope_transport_send(client.transport, 0, "x", 1, 0), LOPE_ERROR_HANDLE); // it is not let in yet
    until(&server, &client, &client.told.opened, 1);
    assert_int_equal(server.told.opened, 1);
    assert_true(server.told.last_player == 42);
    assert_string_equal(lope_transport_name(server.transport), "enet");
    assert_int_equal(lope_transport_gives(server.transport), 0);
    for (uint32_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)(i * 13 + 1);
    for (size_t size = 1; size <= sizeof bytes; size += size < 64 ? 1 : 71) {
        count++;
        assert_int_equal(lope_transport_send(client.transport, 0, bytes, size, 0), LOPE_OK);
        assert_int_equal(lope_transport_send(server.transport, 0, bytes, size, 0), LOPE_OK);
        until(&server, &client, &server.told.packets, count);
        until(&server, &client, &client.told.packets, count);
        assert_int_equal(server.told.last_size, size);
        assert_int_equal(client.told.last_size, size);
        assert_memory_equal(server.told.last, bytes, size);
        assert_memory_equal(client.told.last, bytes, size);
    }
    assert_int_equal(lope_transport_send(server.transport, 0, bytes, 0, 0), LOPE_ERROR_RANGE);
    assert_int_equal(lope_transport_send(server.transport, 0, bytes, LOPE_NET_PACKET + 1, 0), LOPE_ERROR_RANGE);
    assert_int_equal(lope_transport_send(server.transport, 1, bytes, 8, 0), LOPE_ERROR_HANDLE);
    assert_int_equal(lope_transport_send(server.transport, 99, bytes, 8, 0), LOPE_ERROR_HANDLE);
    lope_transport_close(client.transport);
    until(&server, NULL, &server.told.closed, 1);
    assert_int_equal(server.told.last_why, LOPE_TRANSPORT_LEFT);
    lope_transport_close(server.transport);
}

// Lets ENet's clock go on by so many steps of 10 ms. The client receives in each of them, the server in one of `late`,
// so that its answers are late. sends: the client sends a packet in each.
static void play_steps(end *server, end *client, uint32_t steps, uint32_t late, bool sends)
{
    for (uint32_t i = 0; i < steps; i++) {
        enet_time_set(enet_time_get() + 10);
        if (sends) assert_int_equal(lope_transport_send(client->transport, 0, &i, sizeof i, 0), LOPE_OK);
        transport_listen(&client->told, client->transport, 0);
        if (i % late == late - 1) transport_listen(&server->told, server->transport, 0);
    }
}

// ENet's own throttle drops unreliable packets when the round trip grows far beyond what it was, twice measured over 5 s:
// without enet_peer_throttle_configure some of these do not come.
static void enet_holds_no_packet_back(void **unused)
{
    end server = serve(2, 0), client = join(&server, 1);
    (void)unused;
    until(&server, &client, &client.told.opened, 1);
    play_steps(&server, &client, 1200, 2, false);
    play_steps(&server, &client, 800, 20, true);
    assert_int_equal(server.told.packets, 800);
    lope_transport_close(client.transport);
    lope_transport_close(server.transport);
}

static void full_server_says_so_and_gives_numbers_again(void **unused)
{
    end server = serve(1, 0), first = join(&server, 1);
    (void)unused;
    until(&server, &first, &first.told.opened, 1);
    end second = join(&server, 2);
    until(&server, &second, &second.told.closed, 1);
    assert_int_equal(second.told.opened, 0);
    assert_int_equal(second.told.last_why, LOPE_TRANSPORT_FULL);
    assert_int_equal(server.told.refused[LOPE_TRANSPORT_FULL], 1);
    lope_transport_close(second.transport);
    lope_transport_drop(server.transport, 0, 0);
    assert_int_equal(lope_transport_send(server.transport, 0, "x", 1, 0), LOPE_ERROR_HANDLE);
    until(&server, &first, &first.told.closed, 1);
    assert_int_equal(first.told.last_why, LOPE_TRANSPORT_LEFT);
    assert_int_equal(server.told.closed, 0); // the end that drops a peer is not told of it
    lope_transport_close(first.transport);
    end third = join(&server, 3);
    until(&server, &third, &third.told.opened, 1);
    assert_int_equal(server.told.last_peer, 0);
    assert_true(server.told.last_player == 3);
    lope_transport_close(server.transport);
    until(&third, NULL, &third.told.closed, 1);
    assert_int_equal(third.told.last_why, LOPE_TRANSPORT_LEFT);
    lope_transport_close(third.transport);
}

static void silence_ends_a_peer(void **unused)
{
    end server = serve(2, 1), client = join(&server, 1);
    (void)unused;
    until(&server, &client, &client.told.opened, 1);
    until(&server, NULL, &server.told.closed, 1); // the client receives no more, so it answers no ping
    assert_int_equal(server.told.last_why, LOPE_TRANSPORT_SILENT);
    lope_transport_close(client.transport);
    lope_transport_close(server.transport);
}

static void server_that_is_not_there_is_told(void **unused)
{
    end server = serve(2, 0), client = join(&server, 1);
    (void)unused;
    lope_transport_close(server.transport);
    until(&client, NULL, &client.told.closed, 1);
    assert_int_equal(client.told.last_why, LOPE_TRANSPORT_NO_HANDSHAKE);
    assert_int_equal(client.told.opened, 0);
    lope_transport_close(client.transport);
}

static void bad_settings_are_refused(void **unused)
{
    lope_error error = {0};
    end server = serve(2, 0);
    (void)unused;
    assert_null(lope_enet_serve(&(lope_enet_serve_def){.peers = 5000, .error = &error}));
    assert_string_equal(error.field, "peers");
    assert_null(lope_enet_serve(&(lope_enet_serve_def){.address = "nowhere", .error = &error}));
    assert_string_equal(error.field, "address");
    assert_null(lope_enet_serve(
        &(lope_enet_serve_def){.address = "127.0.0.1", .port = lope_enet_port(server.transport), .error = &error}));
    assert_string_equal(error.field, "port");
    assert_null(lope_enet_join(&(lope_enet_join_def){.port = 1, .error = &error}));
    assert_string_equal(error.field, "host");
    assert_null(lope_enet_join(&(lope_enet_join_def){.host = "127.0.0.1", .error = &error}));
    assert_string_equal(error.field, "port");
    assert_null(lope_enet_serve(NULL));
    lope_transport_close(server.transport);
}

// Datagrams of random bytes, and those of a real client with bytes changed, come to the server's port: no other peer is
// disturbed by them.
static void datagrams_that_are_no_packets_disturb_no_peer(void **unused)
{
    uint64_t seed = test_seed();
    end server = serve(4, 0), client = join(&server, 9);
    const int out = socket(AF_INET, SOCK_DGRAM, 0);
    const struct sockaddr_in to = {
        .sin_family = AF_INET, .sin_port = htons(lope_enet_port(server.transport)), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    (void)unused;
    assert_true(out >= 0);
    until(&server, &client, &client.told.opened, 1);
    for (uint32_t i = 0; i < 4000; i++) {
        uint8_t bytes[1500];
        const size_t size = 1 + random_below(&seed, i % 4 == 0 ? (uint32_t)sizeof bytes : 48);
        for (size_t k = 0; k < size; k++) bytes[k] = (uint8_t)random_next(&seed);
        if (i % 2 == 0) bytes[0] &= 0x8f; // a peer's number that may be there
        sendto(out, bytes, size, 0, (const struct sockaddr *)&to, sizeof to);
        if (i % 16 == 0) transport_listen(&server.told, server.transport, 0);
    }
    close(out);
    assert_int_equal(server.told.closed, 0);
    assert_int_equal(lope_transport_send(client.transport, 0, "still here", 10, 0), LOPE_OK);
    until(&server, &client, &server.told.packets, 1);
    assert_memory_equal(server.told.last, "still here", 10);
    lope_transport_close(client.transport);
    lope_transport_close(server.transport);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(enet_carries_packets_of_every_size_both_ways),
        cmocka_unit_test(enet_holds_no_packet_back),
        cmocka_unit_test(full_server_says_so_and_gives_numbers_again),
        cmocka_unit_test(silence_ends_a_peer),
        cmocka_unit_test(server_that_is_not_there_is_told),
        cmocka_unit_test(bad_settings_are_refused),
        cmocka_unit_test(datagrams_that_are_no_packets_disturb_no_peer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
