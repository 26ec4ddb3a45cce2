// client.c - the client's end: one session with one server. Read first: lope_udp.h, session.h.
#include "../transport/refuse.h"
#include "../transport/socket.h"
#include "bad_line.h"
#include "lope_udp.h"
#include "session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define HANDSHAKE_SECONDS 5.0
#define TIMEOUT 10.0

typedef struct udp_client {
    lope_transport head;
    udp_end end;
    lope_token token;
    udp_session *session;
    double timeout, begun, heard; // s
    bool begins, reading, over;   // the handshake has begun; there may be more of a datagram; it was told as closed
    uint8_t datagram[LOPE_DATAGRAM];
    size_t datagram_size; // 0: the session has it already
} udp_client;

static bool tell(lope_transport_event *event, uint32_t what, uint32_t why, size_t size)
{
    *event = (lope_transport_event){.what = what, .why = why, .size = size};
    return what != LOPE_TRANSPORT_NOTHING;
}

static bool part(udp_client *client, uint32_t why, lope_transport_event *event)
{
    lope_token_claim claim;
    client->over = true;
    if (why == LOPE_TRANSPORT_NOT_LET_IN && lope_token_claim_of(client->token.identity, &claim) == LOPE_OK &&
        claim.expiry <= (uint64_t)time(NULL))
        why = LOPE_TRANSPORT_TOKEN_EXPIRED; // the server does not say so, but this clock does
    return tell(event, LOPE_TRANSPORT_CLOSED, why, 0);
}

// ---- the transport ----------------------------------------------------------------------------------------

// Reads what is left of a datagram that the session has. Returns false when nothing is.
static bool read_on(udp_client *client, void *bytes, size_t size, lope_transport_event *event)
{
    const uint8_t *datagram = client->datagram_size > 0 ? client->datagram : NULL;
    size_t got = 0;
    if (!client->reading) return false;
    const udp_got result = udp_session_read(client->session, datagram, client->datagram_size, bytes, size, &got);
    client->datagram_size = 0;
    client->reading = result == UDP_FINISHED || result == UDP_BYTES;
    if (client->reading) client->heard = client->end.now;
    if (result == UDP_FINISHED) return tell(event, LOPE_TRANSPORT_OPENED, 0, 0);
    if (result == UDP_BYTES) return tell(event, LOPE_TRANSPORT_PACKET, 0, got);
    return result == UDP_OVER && part(client, client->session->why, event);
}

static bool take_datagram(udp_client *client)
{
    const lope_datagrams *datagrams = &client->end.datagrams;
    lope_address from;
    const size_t size = datagrams->receive(datagrams->context, &from, client->datagram, sizeof client->datagram, client->end.now);
    if (size == 0) return false;
    if (memcmp(&from, &client->session->address, sizeof from) != 0) return true; // of a stranger
    client->datagram_size = size;
    client->reading = true;
    return true;
}

static bool look_after(udp_client *client, lope_transport_event *event)
{
    const double now = client->end.now;
    if (client->session->finished) return now - client->heard > client->timeout && part(client, LOPE_TRANSPORT_SILENT, event);
    if (now - client->begun > HANDSHAKE_SECONDS || !udp_session_tick(client->session))
        return part(client, LOPE_TRANSPORT_NO_HANDSHAKE, event);
    return false;
}

static bool client_receive(lope_transport *transport, double now, void *bytes, size_t size, lope_transport_event *event)
{
    udp_client *client = (udp_client *)transport;
    if (size < LOPE_NET_PACKET || client->over) return tell(event, LOPE_TRANSPORT_NOTHING, 0, 0);
    client->end.now = now;
    if (!client->begins) {
        client->begins = client->reading = true;
        client->begun = now;
    }
    do {
        if (read_on(client, bytes, size, event)) return true;
    } while (client->reading || take_datagram(client));
    return look_after(client, event) || tell(event, LOPE_TRANSPORT_NOTHING, 0, 0);
}

static lope_result client_send(lope_transport *transport, uint32_t peer, const void *bytes, size_t size, double now)
{
    udp_client *client = (udp_client *)transport;
    if (peer != 0 || client->over || !client->session->finished) return LOPE_ERROR_HANDLE;
    if (size == 0 || size > LOPE_NET_PACKET) return LOPE_ERROR_RANGE;
    client->end.now = now;
    return udp_session_send(client->session, bytes, size) ? LOPE_OK : LOPE_ERROR_STATE;
}

static void client_drop(lope_transport *transport, uint32_t peer, double now)
{
    udp_client *client = (udp_client *)transport;
    if (peer != 0 || client->over) return;
    client->end.now = now;
    client->over = true;
    udp_session_leave(client->session);
}

static void client_close(lope_transport *transport)
{
    udp_client *client = (udp_client *)transport;
    if (client->session != NULL && !client->over) udp_session_leave(client->session);
    udp_session_free(client->session);
    udp_end_close(&client->end);
    memset(&client->token, 0, sizeof client->token);
    free(client);
}

static const lope_transport_calls calls = {
    "udp", LOPE_TRANSPORT_SECRET, LOPE_NET_PACKET, client_receive, client_send, client_drop, client_close,
};

// ---- opening ----------------------------------------------------------------------------------------------

lope_transport *lope_udp_join(const lope_udp_join_def *def)
{
    if (def == NULL) return NULL;
    if (def->token == NULL) return lope_transport_refuse(def->error, LOPE_ERROR_NULL, "token", "is required");
    if (def->datagrams == NULL && def->host == NULL)
        return lope_transport_refuse(def->error, LOPE_ERROR_NULL, "host", "is required");
    udp_client *client = calloc(1, sizeof *client);
    if (client == NULL) return lope_transport_refuse(def->error, LOPE_ERROR_MEMORY, "host", "there is no memory");
    client->head.calls = &calls;
    client->token = *def->token;
    client->timeout = def->timeout > 0 ? def->timeout : TIMEOUT;
    client->end.token = &client->token;
    lope_address server = def->server;
    if (!udp_end_open(&client->end)) {
        free(client);
        return lope_transport_refuse(def->error, LOPE_ERROR_MEMORY, "token", "there is no memory, or OpenSSL does not begin");
    }
    if (def->datagrams != NULL) {
        client->end.datagrams = *def->datagrams;
    } else if (!lope_socket_connect(def->host, def->port, &client->end.datagrams, &server, def->error)) {
        client_close(&client->head);
        return NULL;
    }
    client->session = udp_session_make(&client->end);
    if (client->session == NULL || (def->shape != NULL && !lope_bad_line_over(&client->end.datagrams, def->shape, def->seed))) {
        client_close(&client->head);
        return lope_transport_refuse(def->error, LOPE_ERROR_MEMORY, "host", "there is no memory");
    }
    client->session->address = server;
    return &client->head;
}
