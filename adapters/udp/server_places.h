// server_places.h - the places of a UDP server's sessions: one for each address that brought the right cookie, and
// a number for each of these that has shown a token.
//
// Handshakes that are under way have places of their own. One network (an IPv4 address, the first half of an
// IPv6 one) may have 16 at a time: further hellos of it wait for their client to try again. When all
// UDP_HALF_OPEN are taken, the oldest one makes room. Read first: session.h. Read next: server.c.
#ifndef LOPE_UDP_SERVER_PLACES_H
#define LOPE_UDP_SERVER_PLACES_H

#include "../transport/rate_limit.h"
#include "lope_udp.h"
#include "session.h"
#include "used_tokens.h"

#define UDP_HALF_OPEN 64u
#define UDP_NO_PLACE UINT32_MAX

typedef struct udp_place {
    udp_session *session; // NULL: free
    uint64_t hash;        // of its address
    double begun, heard;  // s: of the handshake; of the last record
    lope_rate_limit may;  // packets that it may send
    uint32_t number;      // of the peer, or UDP_NO_PLACE while the handshake is under way
} udp_place;

typedef struct udp_server {
    lope_transport head;
    udp_end end;
    uint8_t master[LOPE_TOKEN_SECRET];
    used_tokens *used;
    udp_session *listener;
    udp_place *places;
    uint32_t count;    // of places: peers + UDP_HALF_OPEN
    uint32_t *numbers; // of peers: place + 1, or 0
    uint32_t peers;
    uint16_t port;
    double timeout, packets;
    double read_at; // s: the value of `now` that `reads` counts for
    uint32_t reads;
    uint32_t reading; // place of the session that has a datagram, or UDP_NO_PLACE
    bool brought;     // it has brought something
    uint32_t looked;  // places that were looked at for timeouts at read_at
    lope_udp_stats stats;
    uint8_t datagram[LOPE_DATAGRAM];
    size_t datagram_size; // 0: the session has it already
} udp_server;

// Finds the place of an address by its lope_address_hash, or UDP_NO_PLACE.
uint32_t udp_place_find(const udp_server *server, const lope_address *address, uint64_t hash);
// Ends the session of a place, and gives its number back.
void udp_place_free(udp_server *server, uint32_t i);
// Answers a stranger that sent server->datagram, and takes it in when its cookie is right. Returns its place, or
// UDP_NO_PLACE.
uint32_t udp_place_meet(udp_server *server, const lope_address *from, uint64_t hash, size_t size);

#endif
