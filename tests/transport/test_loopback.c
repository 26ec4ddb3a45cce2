// test_loopback.c - the transport within one process: peers that come and go, packets over a seeded line, either
// end closed first.
#include "adapters/transport/lope_loopback.h"

#include "../net/net_help.h"

static lope_transport_event next(lope_transport *t, double now)
{
    uint8_t bytes[LOPE_NET_PACKET];
    lope_transport_event event;
    lope_transport_receive(t, now, bytes, sizeof bytes, &event);
    return event;
}

static void loopback_tells_who_comes_and_carries_both_ways(void **unused)
{
    lope_transport *server = lope_loopback_open(2, NULL, 1);
    uint8_t bytes[LOPE_NET_PACKET];
    lope_transport_event event;
    (void)unused;
    assert_non_null(server);
    assert_int_equal(lope_transport_gives(server), 0);
    assert_int_equal(lope_transport_payload(server), LOPE_NET_PACKET);
    assert_string_equal(lope_transport_name(server), "loopback");
    lope_transport *a = lope_loopback_connect(server, 70), *b = lope_loopback_connect(server, 71);
    assert_non_null(a);
    assert_non_null(b);
    assert_null(lope_loopback_connect(server, 72)); // full
    for (uint32_t i = 0; i < 2; i++) {
        event = next(server, 0);
        assert_int_equal(event.what, LOPE_TRANSPORT_OPENED);
        assert_int_equal(event.peer, i);
        assert_true(event.player == 70 + i);
    }
    assert_int_equal(next(a, 0).what, LOPE_TRANSPORT_OPENED);
    assert_int_equal(next(b, 0).what, LOPE_TRANSPORT_OPENED);
    assert_int_equal(lope_transport_send(a, 0, "up", 3, 0), LOPE_OK);
    assert_int_equal(lope_transport_send(server, 1, "down", 5, 0), LOPE_OK);
    assert_true(lope_transport_receive(server, 0, bytes, sizeof bytes, &event));
    assert_int_equal(event.peer, 0);
    assert_string_equal((char *)bytes, "up");
    assert_int_equal(next(a, 0).what, LOPE_TRANSPORT_NOTHING);
    assert_true(lope_transport_receive(b, 0, bytes, sizeof bytes, &event));
    assert_int_equal(event.size, 5);
    assert_string_equal((char *)bytes, "down");
    assert_int_equal(lope_transport_send(server, 2, "x", 1, 0), LOPE_ERROR_HANDLE);
    assert_int_equal(lope_transport_send(server, 0, "x", 0, 0), LOPE_ERROR_RANGE);
    lope_transport_close(a);
    lope_transport_close(b);
    lope_transport_close(server);
}

static void loopback_either_end_closes_first(void **unused)
{
    lope_transport *server = lope_loopback_open(4, NULL, 1);
    (void)unused;
    lope_transport *left = lope_loopback_connect(server, 1), *dropped = lope_loopback_connect(server, 2);
    lope_transport *last = lope_loopback_connect(server, 3);
    for (uint32_t i = 0; i < 3; i++) assert_int_equal(next(server, 0).what, LOPE_TRANSPORT_OPENED);
    assert_int_equal(next(dropped, 0).what, LOPE_TRANSPORT_OPENED);
    assert_int_equal(next(last, 0).what, LOPE_TRANSPORT_OPENED);
    lope_transport_send(left, 0, "bye", 4, 0);
    lope_transport_close(left);
    assert_int_equal(next(server, 0).what, LOPE_TRANSPORT_PACKET); // what was sent before still comes
    const lope_transport_event gone = next(server, 0);
    assert_int_equal(gone.what, LOPE_TRANSPORT_CLOSED);
    assert_int_equal(gone.peer, 0);
    assert_int_equal(gone.why, LOPE_TRANSPORT_LEFT);
    lope_transport_drop(server, 1, 0);
    assert_int_equal(next(server, 0).what, LOPE_TRANSPORT_NOTHING);
    assert_int_equal(next(dropped, 0).what, LOPE_TRANSPORT_CLOSED);
    assert_int_equal(next(dropped, 0).what, LOPE_TRANSPORT_NOTHING);
    assert_int_equal(lope_transport_send(dropped, 0, "x", 1, 0), LOPE_ERROR_HANDLE);
    lope_transport_close(dropped);
    lope_transport_close(server);
    assert_int_equal(next(last, 0).what, LOPE_TRANSPORT_CLOSED);
    lope_transport_close(last);
}

// The line does what lope/net_link.h does by the same seed: the same packets come, at the same times.
static void loopback_line_is_seeded(void **unused)
{
    const lope_net_link_profile line = {.delay = 0.05, .jitter = 0.02, .loss = 0.2, .doubled = 0.1};
    uint32_t came[2] = {0};
    uint64_t order[2] = {0};
    (void)unused;
    for (uint32_t round = 0; round < 2; round++) {
        lope_transport *server = lope_loopback_open(1, &line, 9), *client = lope_loopback_connect(server, 1);
        for (uint32_t i = 0; i < 2000; i++) {
            uint8_t bytes[LOPE_NET_PACKET];
            lope_transport_event event;
            const double now = i / 100.0;
            lope_transport_send(client, 0, &i, sizeof i, now);
            while (lope_transport_receive(server, now, bytes, sizeof bytes, &event)) {
                uint32_t number;
                if (event.what != LOPE_TRANSPORT_PACKET) continue;
                memcpy(&number, bytes, sizeof number);
                came[round]++;
                order[round] = order[round] * UINT64_C(1099511628211) ^ number ^ (uint64_t)i << 32;
            }
        }
        lope_transport_close(client);
        lope_transport_close(server);
    }
    assert_int_equal(came[0], came[1]);
    assert_true(order[0] == order[1]);
    assert_in_range(came[0], 1650, 1870); // 2000 x 0.8 x 1.1 = 1760, five deviations of 22
}

static void loopback_open_refuses(void **unused)
{
    (void)unused;
    assert_null(lope_loopback_open(0, NULL, 1));
    assert_null(lope_loopback_open(5000, NULL, 1));
    for (uint32_t why = 0; why <= LOPE_TRANSPORT_WHY_COUNT; why++) assert_true(strlen(lope_transport_why_text(why)) > 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loopback_tells_who_comes_and_carries_both_ways),
        cmocka_unit_test(loopback_either_end_closes_first),
        cmocka_unit_test(loopback_line_is_seeded),
        cmocka_unit_test(loopback_open_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
