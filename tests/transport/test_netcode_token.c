// test_netcode_token.c - connect tokens of netcode: what is written is read, where each part stands, and what is
// changed is refused with its reason.
#include "adapters/netcode/address.h"
#include "adapters/netcode/token.h"
#include "adapters/netcode/used.h"

#include "../net/net_help.h"

#define PRIVATE_AT (NETCODE_VERSION_SIZE + 24 + NETCODE_NONCE) // of a token
#define PUBLIC_AT (PRIVATE_AT + NETCODE_PRIVATE)

static const uint8_t key[LOPE_NETCODE_KEY] = {1, 2, 3, 4, 5, 6, 7, 8, 9};

static lope_netcode_claim some_claim(uint32_t servers)
{
    lope_netcode_claim claim = {.protocol = UINT64_C(0x0102030405060708),
                                .player = UINT64_C(0xfedcba9876543210),
                                .created = 1000,
                                .expiry = 1045,
                                .timeout = -5,
                                .server_count = servers};
    for (uint32_t i = 0; i < servers && i < LOPE_NETCODE_SERVERS; i++) {
        const char *text = i % 2 == 0 ? "192.0.2.1:40000" : "[2001:db8:1:2:3:4:5:6]:50000";
        assert_int_equal(lope_netcode_address(text, &claim.servers[i]), LOPE_OK);
        claim.servers[i].port = (uint16_t)(claim.servers[i].port + i);
    }
    for (uint32_t i = 0; i < LOPE_NETCODE_USER_DATA; i++) claim.user_data[i] = (uint8_t)(i * 3);
    return claim;
}

static void token_is_read_as_it_was_made(void **unused)
{
    (void)unused;
    for (uint32_t servers = 1; servers <= LOPE_NETCODE_SERVERS; servers++) {
        const lope_netcode_claim claim = some_claim(servers);
        lope_netcode_claim public_claim, private_claim;
        netcode_keys public_keys, private_keys;
        netcode_sealed sealed;
        uint8_t token[LOPE_NETCODE_TOKEN];
        assert_int_equal(lope_netcode_token_make(key, &claim, token), LOPE_OK);
        assert_true(netcode_token_read(token, &public_claim, &public_keys, &sealed));
        assert_int_equal(netcode_private_open(key, &sealed, &private_claim, &private_keys), 0);
        assert_memory_equal(&public_keys, &private_keys, sizeof public_keys);
        assert_memory_not_equal(public_keys.to_server, public_keys.to_client, LOPE_NETCODE_KEY);
        private_claim.created = public_claim.created; // stands in the public part alone
        assert_memory_equal(&private_claim, &claim, sizeof claim);
        public_claim.player = claim.player; // stand in the private part alone
        memcpy(public_claim.user_data, claim.user_data, sizeof claim.user_data);
        assert_memory_equal(&public_claim, &claim, sizeof claim);
    }
}

// The places of the fields, as the standard's table has them.
static void token_has_the_standards_form(void **unused)
{
    static const uint8_t protocol[] = {8, 7, 6, 5, 4, 3, 2, 1};
    static const uint8_t ends[] = {0xfb, 0xff, 0xff, 0xff, 2, 0, 0, 0, 1, 192, 0, 2, 1, 0x40, 0x9c, 2, 0x01, 0x20, 0xb8, 0x0d};
    const lope_netcode_claim claim = some_claim(2);
    uint8_t token[LOPE_NETCODE_TOKEN], other[LOPE_NETCODE_TOKEN];
    (void)unused;
    assert_int_equal(lope_netcode_token_make(key, &claim, token), LOPE_OK);
    assert_memory_equal(token, "NETCODE 1.02", 13);
    assert_memory_equal(token + 13, protocol, sizeof protocol);
    assert_int_equal(token[21], 1000 & 255); // created
    assert_int_equal(token[29], 1045 & 255); // expiry
    assert_memory_equal(token + PUBLIC_AT, ends, sizeof ends);
    for (size_t i = PUBLIC_AT + 8 + 7 + 19 + 64; i < sizeof token; i++) assert_int_equal(token[i], 0);
    assert_int_equal(lope_netcode_token_make(key, &claim, other), LOPE_OK); // nonce and keys are drawn anew
    assert_memory_not_equal(token + 37, other + 37, NETCODE_NONCE);
    assert_memory_not_equal(token + PUBLIC_AT + 34, other + PUBLIC_AT + 34, 64);
}

static void impossible_claims_are_refused(void **unused)
{
    uint8_t token[LOPE_NETCODE_TOKEN];
    lope_netcode_claim claim = some_claim(0);
    (void)unused;
    assert_int_equal(lope_netcode_token_make(key, &claim, token), LOPE_ERROR_RANGE);
    claim.server_count = LOPE_NETCODE_SERVERS + 1;
    assert_int_equal(lope_netcode_token_make(key, &claim, token), LOPE_ERROR_RANGE);
    claim = some_claim(1);
    claim.created = claim.expiry + 1;
    assert_int_equal(lope_netcode_token_make(key, &claim, token), LOPE_ERROR_RANGE);
}

// Each byte of the sealed part, of the nonce, the protocol and the expiry is authenticated.
static void changed_private_part_is_forged(void **unused)
{
    const lope_netcode_claim claim = some_claim(3);
    lope_netcode_claim read;
    netcode_keys keys;
    netcode_sealed sealed;
    uint8_t token[LOPE_NETCODE_TOKEN], changed[LOPE_NETCODE_TOKEN], other[LOPE_NETCODE_KEY];
    (void)unused;
    assert_int_equal(lope_netcode_token_make(key, &claim, token), LOPE_OK);
    for (size_t at = NETCODE_VERSION_SIZE; at < PUBLIC_AT; at++) {
        if (at >= 21 && at < 29) continue; // created
        memcpy(changed, token, sizeof token);
        changed[at] ^= 0x10;
        netcode_token_read(changed, &read, &keys, &sealed);
        assert_int_equal(netcode_private_open(key, &sealed, &read, &keys), LOPE_TRANSPORT_TOKEN_FORGED);
    }
    memcpy(other, key, sizeof other);
    other[31] ^= 1;
    assert_true(netcode_token_read(token, &read, &keys, &sealed));
    assert_int_equal(netcode_private_open(other, &sealed, &read, &keys), LOPE_TRANSPORT_TOKEN_FORGED);
}

static void changed_public_part_is_no_token(void **unused)
{
    static const struct {
        size_t at;
        uint8_t value;
    } changes[] = {{0, 'n'},
                   {12, 1},
                   {22, 255}, // version; created after expiry
                   {PUBLIC_AT + 4, 0},
                   {PUBLIC_AT + 4, 33},
                   {PUBLIC_AT + 7, 1},
                   {PUBLIC_AT + 8, 0},
                   {PUBLIC_AT + 15, 3},
                   {PUBLIC_AT + 8, 255}};
    const lope_netcode_claim claim = some_claim(2);
    lope_netcode_claim read;
    netcode_keys keys;
    netcode_sealed sealed;
    uint8_t token[LOPE_NETCODE_TOKEN];
    (void)unused;
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        assert_int_equal(lope_netcode_token_make(key, &claim, token), LOPE_OK);
        token[changes[i].at] = changes[i].value;
        assert_false(netcode_token_read(token, &read, &keys, &sealed));
        lope_error error = {0};
        assert_null(lope_netcode_join(&(lope_netcode_join_def){.token = token, .error = &error}));
        assert_string_equal(error.field, "token");
        assert_int_equal(error.code, LOPE_ERROR_FORMAT);
    }
}

// A private part that is authentic, for a backend with the key has sealed it, but cannot be read.
static void private_part_with_a_bad_count_is_malformed(void **unused)
{
    lope_netcode_claim claim = some_claim(1), read;
    netcode_keys keys = {{0}, {0}};
    netcode_sealed sealed;
    (void)unused;
    claim.server_count = 0;
    assert_true(netcode_private_seal(key, &claim, &keys, &sealed));
    assert_int_equal(netcode_private_open(key, &sealed, &read, &keys), LOPE_TRANSPORT_TOKEN_MALFORMED);
}

static void drawn_bytes_are_no_token(void **unused)
{
    uint64_t seed = test_seed();
    (void)unused;
    for (uint32_t i = 0; i < 20000; i++) {
        uint8_t token[LOPE_NETCODE_TOKEN];
        lope_netcode_claim claim;
        netcode_keys keys;
        netcode_sealed sealed;
        for (size_t k = 0; k < sizeof token; k++) token[k] = (uint8_t)random_next(&seed);
        if (i % 2 == 0) memcpy(token, NETCODE_VERSION, NETCODE_VERSION_SIZE);
        if (i % 4 == 0) memset(token + PUBLIC_AT + 5, 0, 3);
        if (netcode_token_read(token, &claim, &keys, &sealed)) assert_in_range(claim.server_count, 1, LOPE_NETCODE_SERVERS);
        assert_int_equal(netcode_private_open(key, &sealed, &claim, &keys), LOPE_TRANSPORT_TOKEN_FORGED);
    }
}

static void addresses_are_read_from_text(void **unused)
{
    static const char *const bad[] = {
        "",           "1.2.3.4",   "1.2.3.4:",   "1.2.3.4:0",  "1.2.3.4:65536", "1.2.3:5",    "[::1]", "[::1]40000",
        "[::1:40000", "::1:40000", "host:40000", "1.2.3.4:-5", "[1.2.3.4]:5",   "1.2.3.4:5x", ":5",    "1.2.3.4: 5"};
    lope_address address;
    (void)unused;
    assert_int_equal(lope_netcode_address("10.1.2.3:65535", &address), LOPE_OK);
    assert_int_equal(address.port, 65535);
    assert_int_equal(address.ip[15], 3);
    assert_int_equal(address.ip[11], 0xff);
    assert_int_equal(lope_netcode_address("[fe80::1]:7", &address), LOPE_OK);
    assert_int_equal(address.ip[0], 0xfe);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        if (lope_netcode_address(bad[i], &address) != LOPE_ERROR_FORMAT) fail_msg("\"%s\" was taken as an address", bad[i]);
}

static void token_counts_for_the_first_address(void **unused)
{
    netcode_used *used = calloc(1, sizeof *used);
    netcode_sealed sealed = {.expiry = 100};
    const lope_address first = {.port = 1}, second = {.port = 2};
    uint32_t taken = 0;
    (void)unused;
    assert_non_null(used);
    assert_true(netcode_used_allows(used, &sealed, &first, 50));
    assert_true(netcode_used_allows(used, &sealed, &first, 50));
    assert_false(netcode_used_allows(used, &sealed, &second, 99));
    assert_true(netcode_used_allows(used, &sealed, &second, 100)); // what has expired makes room
    // a table without room allows no token, and never forgets one that has not expired
    for (uint32_t i = 0; i < 3 * NETCODE_USED; i++) {
        netcode_sealed next = {.expiry = 1000};
        const uint32_t spread = i * 2654435761u;
        memcpy(next.bytes + NETCODE_PRIVATE - NETCODE_TAG, &spread, sizeof spread);
        taken += netcode_used_allows(used, &next, &first, 200);
        assert_false(netcode_used_allows(used, &next, &second, 200));
    }
    assert_in_range(taken, NETCODE_USED - 1, NETCODE_USED);
    free(used);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(token_is_read_as_it_was_made),       cmocka_unit_test(token_has_the_standards_form),
        cmocka_unit_test(impossible_claims_are_refused),      cmocka_unit_test(changed_private_part_is_forged),
        cmocka_unit_test(changed_public_part_is_no_token),    cmocka_unit_test(private_part_with_a_bad_count_is_malformed),
        cmocka_unit_test(drawn_bytes_are_no_token),           cmocka_unit_test(addresses_are_read_from_text),
        cmocka_unit_test(token_counts_for_the_first_address),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
