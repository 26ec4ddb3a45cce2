// lope_netcode.h - packets over UDP by the public standard netcode 1.02, for backends that issue its connect tokens:
// encrypted and authenticated by the system's libsodium (Debian: libsodium-dev). IPv4 and IPv6. For POSIX systems.
//
//     lope_netcode_token_make(key, &claim, token);         // a backend, which hands the token out over HTTPS
//     lope_transport *t = lope_netcode_serve(
//         &(lope_netcode_serve_def){.address = "192.0.2.1", .port = 40000, .key = key, .protocol = 7});
//     lope_transport *t = lope_netcode_join(&(lope_netcode_join_def){.token = token});
//
// Ends of any program that keeps to the standard play with each other. A token names the servers: a client tries them
// in turn. It also has the time after which a peer that is silent is gone. The machine's wall clock is read for the
// expiry of tokens alone; all other times are those that the caller passes in.
//
// A server answers nothing but a request of 1,078 bytes with a token that was made with its key, and that by at most
// 333 bytes. Of such a client it keeps the keys of the token, for the standard has no other place for them, among 64
// places, at most 16 of one network; a seat is taken when the client has answered the challenge. A token counts for the
// first address that brings it, until it expires; from there it lets in again. Both ends then count from 0 again under
// the same keys, which the standard has so: let a backend make a new token for each connection, of a short expiry. A
// server that starts anew has forgotten which tokens were used.
//
// Packets of a peer beyond `packets` a second are dropped before they are decrypted. Of all that has come, at most
// 1,024 datagrams are read for one value of `now`. A packet is 18 to 25 bytes longer on the way.
#ifndef LOPE_NETCODE_H
#define LOPE_NETCODE_H

#include "../transport/lope_datagrams.h"
#include "../transport/lope_transport.h"

#ifdef __cplusplus
extern "C" {
#endif

#define LOPE_NETCODE_KEY 32        // bytes of the key that backend and servers share
#define LOPE_NETCODE_TOKEN 2048    // bytes of a connect token
#define LOPE_NETCODE_SERVERS 32u   // of one token, at most
#define LOPE_NETCODE_USER_DATA 256 // bytes that a backend tells the server about a player

// What a connect token says.
typedef struct lope_netcode_claim {
    uint64_t protocol;                          // number of the game
    uint64_t player;                            // the game's own number of it
    uint64_t created, expiry;                   // s since 1970; from expiry on it does not count
    int32_t timeout;                            // s without a packet until a peer is gone; 0 or less: never
    uint32_t server_count;                      // 1 to LOPE_NETCODE_SERVERS
    lope_address servers[LOPE_NETCODE_SERVERS]; // in the order in which they are tried
    uint8_t user_data[LOPE_NETCODE_USER_DATA];
} lope_netcode_claim;

// Makes a token, with keys that are drawn. LOPE_ERROR_RANGE: of the count of servers, or it expires before it was
// created. LOPE_ERROR_STATE: libsodium does not begin.
lope_result lope_netcode_token_make(const uint8_t key[LOPE_NETCODE_KEY], const lope_netcode_claim *claim,
                                    uint8_t token[LOPE_NETCODE_TOKEN]);
// Reads an address and port as "192.0.2.1:40000" or "[2001:db8::1]:40000". LOPE_ERROR_FORMAT: it is none.
lope_result lope_netcode_address(const char *text, lope_address *address);

// How a server begins. Zero stands for the default.
typedef struct lope_netcode_serve_def {
    const char *address;             // of this machine, as a number; NULL: all that it has
    uint16_t port;                   // 0: any that is free
    uint32_t peers;                  // at most, 0: 16; up to 4096
    const uint8_t *key;              // required: LOPE_NETCODE_KEY bytes; copied
    uint64_t protocol;               // number of the game
    const lope_address *publics;     // that stand in tokens for this server; NULL: `address` with its port
    uint32_t public_count;           // up to LOPE_NETCODE_SERVERS
    uint32_t packets;                // a second from one peer, 0: 240
    const lope_datagrams *datagrams; // in place of a socket: taken over, and closed with the transport
    lope_error *error;               // optional: why it was refused
} lope_netcode_serve_def;

// How a client begins.
typedef struct lope_netcode_join_def {
    const uint8_t *token;            // required: LOPE_NETCODE_TOKEN bytes; copied
    const lope_datagrams *datagrams; // in place of a socket: taken over
    lope_error *error;               // optional: why it was refused
} lope_netcode_join_def;

// What a server has seen.
typedef struct lope_netcode_stats {
    uint64_t datagrams;                         // that came
    uint64_t garbage;                           // of these from strangers, and no request
    uint64_t requests;                          // that came, repeated ones too
    uint64_t refused[LOPE_TRANSPORT_WHY_COUNT]; // of these, by reason
    uint64_t challenges;                        // that were sent
    uint64_t opened;                            // peers
    uint64_t given_up;                          // challenges without an answer in time, or that made room for others
    uint64_t flooded;                           // datagrams of one address beyond what it may send
    uint64_t dropped;                           // datagrams that were changed, sent again, or make no sense
} lope_netcode_stats;

// Opens a server's end. REFUSED comes for tokens that were made with the key, once for one that is shown repeatedly; what
// else is refused is only counted.
// Returns NULL on a refusal, with def->error filled.
lope_transport *lope_netcode_serve(const lope_netcode_serve_def *def);
// Opens a client's end. OPENED or CLOSED comes with a later receive. Returns NULL on a refusal.
lope_transport *lope_netcode_join(const lope_netcode_join_def *def);

// Return what a server's end knows of itself; the transport must be one of lope_netcode_serve.
uint16_t lope_netcode_port(const lope_transport *server);
lope_netcode_stats lope_netcode_stats_of(const lope_transport *server);
// Returns the user data of a peer's token, LOPE_NETCODE_USER_DATA bytes, or NULL when there is no such peer.
const uint8_t *lope_netcode_user_data(const lope_transport *server, uint32_t peer);

#ifdef __cplusplus
}
#endif
#endif
