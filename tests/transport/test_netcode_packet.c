// test_netcode_packet.c - packets of netcode: each kind is read as it was written, what is changed, cut or sent again
// is refused with its reason; the window of sequence numbers; challenge tokens.
#include "adapters/netcode/packet.h"

#include "../net/net_help.h"

#include <sodium.h>

#define PROTOCOL UINT64_C(77)
#define ALL 0xffu // kinds

static const uint8_t key[LOPE_NETCODE_KEY] = {9, 8, 7};

static size_t size_of(uint32_t kind)
{
    static const size_t sizes[NETCODE_KIND_COUNT] = {0, 0, 308, 308, 8, 100, 0};
    return sizes[kind];
}

static void each_kind_is_read_as_it_was_written(void **unused)
{
    static const uint64_t sequences[] = {0, 1, 255, 256, 1000, 65535, 65536, UINT64_C(1) << 31, UINT64_C(1) << 56, UINT64_MAX};
    static const uint32_t counts[] = {1, 1, 1, 2, 2, 2, 3, 4, 8, 8};
    (void)unused;
    for (uint32_t kind = NETCODE_KIND_DENIED; kind < NETCODE_KIND_COUNT; kind++)
        for (uint32_t i = 0; i < 10; i++) {
            netcode_replay replay = {.newest = 0};
            netcode_packet packet;
            uint8_t data[400], bytes[NETCODE_PACKET];
            for (size_t k = 0; k < sizeof data; k++) data[k] = (uint8_t)(k + kind);
            const size_t size = netcode_packet_write(kind, sequences[i], data, size_of(kind), PROTOCOL, key, bytes);
            assert_int_equal(size, 1 + counts[i] + size_of(kind) + 16);
            assert_int_equal(bytes[0], counts[i] << 4 | kind);
            assert_int_equal(bytes[1], sequences[i] & 255);
            assert_int_equal(netcode_packet_read(bytes, size, ALL, PROTOCOL, key, &replay, &packet), NETCODE_READ_OK);
            assert_int_equal(packet.kind, kind);
            assert_true(packet.sequence == sequences[i]);
            assert_int_equal(packet.size, size_of(kind));
            assert_memory_equal(packet.data, data, packet.size);
            // only what a connection brings is kept from coming again
            const netcode_read again = netcode_packet_read(bytes, size, ALL, PROTOCOL, key, &replay, &packet);
            assert_int_equal(again, kind >= NETCODE_KIND_KEEP_ALIVE ? NETCODE_READ_REPLAYED : NETCODE_READ_OK);
        }
}

static void payloads_of_every_size_are_read(void **unused)
{
    netcode_replay replay = {.newest = 0};
    netcode_packet packet;
    uint8_t data[NETCODE_DATA], bytes[NETCODE_PACKET];
    (void)unused;
    for (size_t i = 0; i < sizeof data; i++) data[i] = (uint8_t)(i * 5);
    for (size_t size = 1; size <= NETCODE_DATA; size++) {
        const size_t whole = netcode_packet_write(NETCODE_KIND_PAYLOAD, size, data, size, PROTOCOL, key, bytes);
        assert_int_equal(netcode_packet_read(bytes, whole, ALL, PROTOCOL, key, &replay, &packet), NETCODE_READ_OK);
        assert_int_equal(packet.size, size);
        assert_memory_equal(packet.data, data, size);
    }
}

static void bad_packets_are_refused_with_the_reason(void **unused)
{
    netcode_replay replay = {.newest = 0};
    netcode_packet packet;
    uint8_t data[NETCODE_DATA] = {0}, bytes[NETCODE_PACKET + 200] = {0}, changed[NETCODE_PACKET];
    const uint8_t other[LOPE_NETCODE_KEY] = {9, 8, 6};
    (void)unused;
    const size_t size = netcode_packet_write(NETCODE_KIND_PAYLOAD, 300, data, 40, PROTOCOL, key, bytes);
    for (size_t cut = 0; cut < 18; cut++)
        assert_int_equal(netcode_packet_read(bytes, cut, ALL, PROTOCOL, key, &replay, &packet), NETCODE_READ_SHORT);
    assert_int_equal(netcode_packet_read(bytes, 18, ALL, PROTOCOL, key, &replay, &packet), NETCODE_READ_SHORT);
    for (size_t cut = 19; cut < size; cut++)
        assert_int_equal(netcode_packet_read(bytes, cut, ALL, PROTOCOL, key, &replay, &packet), NETCODE_READ_FORGED);
    for (size_t at = 0; at < size; at++)
        for (uint32_t bit = 0; bit < 8; bit++) {
            memcpy(changed, bytes, size);
            changed[at] ^= (uint8_t)(1u << bit);
            const netcode_read result = netcode_packet_read(changed, size, ALL, PROTOCOL, key, &replay, &packet);
            assert_int_not_equal(result, NETCODE_READ_OK);
            if (at > 0) assert_int_equal(result, NETCODE_READ_FORGED);
        }
    memcpy(changed, bytes, size);
    for (uint32_t kind = 0; kind < 16; kind++) {
        replay = (netcode_replay){.newest = 0};
        changed[0] = (uint8_t)(0x20 | kind);
        const netcode_read result = netcode_packet_read(changed, size, ALL, PROTOCOL, key, &replay, &packet);
        const bool unknown = kind == NETCODE_KIND_REQUEST || kind >= NETCODE_KIND_COUNT;
        assert_int_equal(result, unknown                        ? NETCODE_READ_KIND
                                 : kind == NETCODE_KIND_PAYLOAD ? NETCODE_READ_OK
                                                                : NETCODE_READ_FORGED);
    }
    for (uint32_t count = 0; count < 16; count++) {
        changed[0] = (uint8_t)(count << 4 | NETCODE_KIND_PAYLOAD);
        const netcode_read result = netcode_packet_read(changed, size, ALL, PROTOCOL, key, &(netcode_replay){0}, &packet);
        assert_int_equal(result, count < 1 || count > 8 ? NETCODE_READ_SEQUENCE
                                 : count == 2           ? NETCODE_READ_OK
                                                        : NETCODE_READ_FORGED);
    }
    replay = (netcode_replay){.newest = 0};
    assert_int_equal(netcode_packet_read(bytes, size, ALL & ~(1u << NETCODE_KIND_PAYLOAD), PROTOCOL, key, &replay, &packet),
                     NETCODE_READ_KIND);
    assert_int_equal(netcode_packet_read(bytes, size, ALL, PROTOCOL + 1, key, &replay, &packet), NETCODE_READ_FORGED);
    assert_int_equal(netcode_packet_read(bytes, size, ALL, PROTOCOL, other, &replay, &packet), NETCODE_READ_FORGED);
    assert_int_equal(replay.newest, 0); // what is forged does not move the window
    assert_int_equal(netcode_packet_read(bytes, sizeof bytes, ALL, PROTOCOL, key, &replay, &packet), NETCODE_READ_SIZE);
    assert_int_equal(netcode_packet_read(bytes, size, ALL, PROTOCOL, key, &replay, &packet), NETCODE_READ_OK);
}

// A packet that is authentic, but of another size than its kind's.
static void authentic_packets_of_a_wrong_size_are_refused(void **unused)
{
    uint8_t data[NETCODE_DATA] = {0}, bytes[NETCODE_PACKET];
    (void)unused;
    for (uint32_t kind = NETCODE_KIND_DENIED; kind < NETCODE_KIND_COUNT; kind++)
        for (size_t size = 0; size < 400; size++) {
            netcode_replay replay = {.newest = 0};
            netcode_packet packet;
            const size_t whole = netcode_packet_write(kind, size, data, size, PROTOCOL, key, bytes);
            const bool right = kind == NETCODE_KIND_PAYLOAD ? size > 0 : size == size_of(kind);
            assert_int_equal(netcode_packet_read(bytes, whole, ALL, PROTOCOL, key, &replay, &packet),
                             right ? NETCODE_READ_OK : NETCODE_READ_SIZE);
        }
}

// The window against a plain list of what came.
static void window_agrees_with_a_list(void **unused)
{
    static const uint64_t starts[] = {0, 1000, UINT64_C(1) << 40, UINT64_MAX - 5000};
    uint64_t seed = test_seed();
    (void)unused;
    for (uint32_t k = 0; k < 4; k++) {
        static bool came[6000];
        netcode_replay replay = {.newest = 0};
        uint64_t newest = 0, middle = 0;
        uint32_t accepted = 0;
        memset(came, 0, sizeof came);
        for (uint32_t i = 0; i < 20000; i++) {
            if (random_below(&seed, 6) == 0) middle += 1;
            if (random_below(&seed, 400) == 0) middle += random_below(&seed, 400);
            const uint64_t at = middle + random_below(&seed, 600);
            if (at >= 5000) break;
            const uint64_t sequence = starts[k] + at;
            const bool expected = !came[at] && (sequence > newest || newest - sequence < NETCODE_WINDOW);
            assert_int_equal(netcode_replay_is_new(&replay, sequence), expected);
            if (!expected) continue;
            netcode_replay_note(&replay, sequence);
            came[at] = true;
            accepted++;
            if (sequence > newest) newest = sequence;
        }
        assert_true(accepted > 300);
        printf("from %llu: %u accepted\n", (unsigned long long)starts[k], (unsigned)accepted);
    }
    netcode_replay replay = {.newest = 0}; // the highest number there is
    netcode_replay_note(&replay, UINT64_MAX);
    assert_false(netcode_replay_is_new(&replay, UINT64_MAX));
    assert_true(netcode_replay_is_new(&replay, UINT64_MAX - 255));
    assert_false(netcode_replay_is_new(&replay, UINT64_MAX - 256));
    assert_false(netcode_replay_is_new(&replay, 0));
}

static void challenge_tokens_open_with_their_key_and_number(void **unused)
{
    uint8_t bytes[NETCODE_CHALLENGE], user_data[LOPE_NETCODE_USER_DATA], read[LOPE_NETCODE_USER_DATA];
    uint64_t player;
    (void)unused;
    for (uint32_t i = 0; i < sizeof user_data; i++) user_data[i] = (uint8_t)i;
    netcode_challenge_seal(key, 5, 42, user_data, bytes);
    assert_true(netcode_challenge_open(key, 5, bytes, &player, read));
    assert_true(player == 42);
    assert_memory_equal(read, user_data, sizeof read);
    assert_false(netcode_challenge_open(key, 6, bytes, &player, read));
    for (size_t at = 0; at < sizeof bytes; at++) {
        bytes[at] ^= 1;
        assert_false(netcode_challenge_open(key, 5, bytes, &player, read));
        bytes[at] ^= 1;
    }
}

static void requests_are_read_as_they_were_written(void **unused)
{
    netcode_sealed sealed = {.protocol = 7, .expiry = 9}, read;
    uint8_t bytes[NETCODE_REQUEST_SIZE + 1] = {0};
    (void)unused;
    for (size_t i = 0; i < sizeof sealed.bytes; i++) sealed.bytes[i] = (uint8_t)(i * 7);
    netcode_request_write(&sealed, bytes);
    assert_true(netcode_request_read(bytes, NETCODE_REQUEST_SIZE, &read));
    assert_memory_equal(&read, &sealed, sizeof sealed);
    for (size_t size = 0; size <= sizeof bytes; size++)
        assert_int_equal(netcode_request_read(bytes, size, &read), size == NETCODE_REQUEST_SIZE);
    for (size_t at = 0; at < 14; at++) {
        bytes[at] ^= 1;
        assert_false(netcode_request_read(bytes, NETCODE_REQUEST_SIZE, &read));
        bytes[at] ^= 1;
    }
}

static void drawn_packets_are_refused(void **unused)
{
    uint64_t seed = test_seed();
    netcode_replay replay = {.newest = 0};
    netcode_packet packet;
    (void)unused;
    for (uint32_t i = 0; i < 100000; i++) {
        const size_t size = random_below(&seed, 8) == 0 ? random_below(&seed, 1500) : random_below(&seed, 60);
        uint8_t *bytes = malloc(size + 1); // of its own size, so that a sanitizer sees a step past its end
        assert_non_null(bytes);
        for (size_t k = 0; k < size; k++) bytes[k] = (uint8_t)random_next(&seed);
        assert_int_not_equal(netcode_packet_read(bytes, size, ALL, PROTOCOL, key, &replay, &packet), NETCODE_READ_OK);
        free(bytes);
    }
    assert_true(replay.newest == 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_kind_is_read_as_it_was_written),
        cmocka_unit_test(payloads_of_every_size_are_read),
        cmocka_unit_test(bad_packets_are_refused_with_the_reason),
        cmocka_unit_test(authentic_packets_of_a_wrong_size_are_refused),
        cmocka_unit_test(window_agrees_with_a_list),
        cmocka_unit_test(challenge_tokens_open_with_their_key_and_number),
        cmocka_unit_test(requests_are_read_as_they_were_written),
        cmocka_unit_test(drawn_packets_are_refused),
    };
    if (sodium_init() < 0) return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
