// test_udp_token.c - tokens: what a server reads of one, and each reason for which it refuses.
#include "adapters/transport/lope_transport.h"
#include "adapters/udp/lope_token.h"
#include "adapters/udp/used_tokens.h"

#include "../net/net_help.h"

#define NOW UINT64_C(1000000)
#define SERVER UINT64_C(5)

static const uint8_t master[LOPE_TOKEN_SECRET] = {1, 2, 3, 4, 5, 6, 7, 8};

static lope_token token_of(const lope_token_claim *claim)
{
    lope_token token;
    assert_int_equal(lope_token_make(master, claim, &token), LOPE_OK);
    return token;
}

static lope_token_claim claim_of(uint64_t player, uint64_t expiry)
{
    lope_token_claim claim = {.player = player, .server = SERVER, .expiry = expiry};
    for (uint32_t i = 0; i < LOPE_TOKEN_RANDOM; i++) claim.random[i] = (uint8_t)(player * 31 + i);
    return claim;
}

// The server works out the player and the key of an identity that it has never seen.
static void token_right_gives_player_and_key(void **unused)
{
    const lope_token_claim claim = claim_of(0x1122334455667788u, NOW + 1);
    const lope_token token = token_of(&claim);
    lope_token_claim read = {0};
    uint8_t key[LOPE_TOKEN_KEY];
    (void)unused;
    assert_int_equal(strlen(token.identity), LOPE_TOKEN_IDENTITY);
    assert_int_equal(lope_token_check(master, token.identity, SERVER, NOW, &read, key), 0);
    assert_memory_equal(&read, &claim, sizeof claim);
    assert_memory_equal(key, token.key, sizeof key);
    assert_int_equal(lope_token_claim_of(token.identity, &read), LOPE_OK);
    assert_memory_equal(&read, &claim, sizeof claim);
}

// Tag and key are HMAC-SHA256 as lope_token.c says: worked out by Python's hmac for master 00 01 ... 1f, player
// 1, server 2, expiry 3, random bytes 10 11 ... 1f.
static void token_bytes_are_as_published(void **unused)
{
    static const char identity[] = "000000000000000100000000000000020000000000000003101112131415161718191a1b1c1d1e1f"
                                   "ee78e53cd1fe4b07b5712cb218be5075";
    static const char key[] = "56c3e964a93e2fd4456d18c2e9ce4745c2cacd36686a53c9522364005f93921c";
    lope_token_claim claim = {.player = 1, .server = 2, .expiry = 3};
    uint8_t secret[LOPE_TOKEN_SECRET];
    char text[LOPE_TOKEN_TEXT];
    lope_token token;
    (void)unused;
    for (uint32_t i = 0; i < LOPE_TOKEN_RANDOM; i++) claim.random[i] = (uint8_t)(16 + i);
    for (uint32_t i = 0; i < LOPE_TOKEN_SECRET; i++) secret[i] = (uint8_t)i;
    assert_int_equal(lope_token_make(secret, &claim, &token), LOPE_OK);
    lope_token_write(&token, text);
    assert_string_equal(token.identity, identity);
    assert_string_equal(text + LOPE_TOKEN_IDENTITY + 1, key);
}

static uint32_t why_of(const char *identity, uint64_t server, uint64_t time)
{
    lope_token_claim claim;
    uint8_t key[LOPE_TOKEN_KEY];
    return lope_token_check(master, identity, server, time, &claim, key);
}

static void token_wrong_is_refused_with_its_reason(void **unused)
{
    const lope_token_claim claim = claim_of(9, NOW + 60);
    const lope_token token = token_of(&claim);
    char cut[LOPE_TOKEN_IDENTITY + 1];
    (void)unused;
    assert_int_equal(why_of(token.identity, SERVER, NOW + 59), 0);
    assert_int_equal(why_of(token.identity, SERVER, NOW + 60), LOPE_TRANSPORT_TOKEN_EXPIRED);
    assert_int_equal(why_of(token.identity, SERVER + 1, NOW), LOPE_TRANSPORT_TOKEN_OF_OTHER);
    assert_int_equal(why_of("", SERVER, NOW), LOPE_TRANSPORT_TOKEN_MALFORMED);
    assert_int_equal(why_of("player one", SERVER, NOW), LOPE_TRANSPORT_TOKEN_MALFORMED);
    snprintf(cut, sizeof cut, "%s", token.identity);
    cut[LOPE_TOKEN_IDENTITY - 1] = '\0';
    assert_int_equal(why_of(cut, SERVER, NOW), LOPE_TRANSPORT_TOKEN_MALFORMED);
}

// Whatever digit of an identity is another one: player, server, expiry, random bytes, tag.
static void token_changed_anywhere_is_forged(void **unused)
{
    const lope_token_claim claim = claim_of(9, NOW + 60);
    const lope_token token = token_of(&claim);
    (void)unused;
    for (uint32_t i = 0; i < LOPE_TOKEN_IDENTITY; i++) {
        char changed[LOPE_TOKEN_IDENTITY + 1];
        memcpy(changed, token.identity, sizeof changed);
        changed[i] = changed[i] == '0' ? '1' : '0';
        assert_int_equal(why_of(changed, SERVER, NOW), LOPE_TRANSPORT_TOKEN_FORGED);
    }
    uint8_t other[LOPE_TOKEN_SECRET] = {2};
    lope_token forged;
    assert_int_equal(lope_token_make(other, &claim, &forged), LOPE_OK);
    assert_int_equal(why_of(forged.identity, SERVER, NOW), LOPE_TRANSPORT_TOKEN_FORGED);
}

static void token_text_reads_back(void **unused)
{
    const lope_token_claim claim = claim_of(77, NOW);
    const lope_token token = token_of(&claim);
    char text[LOPE_TOKEN_TEXT + 8];
    lope_token read;
    (void)unused;
    lope_token_write(&token, text);
    assert_int_equal(strlen(text), LOPE_TOKEN_TEXT - 1);
    assert_int_equal(lope_token_read(text, &read), LOPE_OK);
    assert_memory_equal(&read, &token, sizeof token);
    for (uint32_t i = 0; i < LOPE_TOKEN_TEXT - 1; i++) {
        const char was = text[i];
        text[i] = 'x';
        assert_int_equal(lope_token_read(text, &read), LOPE_ERROR_FORMAT);
        text[i] = '\0';
        assert_int_equal(lope_token_read(text, &read), LOPE_ERROR_FORMAT);
        text[i] = was;
    }
    strcat(text, "0");
    assert_int_equal(lope_token_read(text, &read), LOPE_ERROR_FORMAT);
}

// As many as the table is made for, drawn; one that has expired makes room.
static void used_tokens_are_known_until_they_expire(void **unused)
{
    used_tokens *used = calloc(1, sizeof *used);
    uint64_t seed = test_seed();
    uint32_t kept = 0;
    (void)unused;
    assert_non_null(used);
    for (uint32_t round = 0; round < 2; round++) {
        const uint64_t seed_before = seed, time = NOW + 100 * round;
        for (uint32_t i = 0; i < USED_TOKENS / 2; i++) {
            lope_token_claim claim = claim_of(i, time + 50);
            for (uint32_t k = 0; k < LOPE_TOKEN_RANDOM; k++) claim.random[k] = (uint8_t)random_next(&seed);
            assert_false(used_tokens_has(used, &claim));
            assert_true(used_tokens_add(used, &claim, time));
            assert_true(used_tokens_has(used, &claim));
        }
        seed = seed_before;
        for (uint32_t i = 0; i < USED_TOKENS / 2; i++) { // all are known still
            lope_token_claim claim = claim_of(i, time + 50);
            for (uint32_t k = 0; k < LOPE_TOKEN_RANDOM; k++) claim.random[k] = (uint8_t)random_next(&seed);
            kept += used_tokens_has(used, &claim);
        }
    }
    assert_int_equal(kept, USED_TOKENS);
    free(used);
}

// A table that is full refuses, and forgets nothing.
static void used_tokens_full_refuses(void **unused)
{
    used_tokens *used = calloc(1, sizeof *used);
    lope_token_claim claim = claim_of(0, NOW + 50);
    uint32_t added = 0;
    (void)unused;
    assert_non_null(used);
    memset(claim.random, 0, sizeof claim.random); // all at one place
    for (; added < 1000 && used_tokens_add(used, &claim, NOW); added++) claim.random[15] = (uint8_t)(added + 1);
    assert_int_equal(added, 64);
    for (uint32_t i = 0; i < added; i++) {
        claim.random[15] = (uint8_t)i;
        assert_true(used_tokens_has(used, &claim));
    }
    free(used);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(token_right_gives_player_and_key),
        cmocka_unit_test(token_bytes_are_as_published),
        cmocka_unit_test(token_wrong_is_refused_with_its_reason),
        cmocka_unit_test(token_changed_anywhere_is_forged),
        cmocka_unit_test(token_text_reads_back),
        cmocka_unit_test(used_tokens_are_known_until_they_expire),
        cmocka_unit_test(used_tokens_full_refuses),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
