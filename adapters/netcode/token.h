// token.h - connect tokens: a private part that only servers read, and a public one for the client.
//
// The private part is sealed with the key of backend and servers by XChaCha20-Poly1305; version, protocol and expiry
// are authenticated with it. The client passes it on, in its requests. Read next: token.c.
#ifndef LOPE_NETCODE_TOKEN_H
#define LOPE_NETCODE_TOKEN_H

#include "bytes.h"
#include "lope_netcode.h"

#define NETCODE_VERSION "NETCODE 1.02" // with its end: 13 bytes
#define NETCODE_VERSION_SIZE 13
#define NETCODE_NONCE 24
#define NETCODE_PRIVATE 1024 // bytes, sealed
#define NETCODE_TAG 16       // the last of them

// The sealed part with what it is opened by: what a request shows to a server.
typedef struct netcode_sealed {
    uint64_t protocol, expiry;
    uint8_t nonce[NETCODE_NONCE];
    uint8_t bytes[NETCODE_PRIVATE];
} netcode_sealed;

// The keys of both directions.
typedef struct netcode_keys {
    uint8_t to_server[LOPE_NETCODE_KEY], to_client[LOPE_NETCODE_KEY];
} netcode_keys;

// Seals the private part of a token with a nonce that is drawn. Returns false when it does not fit.
bool netcode_private_seal(const uint8_t key[LOPE_NETCODE_KEY], const lope_netcode_claim *claim, const netcode_keys *keys,
                          netcode_sealed *sealed);
// Opens it. Fills the claim but for `created`, which only the public part has. Returns 0, LOPE_TRANSPORT_TOKEN_FORGED
// or _MALFORMED.
uint32_t netcode_private_open(const uint8_t key[LOPE_NETCODE_KEY], const netcode_sealed *sealed, lope_netcode_claim *claim,
                              netcode_keys *keys);

// Reads the public part of a token. Fills the claim but for `player` and `user_data`, which only servers can read.
// Returns false when it is no token.
bool netcode_token_read(const uint8_t token[LOPE_NETCODE_TOKEN], lope_netcode_claim *claim, netcode_keys *keys,
                        netcode_sealed *sealed);

#endif
