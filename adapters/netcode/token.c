// token.c - connect tokens. Read first: token.h.
#include "token.h"

#include "address.h"

#include <sodium.h>

#define ASSOCIATED (NETCODE_VERSION_SIZE + 16)

// ---- what both parts have ---------------------------------------------------------------------------------

static void put_servers(netcode_writer *w, const lope_netcode_claim *claim)
{
    netcode_put(w, (uint32_t)claim->timeout, 4);
    netcode_put(w, claim->server_count, 4);
    for (uint32_t i = 0; i < claim->server_count; i++) netcode_put_address(w, &claim->servers[i]);
}

static void take_servers(netcode_reader *r, lope_netcode_claim *claim)
{
    claim->timeout = (int32_t)(uint32_t)netcode_take(r, 4);
    claim->server_count = (uint32_t)netcode_take(r, 4);
    if (claim->server_count == 0 || claim->server_count > LOPE_NETCODE_SERVERS) r->bad = true;
    for (uint32_t i = 0; !r->bad && i < claim->server_count; i++) netcode_take_address(r, &claim->servers[i]);
}

static void put_keys(netcode_writer *w, const netcode_keys *keys)
{
    netcode_put_bytes(w, keys->to_server, sizeof keys->to_server);
    netcode_put_bytes(w, keys->to_client, sizeof keys->to_client);
}

static void take_keys(netcode_reader *r, netcode_keys *keys)
{
    netcode_take_bytes(r, keys->to_server, sizeof keys->to_server);
    netcode_take_bytes(r, keys->to_client, sizeof keys->to_client);
}

// ---- the private part -------------------------------------------------------------------------------------

// Writes what is authenticated with the private part.
static void associated_of(const netcode_sealed *sealed, uint8_t bytes[ASSOCIATED])
{
    netcode_writer w = {bytes, bytes + ASSOCIATED, false};
    netcode_put_bytes(&w, NETCODE_VERSION, NETCODE_VERSION_SIZE);
    netcode_put(&w, sealed->protocol, 8);
    netcode_put(&w, sealed->expiry, 8);
}

bool netcode_private_seal(const uint8_t key[LOPE_NETCODE_KEY], const lope_netcode_claim *claim, const netcode_keys *keys,
                          netcode_sealed *sealed)
{
    uint8_t plain[NETCODE_PRIVATE - NETCODE_TAG] = {0}, associated[ASSOCIATED];
    netcode_writer w = {plain, plain + sizeof plain, false};
    netcode_put(&w, claim->player, 8);
    put_servers(&w, claim);
    put_keys(&w, keys);
    netcode_put_bytes(&w, claim->user_data, sizeof claim->user_data);
    sealed->protocol = claim->protocol;
    sealed->expiry = claim->expiry;
    randombytes_buf(sealed->nonce, sizeof sealed->nonce);
    associated_of(sealed, associated);
    crypto_aead_xchacha20poly1305_ietf_encrypt(sealed->bytes, NULL, plain, sizeof plain, associated, sizeof associated, NULL,
                                               sealed->nonce, key);
    sodium_memzero(plain, sizeof plain);
    return !w.bad;
}

uint32_t netcode_private_open(const uint8_t key[LOPE_NETCODE_KEY], const netcode_sealed *sealed, lope_netcode_claim *claim,
                              netcode_keys *keys)
{
    uint8_t plain[NETCODE_PRIVATE - NETCODE_TAG], associated[ASSOCIATED];
    associated_of(sealed, associated);
    if (crypto_aead_xchacha20poly1305_ietf_decrypt(plain, NULL, NULL, sealed->bytes, sizeof sealed->bytes, associated,
                                                   sizeof associated, sealed->nonce, key) != 0)
        return LOPE_TRANSPORT_TOKEN_FORGED;
    netcode_reader r = {plain, plain + sizeof plain, false};
    *claim = (lope_netcode_claim){.protocol = sealed->protocol, .expiry = sealed->expiry};
    claim->player = netcode_take(&r, 8);
    take_servers(&r, claim);
    take_keys(&r, keys);
    netcode_take_bytes(&r, claim->user_data, sizeof claim->user_data);
    sodium_memzero(plain, sizeof plain);
    return r.bad ? LOPE_TRANSPORT_TOKEN_MALFORMED : 0;
}

// ---- the whole --------------------------------------------------------------------------------------------

lope_result lope_netcode_token_make(const uint8_t key[LOPE_NETCODE_KEY], const lope_netcode_claim *claim,
                                    uint8_t token[LOPE_NETCODE_TOKEN])
{
    netcode_sealed sealed;
    netcode_keys keys;
    if (claim->server_count == 0 || claim->server_count > LOPE_NETCODE_SERVERS || claim->created > claim->expiry)
        return LOPE_ERROR_RANGE;
    if (sodium_init() < 0) return LOPE_ERROR_STATE;
    randombytes_buf(&keys, sizeof keys);
    bool good = netcode_private_seal(key, claim, &keys, &sealed);
    memset(token, 0, LOPE_NETCODE_TOKEN);
    netcode_writer w = {token, token + LOPE_NETCODE_TOKEN, false};
    netcode_put_bytes(&w, NETCODE_VERSION, NETCODE_VERSION_SIZE);
    netcode_put(&w, claim->protocol, 8);
    netcode_put(&w, claim->created, 8);
    netcode_put(&w, claim->expiry, 8);
    netcode_put_bytes(&w, sealed.nonce, sizeof sealed.nonce);
    netcode_put_bytes(&w, sealed.bytes, sizeof sealed.bytes);
    put_servers(&w, claim);
    put_keys(&w, &keys);
    sodium_memzero(&keys, sizeof keys);
    return good && !w.bad ? LOPE_OK : LOPE_ERROR_RANGE;
}

bool netcode_token_read(const uint8_t token[LOPE_NETCODE_TOKEN], lope_netcode_claim *claim, netcode_keys *keys,
                        netcode_sealed *sealed)
{
    uint8_t version[NETCODE_VERSION_SIZE];
    netcode_reader r = {token, token + LOPE_NETCODE_TOKEN, false};
    *claim = (lope_netcode_claim){.protocol = 0};
    netcode_take_bytes(&r, version, sizeof version);
    claim->protocol = sealed->protocol = netcode_take(&r, 8);
    claim->created = netcode_take(&r, 8);
    claim->expiry = sealed->expiry = netcode_take(&r, 8);
    netcode_take_bytes(&r, sealed->nonce, sizeof sealed->nonce);
    netcode_take_bytes(&r, sealed->bytes, sizeof sealed->bytes);
    take_servers(&r, claim);
    take_keys(&r, keys);
    return !r.bad && memcmp(version, NETCODE_VERSION, sizeof version) == 0 && claim->created <= claim->expiry;
}
