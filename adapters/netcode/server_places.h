// server_places.h - the places of a server's sessions: one for each address that has shown a good token, and a number
// for each of these that has answered the challenge.
//
// Challenges without an answer have places of their own. One network (an IPv4 address, the first half of an IPv6 one)
// may have 16 at a time. When all NETCODE_HALF_OPEN are taken, the oldest one makes room. Read first: session.h. Read
// next: server.c.
#ifndef LOPE_NETCODE_SERVER_PLACES_H
#define LOPE_NETCODE_SERVER_PLACES_H

#include "../transport/rate_limit.h"
#include "session.h"
#include "used.h"

#define NETCODE_HALF_OPEN 64u
#define NETCODE_NO_PLACE UINT32_MAX

typedef struct netcode_place {
    bool taken, confirmed; // confirmed: the client knows its number, for a packet of it has come
    netcode_session session;
    netcode_keys keys;
    uint64_t hash; // of its address
    uint64_t player;
    double begun;        // s: when it came with its first request
    lope_rate_limit may; // packets that it may send
    uint64_t challenge;  // sequence number of its first challenge token
    uint32_t number;     // of the peer, or NETCODE_NO_PLACE while it has not answered the challenge
    uint8_t user_data[LOPE_NETCODE_USER_DATA];
} netcode_place;

typedef struct netcode_server {
    lope_transport head;
    lope_datagrams datagrams;
    uint8_t key[LOPE_NETCODE_KEY], challenge_key[LOPE_NETCODE_KEY];
    uint64_t protocol;
    uint64_t challenges; // sequence number of the next challenge token
    uint64_t sequence;   // of the next packet to an address without a seat
    lope_address publics[LOPE_NETCODE_SERVERS];
    uint32_t public_count;
    uint16_t port;
    netcode_used *used;
    netcode_place *places;
    uint32_t count;    // of places: peers + NETCODE_HALF_OPEN
    uint32_t *numbers; // of peers: place + 1, or 0
    uint32_t peers;
    double packets; // a second, of one address
    double read_at; // s: the value of `now` that `reads` counts for
    uint32_t reads;
    uint32_t looked;           // places that were looked at for timeouts at read_at
    uint8_t told[NETCODE_TAG]; // tag of the token that REFUSED came for last
    lope_netcode_stats stats;
} netcode_server;

// Finds the place of an address by its lope_address_hash; of a peer by its number; of a player that has a seat. Return
// NETCODE_NO_PLACE when there is none.
uint32_t netcode_place_find(const netcode_server *server, const lope_address *address, uint64_t hash);
uint32_t netcode_place_of(const netcode_server *server, uint32_t peer);
uint32_t netcode_place_of_player(const netcode_server *server, uint64_t player);
// Returns a number that no peer has, or NETCODE_NO_PLACE.
uint32_t netcode_place_free_number(const netcode_server *server);
// Takes a place for a challenge to an address. Returns it, or NETCODE_NO_PLACE.
uint32_t netcode_place_take(netcode_server *server, const lope_address *address, uint64_t hash, double now);
// Forgets a place, and gives its number back.
void netcode_place_free(netcode_server *server, uint32_t i);
// Returns whether an address may send one more packet now, and counts it.
bool netcode_place_may_send(netcode_server *server, uint32_t i, double now);

#endif
