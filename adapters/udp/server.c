// server.c - the server's end: what comes over its sockets, and what it tells of that. Read first: lope_udp.h,
// server_places.h.
#include "../transport/address.h"
#include "../transport/refuse.h"
#include "../transport/socket.h"
#include "lope_udp.h"
#include "server_places.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define PEERS 16u
#define PEERS_MOST 4096u
#define HANDSHAKE_SECONDS 5.0
#define TIMEOUT 10.0
#define PACKETS 240u
#define READS 1024u // datagrams that are read for one value of `now`

static bool tell(lope_transport_event *event, uint32_t what, uint32_t peer, uint32_t why, size_t size)
{
    *event = (lope_transport_event){.what = what, .peer = peer, .why = why, .size = size};
    return what != LOPE_TRANSPORT_NOTHING;
}

// ---- peers ------------------------------------------------------------------------------------------------

static uint32_t free_number(const udp_server *server)
{
    uint32_t number = 0;
    while (number < server->peers && server->numbers[number] != 0) number++;
    return number < server->peers ? number : UDP_NO_PLACE;
}

// Returns why a player is not let in with a token that is right in itself, or 0.
static uint32_t admit(void *context, const lope_token_claim *claim)
{
    const udp_server *server = context;
    if (used_tokens_has(server->used, claim)) return LOPE_TRANSPORT_TOKEN_USED;
    return free_number(server) == UDP_NO_PLACE ? LOPE_TRANSPORT_FULL : 0;
}

// Gives a number to a session after its handshake. Returns why not, or 0.
static uint32_t let_in(udp_server *server, uint32_t i)
{
    const lope_token_claim *claim = &server->places[i].session->claim;
    const uint32_t number = free_number(server), why = admit(server, claim); // others may have come meanwhile
    if (why != 0) return why;
    if (!used_tokens_add(server->used, claim, (uint64_t)time(NULL))) return LOPE_TRANSPORT_FULL;
    server->numbers[number] = i + 1;
    server->places[i].number = number;
    server->stats.opened++;
    return 0;
}

static bool finish(udp_server *server, uint32_t i, lope_transport_event *event)
{
    udp_place *at = &server->places[i];
    const uint32_t why = let_in(server, i);
    at->heard = server->end.now;
    if (why == 0) {
        tell(event, LOPE_TRANSPORT_OPENED, at->number, 0, 0);
        event->player = at->session->claim.player;
        return true;
    }
    server->stats.refused++;
    udp_session_leave(at->session);
    udp_place_free(server, i);
    return tell(event, LOPE_TRANSPORT_REFUSED, 0, why, 0);
}

static bool part(udp_server *server, uint32_t i, uint32_t why, lope_transport_event *event)
{
    const uint32_t number = server->places[i].number;
    if (number == UDP_NO_PLACE && why == LOPE_TRANSPORT_NO_HANDSHAKE) server->stats.given_up++;
    if (number == UDP_NO_PLACE && why != LOPE_TRANSPORT_NO_HANDSHAKE) server->stats.refused++;
    udp_place_free(server, i);
    return number != UDP_NO_PLACE ? tell(event, LOPE_TRANSPORT_CLOSED, number, why, 0)
                                  : tell(event, LOPE_TRANSPORT_REFUSED, 0, why, 0);
}

// Reads what is left of a datagram that a session has. Returns false when nothing is.
static bool read_on(udp_server *server, void *bytes, size_t size, lope_transport_event *event)
{
    const uint32_t i = server->reading;
    if (i == UDP_NO_PLACE) return false;
    udp_place *at = &server->places[i];
    const uint8_t *datagram = server->datagram_size > 0 ? server->datagram : NULL;
    size_t got = 0;
    const udp_got result = udp_session_read(at->session, datagram, server->datagram_size, bytes, size, &got);
    server->datagram_size = 0;
    server->brought |= result != UDP_NONE;
    if (result == UDP_FINISHED) return finish(server, i, event);
    if (result == UDP_OVER) return part(server, i, at->session->why, event);
    if (result == UDP_BYTES) {
        at->heard = server->end.now;
        return tell(event, LOPE_TRANSPORT_PACKET, at->number, 0, got);
    }
    server->stats.dropped += !server->brought && at->number != UDP_NO_PLACE;
    server->reading = UDP_NO_PLACE;
    return false;
}

static bool may_send(udp_server *server, udp_place *at)
{
    if (lope_rate_limit_allows(&at->may, server->packets, server->end.now)) return true;
    server->stats.flooded++;
    return false;
}

// Takes the next datagram, and finds the session that it is for. Returns false when there is none.
static bool take_datagram(udp_server *server)
{
    lope_address from;
    if (server->reads >= READS) return false;
    const lope_datagrams *datagrams = &server->end.datagrams;
    const size_t size = datagrams->receive(datagrams->context, &from, server->datagram, sizeof server->datagram, server->end.now);
    if (size == 0) return false;
    server->reads++;
    server->stats.datagrams++;
    const uint64_t hash = lope_address_hash(&from);
    uint32_t i = udp_place_find(server, &from, hash);
    const bool known = i != UDP_NO_PLACE;
    if (!known) i = udp_place_meet(server, &from, hash, size);
    if (i == UDP_NO_PLACE || !may_send(server, &server->places[i])) return true;
    server->reading = i;
    server->brought = false;
    server->datagram_size = known ? size : 0; // a new session has its hello from the listener
    return true;
}

// Looks at one place after the other: repeats handshakes, and finds peers that are gone.
static bool look_after(udp_server *server, lope_transport_event *event)
{
    const double now = server->end.now;
    for (; server->looked < server->count; server->looked++) {
        const uint32_t i = server->looked;
        udp_place *at = &server->places[i];
        if (at->session == NULL) continue;
        if (at->number != UDP_NO_PLACE && now - at->heard > server->timeout) return part(server, i, LOPE_TRANSPORT_SILENT, event);
        if (at->number == UDP_NO_PLACE && (now - at->begun > HANDSHAKE_SECONDS || !udp_session_tick(at->session)))
            return part(server, i, LOPE_TRANSPORT_NO_HANDSHAKE, event);
    }
    return false;
}

// ---- the transport ----------------------------------------------------------------------------------------

static bool server_receive(lope_transport *transport, double now, void *bytes, size_t size, lope_transport_event *event)
{
    udp_server *server = (udp_server *)transport;
    if (size < LOPE_NET_PACKET) return tell(event, LOPE_TRANSPORT_NOTHING, 0, 0, 0);
    if (now != server->read_at) server->reads = server->looked = 0;
    server->read_at = server->end.now = now;
    do {
        if (read_on(server, bytes, size, event)) return true;
    } while (server->reading != UDP_NO_PLACE || take_datagram(server));
    return look_after(server, event) || tell(event, LOPE_TRANSPORT_NOTHING, 0, 0, 0);
}

static udp_place *place_of(udp_server *server, uint32_t peer)
{
    return peer < server->peers && server->numbers[peer] != 0 ? &server->places[server->numbers[peer] - 1] : NULL;
}

static lope_result server_send(lope_transport *transport, uint32_t peer, const void *bytes, size_t size, double now)
{
    udp_server *server = (udp_server *)transport;
    const udp_place *at = place_of(server, peer);
    if (at == NULL) return LOPE_ERROR_HANDLE;
    if (size == 0 || size > LOPE_NET_PACKET) return LOPE_ERROR_RANGE;
    server->end.now = now;
    return udp_session_send(at->session, bytes, size) ? LOPE_OK : LOPE_ERROR_STATE;
}

static void server_drop(lope_transport *transport, uint32_t peer, double now)
{
    udp_server *server = (udp_server *)transport;
    udp_place *at = place_of(server, peer);
    if (at == NULL) return;
    server->end.now = now;
    udp_session_leave(at->session);
    udp_place_free(server, (uint32_t)(at - server->places));
}

static void server_close(lope_transport *transport)
{
    udp_server *server = (udp_server *)transport;
    for (uint32_t i = 0; server->places != NULL && i < server->count; i++) {
        if (server->places[i].session == NULL) continue;
        udp_session_leave(server->places[i].session);
        udp_session_free(server->places[i].session);
    }
    udp_session_free(server->listener);
    udp_end_close(&server->end);
    memset(server->master, 0, sizeof server->master);
    free(server->used);
    free(server->places);
    free(server->numbers);
    free(server);
}

static const lope_transport_calls calls = {
    "udp", LOPE_TRANSPORT_SECRET, LOPE_NET_PACKET, server_receive, server_send, server_drop, server_close,
};

// ---- opening ----------------------------------------------------------------------------------------------

static udp_server *make(const lope_udp_serve_def *def)
{
    udp_server *server = calloc(1, sizeof *server);
    if (server == NULL) return NULL;
    server->head.calls = &calls;
    server->peers = def->peers != 0 ? def->peers : PEERS;
    server->count = server->peers + UDP_HALF_OPEN;
    server->timeout = def->timeout > 0 ? def->timeout : TIMEOUT;
    server->packets = def->packets != 0 ? def->packets : PACKETS;
    server->read_at = -1;
    server->reading = UDP_NO_PLACE;
    server->used = calloc(1, sizeof *server->used);
    server->places = calloc(server->count, sizeof *server->places);
    server->numbers = calloc(server->peers, sizeof *server->numbers);
    memcpy(server->master, def->master, LOPE_TOKEN_SECRET);
    server->end.master = server->master;
    server->end.server = def->server;
    server->end.admit = admit;
    server->end.admit_context = server;
    for (uint32_t i = 0; server->places != NULL && i < server->count; i++) server->places[i].number = UDP_NO_PLACE;
    if (server->used != NULL && server->places != NULL && server->numbers != NULL && udp_end_open(&server->end)) return server;
    free(server->used);
    free(server->places);
    free(server->numbers);
    free(server);
    return NULL;
}

lope_transport *lope_udp_serve(const lope_udp_serve_def *def)
{
    if (def == NULL) return NULL;
    if (def->master == NULL) return lope_transport_refuse(def->error, LOPE_ERROR_NULL, "master", "is required");
    if (def->peers > PEERS_MOST)
        return lope_transport_refuse(def->error, LOPE_ERROR_RANGE, "peers", "must be up to 4096, or 0 for 16");
    udp_server *server = make(def);
    if (server == NULL)
        return lope_transport_refuse(def->error, LOPE_ERROR_MEMORY, "peers", "there is no memory, or OpenSSL does not begin");
    server->port = def->port;
    if (def->datagrams != NULL) {
        server->end.datagrams = *def->datagrams;
    } else if (!lope_socket_open(def->address, &server->port, &server->end.datagrams, def->error)) {
        server_close(&server->head);
        return NULL;
    }
    return &server->head;
}

uint16_t lope_udp_port(const lope_transport *server) { return ((const udp_server *)server)->port; }

used_tokens *used_tokens_of(const lope_transport *server) { return ((const udp_server *)server)->used; }

lope_udp_stats lope_udp_stats_of(const lope_transport *server) { return ((const udp_server *)server)->stats; }
