// server.c - the server's end: what comes over its socket, and what it tells of that. Read first: lope_netcode.h,
// server_requests.h.
#include "../transport/address.h"
#include "../transport/refuse.h"
#include "../transport/socket.h"
#include "server_requests.h"

#include <sodium.h>

#include <stdlib.h>

#define PEERS 16u
#define PEERS_MOST 4096u
#define PACKETS 240u
#define READS 1024u // datagrams that are read for one value of `now`
#define HALF_OPEN_SECONDS 5.0

// ---- peers ------------------------------------------------------------------------------------------------

static bool part(netcode_server *server, uint32_t i, uint32_t why, lope_transport_event *event)
{
    const uint32_t number = server->places[i].number;
    netcode_place_free(server, i);
    return netcode_tell(event, LOPE_TRANSPORT_CLOSED, number, why);
}

// Takes a packet that is no request of an address that has a place.
static bool take_packet(netcode_server *server, uint32_t i, const uint8_t *datagram, size_t size, double now, void *bytes,
                        lope_transport_event *event)
{
    netcode_place *at = &server->places[i];
    netcode_packet packet;
    const bool seated = at->number != NETCODE_NO_PLACE;
    const uint32_t kinds = seated ? 1u << NETCODE_KIND_KEEP_ALIVE | 1u << NETCODE_KIND_PAYLOAD | 1u << NETCODE_KIND_DISCONNECT
                                  : 1u << NETCODE_KIND_RESPONSE;
    if (netcode_session_read(&at->session, datagram, size, kinds, now, &packet) != NETCODE_READ_OK) {
        server->stats.dropped++;
        return false;
    }
    if (!seated) return netcode_server_response(server, i, &packet, now, event);
    if (packet.kind == NETCODE_KIND_DISCONNECT) return part(server, i, LOPE_TRANSPORT_LEFT, event);
    at->confirmed = true;
    if (packet.kind == NETCODE_KIND_KEEP_ALIVE) return false;
    memcpy(bytes, packet.data, packet.size);
    netcode_tell(event, LOPE_TRANSPORT_PACKET, at->number, 0);
    event->size = packet.size;
    return true;
}

// ---- the transport ----------------------------------------------------------------------------------------

static bool take_datagram(netcode_server *server, const lope_address *from, const uint8_t *datagram, size_t size, double now,
                          void *bytes, lope_transport_event *event)
{
    netcode_sealed sealed;
    const uint64_t hash = lope_address_hash(from);
    const uint32_t i = netcode_place_find(server, from, hash);
    if (i != NETCODE_NO_PLACE && !netcode_place_may_send(server, i, now)) return false;
    if (netcode_request_read(datagram, size, &sealed)) {
        server->stats.requests++;
        if (i != NETCODE_NO_PLACE && server->places[i].number != NETCODE_NO_PLACE) return false; // it is in
        return netcode_server_request(server, i, from, hash, &sealed, now, event);
    }
    if (i != NETCODE_NO_PLACE) return take_packet(server, i, datagram, size, now, bytes, event);
    server->stats.garbage++;
    return false;
}

// Parts from places that are silent, and keeps the others alive: each once for one value of `now`.
static bool look_after(netcode_server *server, double now, lope_transport_event *event)
{
    while (server->looked < server->count) {
        const uint32_t i = server->looked++;
        netcode_place *at = &server->places[i];
        if (!at->taken) continue;
        if (at->number == NETCODE_NO_PLACE) {
            const double longest = at->session.timeout > 0 ? at->session.timeout : HALF_OPEN_SECONDS;
            if (now - at->begun <= longest) continue;
            server->stats.given_up++;
            netcode_place_free(server, i);
        } else if (netcode_session_is_silent(&at->session, now)) {
            netcode_session_part(&at->session, &server->datagrams, now);
            return part(server, i, LOPE_TRANSPORT_SILENT, event);
        } else if (netcode_session_is_due(&at->session, now)) {
            netcode_server_keep_alive(server, at, now);
        }
    }
    return false;
}

static bool server_receive(lope_transport *transport, double now, void *bytes, size_t size, lope_transport_event *event)
{
    netcode_server *server = (netcode_server *)transport;
    uint8_t datagram[LOPE_DATAGRAM];
    lope_address from;
    if (size < LOPE_NET_PACKET) return netcode_tell(event, LOPE_TRANSPORT_NOTHING, 0, 0);
    if (now != server->read_at) server->reads = server->looked = 0;
    server->read_at = now;
    while (server->reads < READS) {
        const size_t got = server->datagrams.receive(server->datagrams.context, &from, datagram, sizeof datagram, now);
        if (got == 0) break;
        server->reads++;
        server->stats.datagrams++;
        if (take_datagram(server, &from, datagram, got, now, bytes, event)) return true;
    }
    return look_after(server, now, event) || netcode_tell(event, LOPE_TRANSPORT_NOTHING, 0, 0);
}

static lope_result server_send(lope_transport *transport, uint32_t peer, const void *bytes, size_t size, double now)
{
    netcode_server *server = (netcode_server *)transport;
    const uint32_t i = netcode_place_of(server, peer);
    if (i == NETCODE_NO_PLACE) return LOPE_ERROR_HANDLE;
    if (size == 0 || size > LOPE_NET_PACKET) return LOPE_ERROR_RANGE;
    netcode_place *at = &server->places[i];
    if (!at->confirmed) netcode_server_keep_alive(server, at, now);
    netcode_session_send(&at->session, &server->datagrams, NETCODE_KIND_PAYLOAD, bytes, size, now);
    return LOPE_OK;
}

static void server_drop(lope_transport *transport, uint32_t peer, double now)
{
    netcode_server *server = (netcode_server *)transport;
    const uint32_t i = netcode_place_of(server, peer);
    if (i == NETCODE_NO_PLACE) return;
    netcode_session_part(&server->places[i].session, &server->datagrams, now);
    netcode_place_free(server, i);
}

static void server_close(lope_transport *transport)
{
    netcode_server *server = (netcode_server *)transport;
    if (server->places != NULL && server->numbers != NULL)
        for (uint32_t i = 0; i < server->peers; i++) server_drop(transport, i, server->read_at);
    if (server->datagrams.close != NULL) server->datagrams.close(server->datagrams.context);
    free(server->used);
    free(server->places);
    free(server->numbers);
    sodium_memzero(server, sizeof *server);
    free(server);
}

static const lope_transport_calls calls = {
    "netcode", LOPE_TRANSPORT_SECRET, LOPE_NET_PACKET, server_receive, server_send, server_drop, server_close,
};

// ---- opening ----------------------------------------------------------------------------------------------

static netcode_server *make(const lope_netcode_serve_def *def)
{
    netcode_server *server = sodium_init() >= 0 ? calloc(1, sizeof *server) : NULL;
    if (server == NULL) return NULL;
    server->head.calls = &calls;
    server->peers = def->peers != 0 ? def->peers : PEERS;
    server->count = server->peers + NETCODE_HALF_OPEN;
    server->packets = def->packets != 0 ? def->packets : PACKETS;
    server->protocol = def->protocol;
    server->read_at = -1;
    randombytes_buf(server->challenge_key, sizeof server->challenge_key);
    randombytes_buf(&server->sequence, sizeof server->sequence);
    server->sequence = server->sequence >> 2 | UINT64_C(1) << 63;
    memcpy(server->key, def->key, sizeof server->key);
    server->used = calloc(1, sizeof *server->used);
    server->places = calloc(server->count, sizeof *server->places);
    server->numbers = calloc(server->peers, sizeof *server->numbers);
    for (uint32_t i = 0; server->places != NULL && i < server->count; i++) server->places[i].number = NETCODE_NO_PLACE;
    if (server->used != NULL && server->places != NULL && server->numbers != NULL) return server;
    server_close(&server->head);
    return NULL;
}

// Notes by which addresses tokens name this server. Returns false when it cannot know.
static bool note_publics(netcode_server *server, const lope_netcode_serve_def *def)
{
    char text[80];
    if (def->publics != NULL) {
        server->public_count = def->public_count;
        memcpy(server->publics, def->publics, def->public_count * sizeof *def->publics);
        return true;
    }
    if (def->address == NULL) return false;
    snprintf(text, sizeof text, strchr(def->address, ':') != NULL ? "[%s]:%u" : "%s:%u", def->address, (unsigned)server->port);
    server->public_count = 1;
    return lope_netcode_address(text, &server->publics[0]) == LOPE_OK;
}

lope_transport *lope_netcode_serve(const lope_netcode_serve_def *def)
{
    if (def == NULL) return NULL;
    if (def->key == NULL) return lope_transport_refuse(def->error, LOPE_ERROR_NULL, "key", "is required");
    if (def->peers > PEERS_MOST)
        return lope_transport_refuse(def->error, LOPE_ERROR_RANGE, "peers", "must be up to 4096, or 0 for 16");
    if (def->publics != NULL && (def->public_count == 0 || def->public_count > LOPE_NETCODE_SERVERS))
        return lope_transport_refuse(def->error, LOPE_ERROR_RANGE, "public_count", "must be 1 to 32");
    netcode_server *server = make(def);
    if (server == NULL)
        return lope_transport_refuse(def->error, LOPE_ERROR_MEMORY, "peers", "there is no memory, or libsodium does not begin");
    server->port = def->port;
    if (def->datagrams != NULL) {
        server->datagrams = *def->datagrams;
    } else if (!lope_socket_open(def->address, &server->port, &server->datagrams, def->error)) {
        server_close(&server->head);
        return NULL;
    }
    if (note_publics(server, def)) return &server->head;
    server_close(&server->head);
    return lope_transport_refuse(def->error, LOPE_ERROR_NULL, "publics",
                                 "are required without an address: tokens name the server by them");
}

uint16_t lope_netcode_port(const lope_transport *server) { return ((const netcode_server *)server)->port; }

lope_netcode_stats lope_netcode_stats_of(const lope_transport *server) { return ((const netcode_server *)server)->stats; }

const uint8_t *lope_netcode_user_data(const lope_transport *server, uint32_t peer)
{
    const netcode_server *s = (const netcode_server *)server;
    const uint32_t i = netcode_place_of(s, peer);
    return i != NETCODE_NO_PLACE ? s->places[i].user_data : NULL;
}
