// lope_udp.h - packets over UDP, encrypted and authenticated: DTLS 1.2 by the system's OpenSSL (Debian:
// libssl-dev), with a key from a token. IPv4 and IPv6. For POSIX systems.
//
//     lope_transport *t = lope_udp_serve(&(lope_udp_serve_def){.port = 7777, .master = secret, .server = 1});
//     lope_transport *t = lope_udp_join(&(lope_udp_join_def){.host = "play.example", .port = 7777, .token = &token});
//
// A server keeps nothing of a hello until the cookie that it answered is back from the same address, and then
// little until a token is shown that it made out right (lope_token.h). Each token lets one player in, once.
// From then on records that were changed, made up or sent again are dropped without a word. A packet is 29
// bytes longer on the way. A player with a new address comes in anew, with another token.
//
// Packets of a peer beyond `packets` a second are dropped before they are decrypted. Of all that has come, at
// most 1,024 datagrams are read for one value of `now`. Handshakes repeat themselves by the system's clock;
// all other times are those that the caller passes in.
#ifndef LOPE_UDP_H
#define LOPE_UDP_H

#include "../transport/lope_datagrams.h"
#include "../transport/lope_transport.h"
#include "lope_token.h"

#include <lope/net_link.h>

#ifdef __cplusplus
extern "C" {
#endif

// How a server begins. Zero stands for the default.
typedef struct lope_udp_serve_def {
    const char *address;             // of this machine, as a number; NULL: all that it has
    uint16_t port;                   // 0: any that is free
    uint32_t peers;                  // at most, 0: 16; up to 4096
    const uint8_t *master;           // required: the secret of tokens, LOPE_TOKEN_SECRET bytes; copied
    uint64_t server;                 // this server's number in tokens
    double timeout;                  // s without a record of a peer until it is gone, 0: 10
    uint32_t packets;                // a second from one peer, 0: 240
    const lope_datagrams *datagrams; // in place of a socket: taken over, and closed with the transport
    lope_error *error;               // optional: why it was refused
} lope_udp_serve_def;

// How a client begins. Zero stands for the default.
typedef struct lope_udp_join_def {
    const char *host; // name or number; with `datagrams` it is not looked at
    uint16_t port;
    const lope_token *token;            // required; copied
    double timeout;                     // s, as for a server, 0: 10
    const lope_datagrams *datagrams;    // in place of a socket, or laid over one: taken over
    lope_address server;                // with `datagrams`: where the server is
    const lope_net_link_profile *shape; // lays a bad line over the socket, both ways alike; NULL: none
    uint64_t seed;                      // of it
    lope_error *error;                  // optional: why it was refused
} lope_udp_join_def;

// What a server has seen.
typedef struct lope_udp_stats {
    uint64_t datagrams;  // that came
    uint64_t garbage;    // of these from strangers, and no hello
    uint64_t hellos;     // of strangers
    uint64_t handshakes; // begun, when a cookie was back
    uint64_t opened;     // ended well
    uint64_t refused;    // tokens, and places that were not free
    uint64_t given_up;   // handshakes that did not end in time, or made room for others
    uint64_t flooded;    // datagrams of peers beyond what they may send
    uint64_t dropped;    // datagrams of peers that brought nothing: changed, sent again, or the protocol's own
} lope_udp_stats;

// Opens a server's end. Returns NULL on a refusal, with def->error filled.
lope_transport *lope_udp_serve(const lope_udp_serve_def *def);
// Opens a client's end. OPENED or CLOSED comes with a later receive, within 5 s. Returns NULL on a refusal.
lope_transport *lope_udp_join(const lope_udp_join_def *def);

// Return what a server's end knows of itself; the transport must be one of lope_udp_serve.
uint16_t lope_udp_port(const lope_transport *server);
lope_udp_stats lope_udp_stats_of(const lope_transport *server);

#ifdef __cplusplus
}
#endif
#endif
