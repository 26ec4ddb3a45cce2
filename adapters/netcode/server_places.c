// server_places.c - places of a server's sessions. Read first: server_places.h.
#include "server_places.h"

#include "../transport/address.h"

#include <sodium.h>

#define HALF_OF_ONE 16u

uint32_t netcode_place_find(const netcode_server *server, const lope_address *address, uint64_t hash)
{
    for (uint32_t i = 0; i < server->count; i++) {
        const netcode_place *at = &server->places[i];
        if (at->hash == hash && at->taken && lope_address_is_same(&at->session.address, address)) return i;
    }
    return NETCODE_NO_PLACE;
}

uint32_t netcode_place_of(const netcode_server *server, uint32_t peer)
{
    return peer < server->peers && server->numbers[peer] != 0 ? server->numbers[peer] - 1 : NETCODE_NO_PLACE;
}

uint32_t netcode_place_of_player(const netcode_server *server, uint64_t player)
{
    for (uint32_t i = 0; i < server->count; i++) {
        const netcode_place *at = &server->places[i];
        if (at->taken && at->number != NETCODE_NO_PLACE && at->player == player) return i;
    }
    return NETCODE_NO_PLACE;
}

uint32_t netcode_place_free_number(const netcode_server *server)
{
    uint32_t number = 0;
    while (number < server->peers && server->numbers[number] != 0) number++;
    return number < server->peers ? number : NETCODE_NO_PLACE;
}

// Finds a place for a challenge to an address, or NETCODE_NO_PLACE.
static uint32_t room_for(netcode_server *server, const lope_address *address)
{
    uint32_t open = NETCODE_NO_PLACE, oldest = NETCODE_NO_PLACE, half = 0, near = 0;
    for (uint32_t i = 0; i < server->count; i++) {
        const netcode_place *at = &server->places[i];
        if (!at->taken) {
            open = i;
        } else if (at->number == NETCODE_NO_PLACE) {
            half++;
            near += lope_address_is_near(&at->session.address, address);
            if (oldest == NETCODE_NO_PLACE || at->begun < server->places[oldest].begun) oldest = i;
        }
    }
    if (near >= HALF_OF_ONE) return NETCODE_NO_PLACE;
    if (half < NETCODE_HALF_OPEN) return open;
    server->stats.given_up++;
    netcode_place_free(server, oldest);
    return oldest;
}

uint32_t netcode_place_take(netcode_server *server, const lope_address *address, uint64_t hash, double now)
{
    const uint32_t i = room_for(server, address);
    if (i == NETCODE_NO_PLACE) return i;
    netcode_place *at = &server->places[i];
    *at = (netcode_place){.taken = true, .hash = hash, .begun = now, .number = NETCODE_NO_PLACE};
    at->may = lope_rate_limit_begin(now);
    at->challenge = server->challenges;
    at->session = (netcode_session){.protocol = server->protocol, .address = *address, .heard = now, .sent = now};
    at->session.send_key = at->keys.to_client;
    at->session.receive_key = at->keys.to_server;
    return i;
}

void netcode_place_free(netcode_server *server, uint32_t i)
{
    netcode_place *at = &server->places[i];
    if (at->number != NETCODE_NO_PLACE) server->numbers[at->number] = 0;
    sodium_memzero(at, sizeof *at);
    at->number = NETCODE_NO_PLACE;
}

bool netcode_place_may_send(netcode_server *server, uint32_t i, double now)
{
    if (lope_rate_limit_allows(&server->places[i].may, server->packets, now)) return true;
    server->stats.flooded++;
    return false;
}
