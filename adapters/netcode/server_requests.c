// server_requests.c - what comes before a seat: requests, challenges, responses. Read first: server_requests.h.
//
// Packets to an address without a seat take their sequence numbers from the upper half, from a place that is drawn, for
// a server that starts anew must not repeat them under a token's key. Those to a peer count from 0, as the standard
// says.
#include "server_requests.h"

#include "../transport/address.h"

#include <sodium.h>

#include <time.h>

// ---- requests ---------------------------------------------------------------------------------------------

static bool is_for_here(const netcode_server *server, const lope_netcode_claim *claim)
{
    for (uint32_t i = 0; i < claim->server_count; i++)
        for (uint32_t k = 0; k < server->public_count; k++)
            if (lope_address_is_same(&claim->servers[i], &server->publics[k])) return true;
    return false;
}

// Checks what a request shows, but for room. *authentic: the token was made with the key. Returns why not, or 0.
static uint32_t check(netcode_server *server, const netcode_sealed *sealed, const lope_address *from, lope_netcode_claim *claim,
                      netcode_keys *keys, bool *authentic)
{
    const uint64_t clock = (uint64_t)time(NULL);
    *authentic = false;
    if (sealed->protocol != server->protocol) return LOPE_TRANSPORT_TOKEN_OF_OTHER;
    if (sealed->expiry <= clock) return LOPE_TRANSPORT_TOKEN_EXPIRED;
    const uint32_t why = netcode_private_open(server->key, sealed, claim, keys);
    *authentic = why != LOPE_TRANSPORT_TOKEN_FORGED;
    if (why != 0) return why;
    if (!is_for_here(server, claim)) return LOPE_TRANSPORT_TOKEN_OF_OTHER;
    if (netcode_place_of_player(server, claim->player) != NETCODE_NO_PLACE) return LOPE_TRANSPORT_ALREADY_IN;
    return netcode_used_allows(server->used, sealed, from, clock) ? 0 : LOPE_TRANSPORT_TOKEN_USED;
}

// Counts a refusal, and tells it once for each token that was made with the key.
static bool refuse_request(netcode_server *server, const netcode_sealed *sealed, uint32_t why, bool authentic,
                           lope_transport_event *event)
{
    const uint8_t *tag = sealed->bytes + NETCODE_PRIVATE - NETCODE_TAG;
    server->stats.refused[why]++;
    if (!authentic || memcmp(server->told, tag, NETCODE_TAG) == 0) return false;
    memcpy(server->told, tag, NETCODE_TAG);
    return netcode_tell(event, LOPE_TRANSPORT_REFUSED, 0, why);
}

// Sends a packet to an address that has no seat.
static void answer(netcode_server *server, const lope_address *to, const uint8_t *key, uint32_t kind, const void *data,
                   size_t size, double now)
{
    uint8_t bytes[NETCODE_PACKET];
    const size_t whole = netcode_packet_write(kind, server->sequence++, data, size, server->protocol, key, bytes);
    server->datagrams.send(server->datagrams.context, to, bytes, whole, now);
}

static void challenge(netcode_server *server, netcode_place *at, double now)
{
    uint8_t data[8 + NETCODE_CHALLENGE];
    netcode_writer w = {data, data + sizeof data, false};
    netcode_put(&w, server->challenges, 8);
    netcode_challenge_seal(server->challenge_key, server->challenges++, at->player, at->user_data, w.at);
    answer(server, &at->session.address, at->keys.to_client, NETCODE_KIND_CHALLENGE, data, sizeof data, now);
    server->stats.challenges++;
}

bool netcode_server_request(netcode_server *server, uint32_t i, const lope_address *from, uint64_t hash,
                            const netcode_sealed *sealed, double now, lope_transport_event *event)
{
    lope_netcode_claim claim;
    netcode_keys keys;
    bool authentic;
    uint32_t why = check(server, sealed, from, &claim, &keys, &authentic);
    if (why != 0) return refuse_request(server, sealed, why, authentic, event);
    if (netcode_place_free_number(server) == NETCODE_NO_PLACE) {
        answer(server, from, keys.to_client, NETCODE_KIND_DENIED, NULL, 0, now);
        return refuse_request(server, sealed, LOPE_TRANSPORT_FULL, true, event);
    }
    if (i == NETCODE_NO_PLACE) i = netcode_place_take(server, from, hash, now);
    if (i == NETCODE_NO_PLACE) return false; // it asks again
    netcode_place *at = &server->places[i];
    at->keys = keys;
    at->player = claim.player;
    at->session.timeout = claim.timeout;
    memcpy(at->user_data, claim.user_data, sizeof at->user_data);
    challenge(server, at, now);
    sodium_memzero(&keys, sizeof keys);
    return false;
}

// ---- responses --------------------------------------------------------------------------------------------

void netcode_server_keep_alive(netcode_server *server, netcode_place *at, double now)
{
    uint8_t data[8];
    netcode_writer w = {data, data + sizeof data, false};
    netcode_put(&w, at->number, 4);
    netcode_put(&w, server->peers, 4);
    netcode_session_send(&at->session, &server->datagrams, NETCODE_KIND_KEEP_ALIVE, data, sizeof data, now);
}

bool netcode_server_response(netcode_server *server, uint32_t i, const netcode_packet *packet, double now,
                             lope_transport_event *event)
{
    netcode_place *at = &server->places[i];
    netcode_reader r = {packet->data, packet->data + packet->size, false};
    const uint64_t sequence = netcode_take(&r, 8);
    uint64_t player;
    uint8_t user_data[LOPE_NETCODE_USER_DATA];
    if (sequence < at->challenge || !netcode_challenge_open(server->challenge_key, sequence, r.at, &player, user_data) ||
        player != at->player || netcode_place_of_player(server, player) != NETCODE_NO_PLACE) {
        server->stats.dropped++;
        return false;
    }
    const uint32_t number = netcode_place_free_number(server);
    if (number == NETCODE_NO_PLACE) {
        answer(server, &at->session.address, at->keys.to_client, NETCODE_KIND_DENIED, NULL, 0, now);
        netcode_place_free(server, i);
        server->stats.refused[LOPE_TRANSPORT_FULL]++;
        return netcode_tell(event, LOPE_TRANSPORT_REFUSED, 0, LOPE_TRANSPORT_FULL);
    }
    server->numbers[number] = i + 1;
    at->number = number;
    memcpy(at->user_data, user_data, sizeof at->user_data);
    netcode_server_keep_alive(server, at, now);
    server->stats.opened++;
    netcode_tell(event, LOPE_TRANSPORT_OPENED, number, 0);
    event->player = player;
    return true;
}
