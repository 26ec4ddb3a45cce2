// lope_websocket.h - packets over WebSocket, for players in browsers: by the system's libwebsockets (Debian:
// libwebsockets-dev). IPv4 and IPv6. For POSIX systems.
//
//     lope_transport *t = lope_websocket_serve(
//         &(lope_websocket_serve_def){.address = "127.0.0.1", .port = 7778, .master = secret, .server = 1});
//     lope_transport *t = lope_websocket_join(
//         &(lope_websocket_join_def){.host = "127.0.0.1", .port = 7778, .token = &token});
//
// With a certificate and its key the server speaks TLS alone (wss://, at least 1.2), and a client that is told so
// checks the certificate. WITHOUT THEM NOTHING IS ENCRYPTED: let it then listen on 127.0.0.1 behind a proxy that
// ends TLS (nginx, caddy, haproxy), or at home. Programs play over ../udp.
//
// A connection opens with the subprotocol "lope". Its first message is the token as text (lope_token_write) in
// the bytes of a binary message; the server answers with one byte, 1. From then on each binary message is a
// packet. A text message, an empty one, one longer than LOPE_NET_PACKET, or a token that is not right end that
// connection alone, with a code: 1003, 1009, or 4000 + lope_transport_why.
//
// TCP loses nothing: one late packet holds up the rest. So that no more than that is late, one packet waits here
// where a connection cannot take more, and a newer one takes its place; the system keeps at most one packet that
// it has not yet sent (TCP_NOTSENT_LOWAT). Packets of a peer beyond `packets` a second are dropped.
//
// The server also gives the files that it is handed to browsers, over HTTP on the same port.
#ifndef LOPE_WEBSOCKET_H
#define LOPE_WEBSOCKET_H

#include "../transport/lope_transport.h"
#include "../udp/lope_token.h"

#ifdef __cplusplus
extern "C" {
#endif

// A file that browsers may have.
typedef struct lope_websocket_file {
    const char *path; // as it is asked for: "/" is the page itself
    const char *type; // such as "text/html"
    const void *bytes;
    size_t size;
} lope_websocket_file;

// How a server begins. Zero stands for the default.
typedef struct lope_websocket_serve_def {
    const char *address;              // of this machine, as a number; NULL: all that it has
    uint16_t port;                    // 0: any that is free
    uint32_t peers;                   // at most, 0: 16; up to 4096
    const uint8_t *master;            // required: the secret of tokens, LOPE_TOKEN_SECRET bytes; copied
    uint64_t server;                  // this server's number in tokens
    double timeout;                   // s without a message of a peer until it is gone, 0: 10
    uint32_t packets;                 // a second from one peer, 0: 240
    const char *origin;               // browsers of other pages are refused, "https://play.example"; NULL: none are
    const lope_transport *beside;     // a server's end of lope_udp_serve that outlives this one: a token lets in once at both
    const lope_websocket_file *files; // must outlive the transport
    uint32_t file_count;
    const char *certificate; // PEM file, the chain behind it; NULL: no TLS
    const char *key;         // PEM file of the certificate's private key; both or none
    lope_error *error;       // optional: why it was refused
} lope_websocket_serve_def;

// How a client begins. Zero stands for the default.
typedef struct lope_websocket_join_def {
    const char *host; // required: name or number
    uint16_t port;
    const lope_token *token; // required; copied
    double timeout;          // s, as for a server, 0: 10
    bool secure;             // TLS: the server's certificate must be right, and for `host`, a name
    const char *authorities; // PEM file of certificates that may have signed it; NULL: those of the system
    lope_error *error;       // optional: why it was refused
} lope_websocket_join_def;

// What a server has seen.
typedef struct lope_websocket_stats {
    uint64_t connections; // of WebSocket, that came
    uint64_t opened;      // that showed a token which is right
    uint64_t refused;     // tokens, and places that were not free
    uint64_t given_up;    // connections that showed no token in time, or made room for others
    uint64_t broken;      // peers that sent what is no packet
    uint64_t flooded;     // packets of peers beyond what they may send
    uint64_t replaced;    // packets to peers that a newer one took the place of, before they could be sent
    uint64_t files;       // that browsers asked for
} lope_websocket_stats;

// Opens a server's end. Returns NULL on a refusal, with def->error filled.
lope_transport *lope_websocket_serve(const lope_websocket_serve_def *def);
// Opens a client's end. OPENED or CLOSED comes with a later receive, within 5 s. Returns NULL on a refusal.
lope_transport *lope_websocket_join(const lope_websocket_join_def *def);

// Return what a server's end knows of itself; the transport must be one of lope_websocket_serve.
uint16_t lope_websocket_port(const lope_transport *server);
lope_websocket_stats lope_websocket_stats_of(const lope_transport *server);

#ifdef __cplusplus
}
#endif
#endif
