// client.c - the client's end: the servers of its token in turn, then packets with one of them. Read first:
// lope_netcode.h, session.h.
//
//     REQUEST --challenge--> RESPONSE --keep-alive--> CONNECTED --disconnect, silence--> OVER
//        |                      |
//        +-- denied, silence ---+--> REQUEST to the next server; after the last one: OVER
//
// The sequence numbers go on from one server to the next, for the keys are the same at all of them.
#include "../transport/address.h"
#include "../transport/refuse.h"
#include "../transport/socket.h"
#include "session.h"

#include <sodium.h>

#include <stdlib.h>

typedef enum netcode_state { NETCODE_REQUEST, NETCODE_RESPONSE, NETCODE_CONNECTED, NETCODE_OVER } netcode_state;

typedef struct netcode_client {
    lope_transport head;
    lope_datagrams datagrams;
    lope_netcode_claim claim;
    netcode_keys keys;
    netcode_sealed sealed;
    netcode_session session;
    netcode_state state;
    bool begins;     // the first receive has been
    double begun;    // s: when that was
    uint32_t server; // of the claim, which it is at now
    uint8_t response[8 + NETCODE_CHALLENGE];
} netcode_client;

static bool tell(lope_transport_event *event, uint32_t what, uint32_t why)
{
    *event = (lope_transport_event){.what = what, .why = why};
    return what != LOPE_TRANSPORT_NOTHING;
}

static bool part(netcode_client *client, uint32_t why, lope_transport_event *event)
{
    client->state = NETCODE_OVER;
    return tell(event, LOPE_TRANSPORT_CLOSED, why);
}

// ---- connecting -------------------------------------------------------------------------------------------

// Sends what the state asks for.
static void say(netcode_client *client, double now)
{
    uint8_t bytes[NETCODE_REQUEST_SIZE];
    const uint8_t keep_alive[8] = {0}; // a client has no number to tell
    if (client->state == NETCODE_REQUEST) {
        netcode_request_write(&client->sealed, bytes);
        client->datagrams.send(client->datagrams.context, &client->session.address, bytes, sizeof bytes, now);
        client->session.sent = now;
    } else if (client->state == NETCODE_RESPONSE) {
        netcode_session_send(&client->session, &client->datagrams, NETCODE_KIND_RESPONSE, client->response,
                             sizeof client->response, now);
    } else {
        netcode_session_send(&client->session, &client->datagrams, NETCODE_KIND_KEEP_ALIVE, keep_alive, sizeof keep_alive, now);
    }
}

static void begin_at(netcode_client *client, uint32_t server, double now)
{
    client->server = server;
    client->state = NETCODE_REQUEST;
    client->session.address = client->claim.servers[server];
    client->session.heard = now;
    client->session.replay = (netcode_replay){.newest = 0};
    say(client, now);
}

// Goes on to the next server, or ends for a reason when there is none.
static bool go_on(netcode_client *client, uint32_t why, double now, lope_transport_event *event)
{
    if (client->server + 1 == client->claim.server_count) return part(client, why, event);
    begin_at(client, client->server + 1, now);
    return false;
}

// ---- packets that come ------------------------------------------------------------------------------------

// Returns the kinds that a state takes, as bits. A payload before the connection is read, and discarded.
static uint32_t kinds_of(netcode_state state)
{
    switch (state) {
    case NETCODE_REQUEST:
        return 1u << NETCODE_KIND_DENIED | 1u << NETCODE_KIND_CHALLENGE;
    case NETCODE_RESPONSE:
        return 1u << NETCODE_KIND_DENIED | 1u << NETCODE_KIND_KEEP_ALIVE | 1u << NETCODE_KIND_PAYLOAD;
    case NETCODE_CONNECTED:
        return 1u << NETCODE_KIND_KEEP_ALIVE | 1u << NETCODE_KIND_PAYLOAD | 1u << NETCODE_KIND_DISCONNECT;
    case NETCODE_OVER:
        break;
    }
    return 0;
}

static bool take_packet(netcode_client *client, const netcode_packet *packet, double now, void *bytes,
                        lope_transport_event *event)
{
    if (packet->kind == NETCODE_KIND_DENIED) return go_on(client, LOPE_TRANSPORT_FULL, now, event);
    if (packet->kind == NETCODE_KIND_DISCONNECT) return part(client, LOPE_TRANSPORT_LEFT, event);
    if (packet->kind == NETCODE_KIND_CHALLENGE) {
        memcpy(client->response, packet->data, sizeof client->response);
        client->state = NETCODE_RESPONSE;
        say(client, now);
        return false;
    }
    if (client->state == NETCODE_RESPONSE) {
        if (packet->kind != NETCODE_KIND_KEEP_ALIVE) return false;
        client->state = NETCODE_CONNECTED;
        say(client, now);
        return tell(event, LOPE_TRANSPORT_OPENED, 0);
    }
    if (packet->kind != NETCODE_KIND_PAYLOAD) return false;
    memcpy(bytes, packet->data, packet->size);
    tell(event, LOPE_TRANSPORT_PACKET, 0);
    event->size = packet->size;
    return true;
}

// Ends what takes too long, and sends what is due.
static bool look_after(netcode_client *client, double now, lope_transport_event *event)
{
    const bool connected = client->state == NETCODE_CONNECTED;
    if (!connected && now - client->begun >= (double)(client->claim.expiry - client->claim.created))
        return part(client, LOPE_TRANSPORT_TOKEN_EXPIRED, event);
    if (netcode_session_is_silent(&client->session, now))
        return connected ? part(client, LOPE_TRANSPORT_SILENT, event) : go_on(client, LOPE_TRANSPORT_NO_HANDSHAKE, now, event);
    if (netcode_session_is_due(&client->session, now)) say(client, now);
    return false;
}

// ---- the transport ----------------------------------------------------------------------------------------

static bool client_receive(lope_transport *transport, double now, void *bytes, size_t size, lope_transport_event *event)
{
    netcode_client *client = (netcode_client *)transport;
    uint8_t datagram[LOPE_DATAGRAM];
    netcode_packet packet;
    lope_address from;
    if (size < LOPE_NET_PACKET || client->state == NETCODE_OVER) return tell(event, LOPE_TRANSPORT_NOTHING, 0);
    if (!client->begins) {
        client->begins = true;
        client->begun = now;
        begin_at(client, 0, now);
    }
    for (;;) {
        const size_t got = client->datagrams.receive(client->datagrams.context, &from, datagram, sizeof datagram, now);
        if (got == 0) break;
        from.scope = client->session.address.scope; // tokens have none
        if (!lope_address_is_same(&from, &client->session.address)) continue;
        if (netcode_session_read(&client->session, datagram, got, kinds_of(client->state), now, &packet) != NETCODE_READ_OK)
            continue;
        if (take_packet(client, &packet, now, bytes, event)) return true;
    }
    return look_after(client, now, event) || tell(event, LOPE_TRANSPORT_NOTHING, 0);
}

static lope_result client_send(lope_transport *transport, uint32_t peer, const void *bytes, size_t size, double now)
{
    netcode_client *client = (netcode_client *)transport;
    if (peer != 0 || client->state != NETCODE_CONNECTED) return LOPE_ERROR_HANDLE;
    if (size == 0 || size > LOPE_NET_PACKET) return LOPE_ERROR_RANGE;
    netcode_session_send(&client->session, &client->datagrams, NETCODE_KIND_PAYLOAD, bytes, size, now);
    return LOPE_OK;
}

static void client_drop(lope_transport *transport, uint32_t peer, double now)
{
    netcode_client *client = (netcode_client *)transport;
    if (peer != 0) return;
    const bool known = client->state == NETCODE_RESPONSE || client->state == NETCODE_CONNECTED; // it may have a seat
    if (known) netcode_session_part(&client->session, &client->datagrams, now);
    client->state = NETCODE_OVER;
}

static void client_close(lope_transport *transport)
{
    netcode_client *client = (netcode_client *)transport;
    client_drop(transport, 0, client->session.sent);
    if (client->datagrams.close != NULL) client->datagrams.close(client->datagrams.context);
    sodium_memzero(client, sizeof *client);
    free(client);
}

static const lope_transport_calls calls = {
    "netcode", LOPE_TRANSPORT_SECRET, LOPE_NET_PACKET, client_receive, client_send, client_drop, client_close,
};

// ---- opening ----------------------------------------------------------------------------------------------

lope_transport *lope_netcode_join(const lope_netcode_join_def *def)
{
    uint16_t port = 0;
    if (def == NULL) return NULL;
    if (def->token == NULL) return lope_transport_refuse(def->error, LOPE_ERROR_NULL, "token", "is required");
    netcode_client *client = sodium_init() >= 0 ? calloc(1, sizeof *client) : NULL;
    if (client == NULL)
        return lope_transport_refuse(def->error, LOPE_ERROR_MEMORY, "token", "there is no memory, or libsodium does not begin");
    client->head.calls = &calls;
    if (!netcode_token_read(def->token, &client->claim, &client->keys, &client->sealed)) {
        client_close(&client->head);
        return lope_transport_refuse(def->error, LOPE_ERROR_FORMAT, "token", "is no connect token of netcode 1.02");
    }
    client->session.protocol = client->claim.protocol;
    client->session.timeout = client->claim.timeout;
    client->session.send_key = client->keys.to_server;
    client->session.receive_key = client->keys.to_client;
    if (def->datagrams != NULL) {
        client->datagrams = *def->datagrams;
    } else if (!lope_socket_open(NULL, &port, &client->datagrams, def->error)) {
        client_close(&client->head);
        return NULL;
    }
    return &client->head;
}
