// session.h - one end's side of a line to another: keys, sequence numbers, the window, when it was last used.
#ifndef LOPE_NETCODE_SESSION_H
#define LOPE_NETCODE_SESSION_H

#include "packet.h"

#define NETCODE_SEND_EVERY 0.1 // s between requests, responses, keep-alives
#define NETCODE_PARTINGS 10u   // disconnect packets, for some may be lost

typedef struct netcode_session {
    uint64_t protocol;
    lope_address address; // of the other end
    const uint8_t *send_key, *receive_key;
    uint64_t sequence; // of the next packet
    netcode_replay replay;
    double heard, sent; // s: when a packet came, and when one went
    int32_t timeout;    // s; 0 or less: none
} netcode_session;

// Sends a packet with the next sequence number.
void netcode_session_send(netcode_session *session, const lope_datagrams *datagrams, uint32_t kind, const void *data, size_t size,
                          double now);
// Reads one that came from the other end. kinds: as for netcode_packet_read.
netcode_read netcode_session_read(netcode_session *session, const uint8_t *bytes, size_t size, uint32_t kinds, double now,
                                  netcode_packet *packet);
// Says that this end leaves.
void netcode_session_part(netcode_session *session, const lope_datagrams *datagrams, double now);
// Return whether the other end was silent for too long; whether something is to be sent again.
bool netcode_session_is_silent(const netcode_session *session, double now);
bool netcode_session_is_due(const netcode_session *session, double now);

#endif
