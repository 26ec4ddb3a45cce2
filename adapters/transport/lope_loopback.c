// lope_loopback.c - the transport within one process. Read first: lope_loopback.h.
//
// A pair of lines is shared by the client's end and the server's. It is freed by the one that goes last.
#include "lope_loopback.h"

#include <stdlib.h>

#define PEERS_MOST 4096u

typedef struct loopback_server loopback_server;

// A client with its lines.
typedef struct loopback_client {
    lope_transport head; // of the client's end
    lope_net_link up, down;
    loopback_server *server;              // NULL: its end is closed
    uint64_t player;                      // as lope_loopback_connect had it
    bool client_told, server_told;        // of having been opened
    bool client_gone, dropped, drop_told; // the client's end is closed; the server has parted
} loopback_client;

struct loopback_server {
    lope_transport head;
    loopback_client **clients; // by number
    uint32_t count;            // of places
    lope_net_link_profile line;
    uint64_t seed;
};

static bool tell(lope_transport_event *event, uint32_t what, uint32_t peer, uint32_t why, uint64_t player, size_t size)
{
    *event = (lope_transport_event){.what = what, .peer = peer, .why = why, .player = player, .size = size};
    return what != LOPE_TRANSPORT_NOTHING;
}

static lope_result put(lope_net_link *link, const void *bytes, size_t size, double now)
{
    if (size == 0 || size > LOPE_NET_PACKET) return LOPE_ERROR_RANGE;
    lope_net_link_send(link, bytes, size, now);
    return LOPE_OK;
}

// ---- the client's end -------------------------------------------------------------------------------------

static bool client_receive(lope_transport *transport, double now, void *bytes, size_t size, lope_transport_event *event)
{
    loopback_client *client = (loopback_client *)transport;
    if (size < LOPE_NET_PACKET) return tell(event, LOPE_TRANSPORT_NOTHING, 0, 0, 0, 0);
    if (!client->client_told) {
        client->client_told = true;
        return tell(event, LOPE_TRANSPORT_OPENED, 0, 0, client->player, 0);
    }
    if (client->dropped && !client->drop_told) {
        client->drop_told = true;
        return tell(event, LOPE_TRANSPORT_CLOSED, 0, LOPE_TRANSPORT_LEFT, 0, 0);
    }
    const size_t got = client->dropped ? 0 : lope_net_link_receive(&client->down, bytes, now);
    return tell(event, got > 0 ? LOPE_TRANSPORT_PACKET : LOPE_TRANSPORT_NOTHING, 0, 0, 0, got);
}

static lope_result client_send(lope_transport *transport, uint32_t peer, const void *bytes, size_t size, double now)
{
    loopback_client *client = (loopback_client *)transport;
    return peer != 0 || client->dropped ? LOPE_ERROR_HANDLE : put(&client->up, bytes, size, now);
}

static void client_drop(lope_transport *transport, uint32_t peer, double now)
{
    loopback_client *client = (loopback_client *)transport;
    (void)now;
    if (peer == 0) client->client_gone = client->dropped = client->drop_told = true;
}

static void client_close(lope_transport *transport)
{
    loopback_client *client = (loopback_client *)transport;
    client->client_gone = client->dropped = true;
    client->head.calls = NULL; // the memory is the server's until that has told of it
    if (client->server == NULL) free(client);
}

static const lope_transport_calls client_calls = {
    "loopback", 0, LOPE_NET_PACKET, client_receive, client_send, client_drop, client_close,
};

// ---- the server's end -------------------------------------------------------------------------------------

// Takes a client off the server; what is left of it is freed by its own end.
static void part(loopback_server *server, uint32_t number)
{
    loopback_client *client = server->clients[number];
    server->clients[number] = NULL;
    client->server = NULL;
    client->dropped = true;
    if (client->head.calls == NULL) free(client);
}

static bool server_receive(lope_transport *transport, double now, void *bytes, size_t size, lope_transport_event *event)
{
    loopback_server *server = (loopback_server *)transport;
    for (uint32_t i = 0; size >= LOPE_NET_PACKET && i < server->count; i++) {
        loopback_client *client = server->clients[i];
        if (client == NULL) continue;
        if (!client->server_told) {
            client->server_told = true;
            return tell(event, LOPE_TRANSPORT_OPENED, i, 0, client->player, 0);
        }
        const size_t got = lope_net_link_receive(&client->up, bytes, now);
        if (got > 0) return tell(event, LOPE_TRANSPORT_PACKET, i, 0, 0, got);
        if (!client->client_gone) continue;
        part(server, i);
        return tell(event, LOPE_TRANSPORT_CLOSED, i, LOPE_TRANSPORT_LEFT, 0, 0);
    }
    return tell(event, LOPE_TRANSPORT_NOTHING, 0, 0, 0, 0);
}

static bool is_peer(const loopback_server *server, uint32_t peer)
{
    return peer < server->count && server->clients[peer] != NULL;
}

static lope_result server_send(lope_transport *transport, uint32_t peer, const void *bytes, size_t size, double now)
{
    loopback_server *server = (loopback_server *)transport;
    return is_peer(server, peer) ? put(&server->clients[peer]->down, bytes, size, now) : LOPE_ERROR_HANDLE;
}

static void server_drop(lope_transport *transport, uint32_t peer, double now)
{
    loopback_server *server = (loopback_server *)transport;
    (void)now;
    if (is_peer(server, peer)) part(server, peer);
}

static void server_close(lope_transport *transport)
{
    loopback_server *server = (loopback_server *)transport;
    for (uint32_t i = 0; i < server->count; i++)
        if (server->clients[i] != NULL) part(server, i);
    free(server->clients);
    free(server);
}

static const lope_transport_calls server_calls = {
    "loopback", 0, LOPE_NET_PACKET, server_receive, server_send, server_drop, server_close,
};

// ---- opening ----------------------------------------------------------------------------------------------

lope_transport *lope_loopback_open(uint32_t peers, const lope_net_link_profile *line, uint64_t seed)
{
    loopback_server *server = peers > 0 && peers <= PEERS_MOST ? calloc(1, sizeof *server) : NULL;
    if (server == NULL) return NULL;
    server->head.calls = &server_calls;
    server->count = peers;
    server->seed = seed;
    if (line != NULL) server->line = *line;
    server->clients = calloc(peers, sizeof(loopback_client *));
    if (server->clients != NULL) return &server->head;
    free(server);
    return NULL;
}

lope_transport *lope_loopback_connect(lope_transport *transport, uint64_t player)
{
    loopback_server *server = (loopback_server *)transport;
    uint32_t number = 0;
    while (number < server->count && server->clients[number] != NULL) number++;
    loopback_client *client = number < server->count ? calloc(1, sizeof *client) : NULL;
    if (client == NULL) return NULL;
    client->head.calls = &client_calls;
    client->server = server;
    client->player = player;
    lope_net_link_begin(&client->up, &server->line, ++server->seed);
    lope_net_link_begin(&client->down, &server->line, ++server->seed);
    server->clients[number] = client;
    return &client->head;
}

void lope_loopback_set_line(lope_transport *transport, const lope_net_link_profile *line)
{
    loopback_client *client = (loopback_client *)transport;
    client->up.profile = client->down.profile = *line;
}

lope_net_link_profile lope_loopback_line(const lope_transport *transport)
{
    return ((const loopback_client *)transport)->up.profile;
}
