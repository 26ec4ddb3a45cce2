// lope_token.c - tokens: their bytes, their tag and key. Read first: lope_token.h.
//
//     claim     player, server, expiry: 8 bytes each, the highest first; 16 random ones
//     tag       the first 16 bytes of HMAC(master, "lope token tag" claim)
//     identity  claim tag, in hexadecimal
//     key       HMAC(master, "lope token key" claim)
#include "lope_token.h"

#include "../transport/lope_transport.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/rand.h>

#include <string.h>

#define CLAIM 40u
#define TAG 16u
#define LABEL 14u // letters of "lope token tag", without its end

// ---- bytes ------------------------------------------------------------------------------------------------

static void put_u64(uint8_t *bytes, uint64_t value)
{
    for (int i = 0; i < 8; i++) bytes[i] = (uint8_t)(value >> (56 - 8 * i));
}

static uint64_t get_u64(const uint8_t *bytes)
{
    uint64_t value = 0;
    for (int i = 0; i < 8; i++) value = value << 8 | bytes[i];
    return value;
}

static void write_hex(const uint8_t *bytes, size_t count, char *text)
{
    static const char digits[] = "0123456789abcdef";
    for (size_t i = 0; i < count; i++) {
        text[2 * i] = digits[bytes[i] >> 4];
        text[2 * i + 1] = digits[bytes[i] & 15];
    }
    text[2 * count] = '\0';
}

static int digit_of(char c) { return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; }

// Reads that many bytes; the letters may end early.
static bool read_hex(const char *text, uint8_t *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const int high = digit_of(text[2 * i]), low = high < 0 ? -1 : digit_of(text[2 * i + 1]);
        if (low < 0) return false;
        bytes[i] = (uint8_t)(high << 4 | low);
    }
    return true;
}

static void write_claim(const lope_token_claim *claim, uint8_t bytes[CLAIM])
{
    put_u64(bytes, claim->player);
    put_u64(bytes + 8, claim->server);
    put_u64(bytes + 16, claim->expiry);
    memcpy(bytes + 24, claim->random, LOPE_TOKEN_RANDOM);
}

static void read_claim(const uint8_t bytes[CLAIM], lope_token_claim *claim)
{
    claim->player = get_u64(bytes);
    claim->server = get_u64(bytes + 8);
    claim->expiry = get_u64(bytes + 16);
    memcpy(claim->random, bytes + 24, LOPE_TOKEN_RANDOM);
}

// ---- what the secret says of a claim ----------------------------------------------------------------------

static bool authenticate(const uint8_t *master, const char *label, const uint8_t claim[CLAIM], uint8_t out[32])
{
    uint8_t message[LABEL + CLAIM];
    unsigned int size = 32;
    memcpy(message, label, LABEL);
    memcpy(message + LABEL, claim, CLAIM);
    return HMAC(EVP_sha256(), master, LOPE_TOKEN_SECRET, message, sizeof message, out, &size) != NULL && size == 32;
}

lope_result lope_token_make(const uint8_t master[LOPE_TOKEN_SECRET], const lope_token_claim *claim, lope_token *token)
{
    uint8_t bytes[CLAIM + TAG], tag[32];
    if (master == NULL || claim == NULL || token == NULL) return LOPE_ERROR_NULL;
    write_claim(claim, bytes);
    if (!authenticate(master, "lope token tag", bytes, tag) || !authenticate(master, "lope token key", bytes, token->key))
        return LOPE_ERROR_MEMORY;
    memcpy(bytes + CLAIM, tag, TAG);
    write_hex(bytes, sizeof bytes, token->identity);
    return LOPE_OK;
}

lope_result lope_token_draw(void *bytes, size_t size)
{
    return size <= 1 << 20 && RAND_bytes(bytes, (int)size) == 1 ? LOPE_OK : LOPE_ERROR_STATE;
}

// ---- text -------------------------------------------------------------------------------------------------

void lope_token_write(const lope_token *token, char text[LOPE_TOKEN_TEXT])
{
    memcpy(text, token->identity, LOPE_TOKEN_IDENTITY);
    text[LOPE_TOKEN_IDENTITY] = '.';
    write_hex(token->key, LOPE_TOKEN_KEY, text + LOPE_TOKEN_IDENTITY + 1);
}

lope_result lope_token_read(const char *text, lope_token *token)
{
    uint8_t bytes[CLAIM + TAG];
    if (text == NULL || token == NULL) return LOPE_ERROR_NULL;
    if (strlen(text) != LOPE_TOKEN_TEXT - 1 || text[LOPE_TOKEN_IDENTITY] != '.' || !read_hex(text, bytes, sizeof bytes) ||
        !read_hex(text + LOPE_TOKEN_IDENTITY + 1, token->key, LOPE_TOKEN_KEY))
        return LOPE_ERROR_FORMAT;
    memcpy(token->identity, text, LOPE_TOKEN_IDENTITY);
    token->identity[LOPE_TOKEN_IDENTITY] = '\0';
    return LOPE_OK;
}

static bool read_identity(const char *identity, uint8_t bytes[CLAIM + TAG])
{
    return identity != NULL && strlen(identity) == LOPE_TOKEN_IDENTITY && read_hex(identity, bytes, CLAIM + TAG);
}

lope_result lope_token_claim_of(const char *identity, lope_token_claim *claim)
{
    uint8_t bytes[CLAIM + TAG];
    if (identity == NULL || claim == NULL) return LOPE_ERROR_NULL;
    if (!read_identity(identity, bytes)) return LOPE_ERROR_FORMAT;
    read_claim(bytes, claim);
    return LOPE_OK;
}

uint32_t lope_token_check(const uint8_t master[LOPE_TOKEN_SECRET], const char *identity, uint64_t server, uint64_t time,
                          lope_token_claim *claim, uint8_t key[LOPE_TOKEN_KEY])
{
    uint8_t bytes[CLAIM + TAG], tag[32];
    if (!read_identity(identity, bytes)) return LOPE_TRANSPORT_TOKEN_MALFORMED;
    if (!authenticate(master, "lope token tag", bytes, tag) || CRYPTO_memcmp(tag, bytes + CLAIM, TAG) != 0)
        return LOPE_TRANSPORT_TOKEN_FORGED;
    read_claim(bytes, claim);
    if (claim->server != server) return LOPE_TRANSPORT_TOKEN_OF_OTHER;
    if (claim->expiry <= time) return LOPE_TRANSPORT_TOKEN_EXPIRED;
    return authenticate(master, "lope token key", bytes, key) ? 0 : LOPE_TRANSPORT_TOKEN_FORGED;
}
