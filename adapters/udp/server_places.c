// server_places.c - places of a server's sessions, and strangers that come to one. Read first: server_places.h.
#include "server_places.h"

#include "../transport/address.h"

#include <string.h>

#define HALF_OF_ONE 16u

// ---- places -----------------------------------------------------------------------------------------------

uint32_t udp_place_find(const udp_server *server, const lope_address *address, uint64_t hash)
{
    for (uint32_t i = 0; i < server->count; i++) {
        const udp_place *at = &server->places[i];
        if (at->hash == hash && at->session != NULL && lope_address_is_same(&at->session->address, address)) return i;
    }
    return UDP_NO_PLACE;
}

void udp_place_free(udp_server *server, uint32_t i)
{
    udp_place *at = &server->places[i];
    if (at->number != UDP_NO_PLACE) server->numbers[at->number] = 0;
    udp_session_free(at->session);
    *at = (udp_place){.number = UDP_NO_PLACE};
    if (server->reading == i) server->reading = UDP_NO_PLACE;
}

// Finds a place for a handshake from an address, or UDP_NO_PLACE.
static uint32_t room_for(udp_server *server, const lope_address *address)
{
    uint32_t open = UDP_NO_PLACE, oldest = UDP_NO_PLACE, half = 0, near = 0;
    for (uint32_t i = 0; i < server->count; i++) {
        const udp_place *at = &server->places[i];
        if (at->session == NULL) {
            open = i;
        } else if (at->number == UDP_NO_PLACE) {
            half++;
            near += lope_address_is_near(&at->session->address, address);
            if (oldest == UDP_NO_PLACE || at->begun < server->places[oldest].begun) oldest = i;
        }
    }
    if (near >= HALF_OF_ONE) return UDP_NO_PLACE;
    if (half < UDP_HALF_OPEN) return open;
    server->stats.given_up++;
    udp_place_free(server, oldest);
    return oldest;
}

// ---- strangers --------------------------------------------------------------------------------------------

// Returns whether a datagram may be a hello: a handshake record of epoch 0 with a client's hello.
static bool may_be_hello(const uint8_t *bytes, size_t size)
{
    return size >= 25 && bytes[0] == 22 && bytes[1] == 0xfe && bytes[3] == 0 && bytes[4] == 0 && bytes[13] == 1;
}

uint32_t udp_place_meet(udp_server *server, const lope_address *from, uint64_t hash, size_t size)
{
    if (!may_be_hello(server->datagram, size)) {
        server->stats.garbage++;
        return UDP_NO_PLACE;
    }
    server->stats.hellos++;
    if (server->listener == NULL) server->listener = udp_session_make(&server->end);
    if (server->listener == NULL || !udp_session_listen(server->listener, from, server->datagram, size)) return UDP_NO_PLACE;
    const uint32_t i = room_for(server, from);
    udp_session *session = server->listener;
    server->listener = NULL;
    if (i == UDP_NO_PLACE) {
        udp_session_free(session);
        return UDP_NO_PLACE;
    }
    const double now = server->end.now;
    server->places[i] = (udp_place){session, hash, now, now, lope_rate_limit_begin(now), UDP_NO_PLACE};
    server->stats.handshakes++;
    return i;
}
