// lope_enet.c - both ends over ENet: the numbers of peers, the first byte that lets a client in, what ENet tells.
// Read first: lope_enet.h.
//
// ENet says CONNECT at a client before the server has decided anything. So a server with no free seat still takes the
// connection, on a spare place, and parts from it with the reason; a client is OPENED by the server's first message
// alone, one byte that is sent reliably. A reason travels in the number that ENet sends with a parting, as 1 + reason;
// 0 is ENet's own, for a peer that does not answer.
#include "lope_enet.h"

#include "../transport/refuse.h"

#include <lope/net.h>

#include <enet/enet.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PEERS 16u
#define PEERS_MOST 4000u
#define SPARE 8u // places of those that are refused
#define TIMEOUT 10.0
#define CONNECT_SECONDS 5.0
#define LET_IN 1u

typedef struct enet_end {
    lope_transport head;
    ENetHost *host;
    ENetPeer **seats; // by number; a client has one
    uint32_t count;
    bool is_server, let_in; // let_in: of a client
    double timeout;
} enet_end;

static bool tell(lope_transport_event *event, uint32_t what, uint32_t peer, uint32_t why)
{
    *event = (lope_transport_event){.what = what, .peer = peer, .why = why};
    return what != LOPE_TRANSPORT_NOTHING;
}

// ---- peers ------------------------------------------------------------------------------------------------

// Returns the number of a peer, or `count` when it has none.
static uint32_t number_of(const enet_end *end, const ENetPeer *peer)
{
    uint32_t number = 0;
    while (number < end->count && end->seats[number] != peer) number++;
    return number;
}

static void set_up(const enet_end *end, ENetPeer *peer)
{
    const enet_uint32 most = (enet_uint32)(end->timeout * 1000);
    enet_peer_timeout(peer, ENET_PEER_TIMEOUT_LIMIT, most, most);
    // no deceleration: unreliable packets are never held back for a line that has become slower
    enet_peer_throttle_configure(peer, ENET_PEER_PACKET_THROTTLE_INTERVAL, ENET_PEER_PACKET_THROTTLE_ACCELERATION, 0);
}

static bool post(ENetPeer *peer, const void *bytes, size_t size, enet_uint32 flags)
{
    ENetPacket *packet = enet_packet_create(bytes, size, flags);
    if (packet == NULL) return false;
    if (enet_peer_send(peer, 0, packet) == 0) return true;
    enet_packet_destroy(packet);
    return false;
}

// ---- what ENet tells --------------------------------------------------------------------------------------

static bool came(enet_end *end, const ENetEvent *from, lope_transport_event *event)
{
    const uint8_t let_in = LET_IN;
    set_up(end, from->peer);
    if (!end->is_server) return false;
    const uint32_t number = number_of(end, NULL); // the first free seat
    if (number == end->count) {
        enet_peer_disconnect(from->peer, 1 + LOPE_TRANSPORT_FULL);
        return tell(event, LOPE_TRANSPORT_REFUSED, 0, LOPE_TRANSPORT_FULL);
    }
    end->seats[number] = from->peer;
    post(from->peer, &let_in, sizeof let_in, ENET_PACKET_FLAG_RELIABLE);
    tell(event, LOPE_TRANSPORT_OPENED, number, 0);
    event->player = from->data;
    return true;
}

static bool left(enet_end *end, const ENetEvent *from, lope_transport_event *event)
{
    const uint32_t number = number_of(end, from->peer);
    uint32_t why = from->data > 0 && from->data <= LOPE_TRANSPORT_WHY_COUNT ? from->data - 1 : LOPE_TRANSPORT_SILENT;
    if (number == end->count) return false; // one that was refused
    if (!end->is_server && !end->let_in && from->data == 0) why = LOPE_TRANSPORT_NO_HANDSHAKE;
    end->seats[number] = NULL;
    return tell(event, LOPE_TRANSPORT_CLOSED, number, why);
}

// Copies a message out. An empty one, and one that is too long, are no packets of the room.
static bool took(enet_end *end, const ENetEvent *from, void *bytes, lope_transport_event *event)
{
    const uint32_t number = number_of(end, from->peer);
    const size_t size = from->packet->dataLength;
    bool told = false;
    if (number == end->count) {
    } else if (!end->is_server && !end->let_in) {
        end->let_in = size == 1 && from->packet->data[0] == LET_IN && (from->packet->flags & ENET_PACKET_FLAG_RELIABLE) != 0;
        told = end->let_in && tell(event, LOPE_TRANSPORT_OPENED, number, 0);
    } else if (size > 0 && size <= LOPE_NET_PACKET) {
        memcpy(bytes, from->packet->data, size);
        told = tell(event, LOPE_TRANSPORT_PACKET, number, 0);
        event->size = size;
    }
    enet_packet_destroy(from->packet);
    return told;
}

static bool end_receive(lope_transport *transport, double now, void *bytes, size_t size, lope_transport_event *event)
{
    enet_end *end = (enet_end *)transport;
    ENetEvent from;
    (void)now;
    while (size >= LOPE_NET_PACKET && enet_host_service(end->host, &from, 0) > 0) {
        const bool told = from.type == ENET_EVENT_TYPE_CONNECT      ? came(end, &from, event)
                          : from.type == ENET_EVENT_TYPE_DISCONNECT ? left(end, &from, event)
                                                                    : took(end, &from, bytes, event);
        if (told) return true;
    }
    return tell(event, LOPE_TRANSPORT_NOTHING, 0, 0);
}

// ---- sending and parting ----------------------------------------------------------------------------------

static lope_result end_send(lope_transport *transport, uint32_t peer, const void *bytes, size_t size, double now)
{
    enet_end *end = (enet_end *)transport;
    (void)now;
    if (peer >= end->count || end->seats[peer] == NULL || (!end->is_server && !end->let_in)) return LOPE_ERROR_HANDLE;
    if (size == 0 || size > LOPE_NET_PACKET) return LOPE_ERROR_RANGE;
    if (!post(end->seats[peer], bytes, size, ENET_PACKET_FLAG_UNSEQUENCED)) return LOPE_ERROR_STATE;
    enet_host_flush(end->host);
    return LOPE_OK;
}

static void end_drop(lope_transport *transport, uint32_t peer, double now)
{
    enet_end *end = (enet_end *)transport;
    (void)now;
    if (peer >= end->count || end->seats[peer] == NULL) return;
    enet_peer_disconnect_now(end->seats[peer], 1 + LOPE_TRANSPORT_LEFT);
    end->seats[peer] = NULL;
}

static void end_close(lope_transport *transport)
{
    enet_end *end = (enet_end *)transport;
    for (uint32_t i = 0; i < end->count; i++) end_drop(transport, i, 0);
    if (end->host != NULL) enet_host_destroy(end->host);
    free(end->seats);
    free(end);
}

static const lope_transport_calls calls = {
    "enet", 0, LOPE_NET_PACKET, end_receive, end_send, end_drop, end_close,
};

// ---- opening ----------------------------------------------------------------------------------------------

// Makes an end with `count` seats. address: that it listens on; NULL: a client.
static enet_end *make(const ENetAddress *address, uint32_t count, double timeout)
{
    enet_end *end = calloc(1, sizeof *end);
    if (end == NULL) return NULL;
    end->head.calls = &calls;
    end->seats = calloc(count, sizeof *end->seats);
    end->count = end->seats != NULL ? count : 0;
    end->is_server = address != NULL;
    end->timeout = timeout > 0 ? timeout : TIMEOUT;
    if (enet_initialize() == 0 && end->seats != NULL)
        end->host = enet_host_create(address, end->is_server ? count + SPARE : 1, 1, 0, 0);
    if (end->host != NULL) {
        end->host->maximumPacketSize = LOPE_NET_PACKET;
        return end;
    }
    end_close(&end->head);
    return NULL;
}

lope_transport *lope_enet_serve(const lope_enet_serve_def *def)
{
    if (def == NULL) return NULL;
    if (def->peers > PEERS_MOST)
        return lope_transport_refuse(def->error, LOPE_ERROR_RANGE, "peers", "must be up to 4000, or 0 for 16");
    ENetAddress address = {.host = ENET_HOST_ANY, .port = def->port};
    if (def->address != NULL && enet_address_set_host_ip(&address, def->address) != 0)
        return lope_transport_refuse(def->error, LOPE_ERROR_RANGE, "address", "is no number of IPv4, such as 192.168.0.2");
    enet_end *end = make(&address, def->peers != 0 ? def->peers : PEERS, def->timeout);
    if (end != NULL) return &end->head;
    char text[96];
    snprintf(text, sizeof text, "cannot listen on port %u: is it taken, or the address another machine's?", (unsigned)def->port);
    return lope_transport_refuse(def->error, LOPE_ERROR_STATE, "port", text);
}

lope_transport *lope_enet_join(const lope_enet_join_def *def)
{
    ENetAddress address = {.port = 0};
    if (def == NULL) return NULL;
    if (def->host == NULL) return lope_transport_refuse(def->error, LOPE_ERROR_NULL, "host", "is required");
    if (def->port == 0) return lope_transport_refuse(def->error, LOPE_ERROR_RANGE, "port", "is required");
    if (enet_address_set_host(&address, def->host) != 0)
        return lope_transport_refuse(def->error, LOPE_ERROR_STATE, "host", "is not known");
    address.port = def->port;
    enet_end *end = make(NULL, 1, def->timeout);
    if (end == NULL) return lope_transport_refuse(def->error, LOPE_ERROR_MEMORY, "host", "there is no memory, or no socket");
    end->seats[0] = enet_host_connect(end->host, &address, 1, def->player);
    if (end->seats[0] != NULL) {
        const enet_uint32 most = (enet_uint32)(CONNECT_SECONDS * 1000);
        enet_peer_timeout(end->seats[0], ENET_PEER_TIMEOUT_LIMIT, most, most);
        enet_host_flush(end->host);
        return &end->head;
    }
    end_close(&end->head);
    return lope_transport_refuse(def->error, LOPE_ERROR_MEMORY, "host", "there is no memory");
}

uint16_t lope_enet_port(const lope_transport *server)
{
    ENetAddress address = {.port = 0};
    return enet_socket_get_address(((const enet_end *)server)->host->socket, &address) == 0 ? address.port : 0;
}
