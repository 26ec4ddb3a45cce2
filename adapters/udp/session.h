// session.h - one DTLS session over datagrams in memory: datagram by datagram in, out through lope_datagrams.
//
// OpenSSL does the protocol (DTLS 1.2, ECDHE-PSK with ChaCha20-Poly1305, X25519). A session reads the one
// datagram that it was given; what it says goes out at once. Its handshake repeats what was lost by OpenSSL's
// own timers, which run on the system's clock. Read next: session.c, server.c.
#ifndef LOPE_UDP_SESSION_H
#define LOPE_UDP_SESSION_H

#include "../transport/lope_datagrams.h"
#include "lope_token.h"

#include <openssl/ssl.h>

// What sessions of one end share.
typedef struct udp_end {
    SSL_CTX *context;
    BIO_METHOD *method;
    lope_datagrams datagrams;
    double now;                         // s, of the call that is under way
    uint8_t cookies[LOPE_TOKEN_SECRET]; // the secret of a listener's cookies
    const uint8_t *master;              // of a server; NULL: a client
    uint64_t server;                    // number of this server
    const lope_token *token;            // of a client
    // Returns a lope_transport_why against a token that is right in itself, or 0.
    uint32_t (*admit)(void *context, const lope_token_claim *claim);
    void *admit_context;
} udp_end;

typedef struct udp_session {
    udp_end *end;
    SSL *ssl;
    lope_address address;
    const uint8_t *in; // the datagram that it reads; NULL: none
    size_t in_size;
    bool finished;          // the handshake is over
    uint32_t why;           // lope_transport_why: what was wrong
    lope_token_claim claim; // of a server's peer, once it has shown its token
} udp_session;

// What reading a session has brought.
typedef enum udp_got { UDP_NONE = 0, UDP_FINISHED, UDP_BYTES, UDP_OVER } udp_got;

// Makes what sessions share; the caller has filled in `datagrams`, `master` or `token`, and the rest before.
// Returns false when OpenSSL refuses.
bool udp_end_open(udp_end *end);
void udp_end_close(udp_end *end);

// Makes a session of a client or a server's listener. Returns NULL when there is no memory.
udp_session *udp_session_make(udp_end *end);
void udp_session_free(udp_session *session); // NULL is fine

// A listener looks at a datagram, answers a hello without a cookie, and keeps nothing. Returns true when it
// had the cookie of its address: the session is that peer's from then on.
bool udp_session_listen(udp_session *session, const lope_address *from, const uint8_t *bytes, size_t size);
// Goes on with a handshake, by a datagram or none, or reads the next message of a datagram. Call it until it
// returns UDP_NONE or UDP_OVER; the bytes are given once. *size: how many bytes it read, of UDP_BYTES.
udp_got udp_session_read(udp_session *session, const uint8_t *bytes, size_t bytes_size, void *out, size_t out_size, size_t *size);
// Repeats what was lost of a handshake, when it is time. Returns false when that was too often.
bool udp_session_tick(udp_session *session);
// Sends a message. Returns false when it cannot be.
bool udp_session_send(udp_session *session, const void *bytes, size_t size);
// Says goodbye.
void udp_session_leave(udp_session *session);

#endif
