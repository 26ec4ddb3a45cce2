// lope_transport.h - what carries the packets of lope/net.h between a server and its players, and tells
// of players that come and leave. One set of functions for every kind of transport; how one is opened is the kind's own
// (lope_loopback.h, ../udp/lope_udp.h).
//
//     while (lope_transport_receive(t, now, bytes, sizeof bytes, &event)) {
//         if (event.what == LOPE_TRANSPORT_OPENED) ...   // a player came: give it a seat
//         if (event.what == LOPE_TRANSPORT_PACKET) lope_net_server_receive(server, seat, bytes, event.size, now);
//         if (event.what == LOPE_TRANSPORT_CLOSED) ...   // it left, or was silent for too long
//     }
//     lope_transport_send(t, peer, bytes, size, now);
//
// A server's end has many peers, numbered from 0; a client's end has one, number 0. Nothing blocks. All that
// happens, happens within receive and send. Packets may be lost, doubled and reordered, unless the kind is
// ORDERED. now: s, of any clock that goes on evenly. One thread at a time.
#ifndef LOPE_TRANSPORT_H
#define LOPE_TRANSPORT_H

#include <lope/base.h>

#ifdef __cplusplus
extern "C" {
#endif

// What a kind of transport gives, as bits.
#define LOPE_TRANSPORT_SECRET 1u  // it encrypts, and drops what was changed, made up or sent again by others
#define LOPE_TRANSPORT_ORDERED 2u // nothing is lost, doubled or reordered; so one late packet holds up the rest

// What receive tells.
typedef enum lope_transport_what {
    LOPE_TRANSPORT_NOTHING = 0,
    LOPE_TRANSPORT_OPENED, // a peer is there: packets may be sent to it
    LOPE_TRANSPORT_PACKET, // one came
    LOPE_TRANSPORT_CLOSED, // a peer is gone, or could not be reached. Its number may be given to another one
    LOPE_TRANSPORT_REFUSED // a server refused a newcomer, which never was a peer
} lope_transport_what;

// Why a peer is gone, or was not let in.
typedef enum lope_transport_why {
    LOPE_TRANSPORT_NO_REASON = 0,
    LOPE_TRANSPORT_LEFT,            // it said so
    LOPE_TRANSPORT_SILENT,          // nothing came from it for too long
    LOPE_TRANSPORT_FULL,            // no seat is free
    LOPE_TRANSPORT_NO_HANDSHAKE,    // the handshake did not end in time: no answer, or another key than the token's
    LOPE_TRANSPORT_BROKEN,          // it does not keep to the protocol
    LOPE_TRANSPORT_NOT_LET_IN,      // the server refused, and did not say why
    LOPE_TRANSPORT_TOKEN_MALFORMED, // what it showed is no token
    LOPE_TRANSPORT_TOKEN_FORGED,    // the token was not made with the server's secret
    LOPE_TRANSPORT_TOKEN_EXPIRED,
    LOPE_TRANSPORT_TOKEN_OF_OTHER, // it is for another server
    LOPE_TRANSPORT_TOKEN_USED,     // a peer came in with it before
    LOPE_TRANSPORT_ALREADY_IN,     // the player that it names is a peer now
    LOPE_TRANSPORT_WHY_COUNT
} lope_transport_why;
// Returns one sentence about a reason. Static, and never NULL.
const char *lope_transport_why_text(uint32_t why);

// What receive tells.
typedef struct lope_transport_event {
    uint32_t what;   // lope_transport_what
    uint32_t peer;   // its number; REFUSED: none
    uint32_t why;    // lope_transport_why, of CLOSED and REFUSED
    uint64_t player; // OPENED, at a server: the number of the player in its token; 0 where there are no tokens
    size_t size;     // PACKET: bytes
} lope_transport_event;

typedef struct lope_transport lope_transport;

// The functions of a kind. Called through the functions below.
typedef struct lope_transport_calls {
    const char *name;
    uint32_t gives; // LOPE_TRANSPORT_SECRET, ...
    size_t payload; // bytes of a packet, at most
    bool (*receive)(lope_transport *transport, double now, void *bytes, size_t size, lope_transport_event *event);
    lope_result (*send)(lope_transport *transport, uint32_t peer, const void *bytes, size_t size, double now);
    void (*drop)(lope_transport *transport, uint32_t peer, double now);
    void (*close)(lope_transport *transport);
} lope_transport_calls;

// The head of every transport. Made by the kind's own open.
struct lope_transport {
    const lope_transport_calls *calls;
};

// Tells the next thing that has happened. bytes: room for a packet, of lope_transport_payload bytes or more.
// Returns false when there is nothing more at `now`; *event is then NOTHING.
static inline bool lope_transport_receive(lope_transport *transport, double now, void *bytes, size_t size,
                                          lope_transport_event *event)
{
    return transport->calls->receive(transport, now, bytes, size, event);
}

// Sends a packet. LOPE_ERROR_HANDLE: there is no such peer, or not yet. LOPE_ERROR_RANGE: it is empty, or
// longer than the payload. LOPE_OK says that it is on its way, not that it comes.
static inline lope_result lope_transport_send(lope_transport *transport, uint32_t peer, const void *bytes, size_t size,
                                              double now)
{
    return transport->calls->send(transport, peer, bytes, size, now);
}

// Parts from a peer, and tells it so. No CLOSED event comes for it.
static inline void lope_transport_drop(lope_transport *transport, uint32_t peer, double now)
{
    transport->calls->drop(transport, peer, now);
}

// Parts from all peers, tells them so, and frees the transport; NULL is fine.
static inline void lope_transport_close(lope_transport *transport)
{
    if (transport != NULL) transport->calls->close(transport);
}

// Return what its kind is called, what it gives, and how many bytes a packet has at most.
static inline const char *lope_transport_name(const lope_transport *transport) { return transport->calls->name; }
static inline uint32_t lope_transport_gives(const lope_transport *transport) { return transport->calls->gives; }
static inline size_t lope_transport_payload(const lope_transport *transport) { return transport->calls->payload; }

#ifdef __cplusplus
}
#endif
#endif
