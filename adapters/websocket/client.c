// client.c - the client's end: one connection to one server. Read first: lope_websocket.h, line.h.
#include "../transport/refuse.h"
#include "line.h"
#include "lope_websocket.h"
#include "tls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define HANDSHAKE_SECONDS 5.0
#define TIMEOUT 10.0
#define PASSES 16u       // of libwebsockets for one value of `now`
#define GOODBYE_PASSES 8 // of libwebsockets, for the end to be told

typedef enum web_step { WEB_BEGINS = 0, WEB_SHOWS_TOKEN, WEB_WAITS, WEB_LET_IN_UNTOLD, WEB_OPEN } web_step;

typedef struct web_client {
    lope_transport head;
    struct lws_context *context;
    struct lws_protocols protocols[2];
    struct lws *wsi; // NULL: the connection is gone, or could not be made
    char *host;
    uint16_t port;
    bool secure;
    lope_token token;
    uint32_t step;     // web_step
    bool leaves, over; // the end is to be told; it was told as closed
    uint32_t why;
    double timeout, begun, heard, now, read_at; // s
    uint32_t passes;
    uint64_t happened;
    web_line line;
} web_client;

static bool tell(lope_transport_event *event, uint32_t what, uint32_t why, size_t size)
{
    *event = (lope_transport_event){.what = what, .why = why, .size = size};
    return what != LOPE_TRANSPORT_NOTHING;
}

// ---- what libwebsockets calls -----------------------------------------------------------------------------

static int show_token(web_client *client, struct lws *wsi)
{
    char text[LOPE_TOKEN_TEXT];
    uint8_t bytes[LWS_PRE + LOPE_TOKEN_TEXT];
    lope_token_write(&client->token, text);
    memcpy(bytes + LWS_PRE, text, sizeof text - 1);
    client->step = WEB_WAITS;
    return lws_write(wsi, bytes + LWS_PRE, sizeof text - 1, LWS_WRITE_BINARY) >= (int)sizeof text - 1 ? 0 : -1;
}

static int hear(web_client *client, struct lws *wsi, const void *bytes, size_t size)
{
    bool whole;
    const int code = web_line_add(&client->line, wsi, bytes, size, &whole);
    const bool first = client->step <= WEB_WAITS;
    if (code != 0 || (whole && first && (client->line.part_size != 1 || client->line.part[0] != WEB_LET_IN))) {
        client->why = LOPE_TRANSPORT_BROKEN;
        return web_line_end(wsi, code != 0 ? code : WEB_CODE_TEXT);
    }
    if (!whole) return 0;
    client->heard = client->now;
    if (first)
        client->step = WEB_LET_IN_UNTOLD;
    else
        web_line_keep(&client->line); // what has no room is lost, as a packet may be
    return 0;
}

static int write_on(web_client *client, struct lws *wsi)
{
    if (client->leaves) return web_line_end(wsi, WEB_CODE_LEFT);
    if (client->step == WEB_SHOWS_TOKEN) return show_token(client, wsi);
    return web_line_flush(&client->line, wsi) ? 0 : -1;
}

// Reads the code that the server has ended the connection with.
static void hear_end(web_client *client, const uint8_t *bytes, size_t size)
{
    const int code = size >= 2 ? bytes[0] * 256 + bytes[1] : 0;
    if (code > WEB_CODE_WHY && code < WEB_CODE_WHY + LOPE_TRANSPORT_WHY_COUNT)
        client->why = (uint32_t)(code - WEB_CODE_WHY);
    else if (code == WEB_CODE_TEXT || code == WEB_CODE_LARGE)
        client->why = LOPE_TRANSPORT_BROKEN;
}

static int called(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t size)
{
    web_client *client = lws_context_user(lws_get_context(wsi));
    client->happened++;
    switch ((int)reason) {
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        client->step = WEB_SHOWS_TOKEN;
        web_line_begin(wsi);
        lws_callback_on_writable(wsi);
        return 0;
    case LWS_CALLBACK_CLIENT_RECEIVE:
        return hear(client, wsi, in, size);
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        return write_on(client, wsi);
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
        hear_end(client, in, size);
        return 0;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
    case LWS_CALLBACK_CLIENT_CLOSED:
        client->wsi = NULL;
        return 0;
    default:
        return lws_callback_http_dummy(wsi, reason, user, in, size);
    }
}

// ---- the transport ----------------------------------------------------------------------------------------

static bool part(web_client *client, uint32_t why, lope_transport_event *event)
{
    client->over = true;
    return tell(event, LOPE_TRANSPORT_CLOSED, why, 0);
}

// Returns why a connection that has ended did so.
static uint32_t why_ended(const web_client *client)
{
    if (client->why != 0) return client->why;
    if (client->step >= WEB_LET_IN_UNTOLD) return LOPE_TRANSPORT_LEFT;
    return client->step == WEB_WAITS ? LOPE_TRANSPORT_NOT_LET_IN : LOPE_TRANSPORT_NO_HANDSHAKE;
}

static bool next_event(web_client *client, void *bytes, lope_transport_event *event)
{
    const bool open = client->step >= WEB_LET_IN_UNTOLD;
    if (client->step == WEB_LET_IN_UNTOLD) {
        client->step = WEB_OPEN;
        return tell(event, LOPE_TRANSPORT_OPENED, 0, 0);
    }
    const size_t size = web_line_take(&client->line, bytes);
    if (size > 0) return tell(event, LOPE_TRANSPORT_PACKET, 0, size);
    if (client->wsi == NULL) return part(client, why_ended(client), event);
    if (open && client->now - client->heard > client->timeout) return part(client, LOPE_TRANSPORT_SILENT, event);
    return !open && client->now - client->begun > HANDSHAKE_SECONDS && part(client, LOPE_TRANSPORT_NO_HANDSHAKE, event);
}

static void connect_to(web_client *client)
{
    client->begun = client->heard = client->now;
    lws_client_connect_via_info(&(struct lws_client_connect_info){.context = client->context,
                                                                  .address = client->host,
                                                                  .port = client->port,
                                                                  .path = "/",
                                                                  .host = client->host,
                                                                  .protocol = "lope",
                                                                  .local_protocol_name = "lope",
                                                                  .ietf_version_or_minus_one = -1,
                                                                  .ssl_connection = client->secure ? LCCSCF_USE_SSL : 0,
                                                                  .pwsi = &client->wsi});
}

static bool pass(web_client *client)
{
    const uint64_t before = client->happened;
    if (client->passes == PASSES) return false;
    client->passes++;
    lws_service(client->context, -1); // without a wait
    return client->happened != before;
}

static bool client_receive(lope_transport *transport, double now, void *bytes, size_t size, lope_transport_event *event)
{
    web_client *client = (web_client *)transport;
    if (size < LOPE_NET_PACKET || client->over) return tell(event, LOPE_TRANSPORT_NOTHING, 0, 0);
    if (now != client->read_at) client->passes = 0;
    client->now = now;
    if (client->read_at < 0) connect_to(client);
    client->read_at = now;
    bool more = true;
    while (more) {
        if (next_event(client, bytes, event)) return true;
        more = pass(client);
    }
    return next_event(client, bytes, event) || tell(event, LOPE_TRANSPORT_NOTHING, 0, 0);
}

static lope_result client_send(lope_transport *transport, uint32_t peer, const void *bytes, size_t size, double now)
{
    web_client *client = (web_client *)transport;
    if (peer != 0 || client->over || client->step != WEB_OPEN) return LOPE_ERROR_HANDLE;
    if (size == 0 || size > LOPE_NET_PACKET) return LOPE_ERROR_RANGE;
    client->now = now;
    if (client->wsi == NULL) return LOPE_ERROR_STATE;
    web_line_send(&client->line, client->wsi, bytes, size);
    return LOPE_OK;
}

static void say_goodbye(web_client *client)
{
    client->over = client->leaves = true;
    if (client->wsi == NULL) return;
    lws_callback_on_writable(client->wsi);
    for (int i = 0; i < GOODBYE_PASSES && client->wsi != NULL; i++) lws_service(client->context, -1);
}

static void client_drop(lope_transport *transport, uint32_t peer, double now)
{
    web_client *client = (web_client *)transport;
    if (peer != 0 || client->over) return;
    client->now = now;
    say_goodbye(client);
}

static void client_close(lope_transport *transport)
{
    web_client *client = (web_client *)transport;
    if (!client->over) say_goodbye(client);
    lws_context_destroy(client->context);
    memset(&client->token, 0, sizeof client->token);
    free(client->host);
    free(client);
}

static const lope_transport_calls calls = {
    "websocket", LOPE_TRANSPORT_ORDERED, LOPE_NET_PACKET, client_receive, client_send, client_drop, client_close,
};

static const lope_transport_calls secure_calls = {
    "websocket",  LOPE_TRANSPORT_ORDERED | LOPE_TRANSPORT_SECRET, LOPE_NET_PACKET, client_receive, client_send, client_drop,
    client_close,
};

// ---- opening ----------------------------------------------------------------------------------------------

static bool open_context(web_client *client, const char *authorities)
{
    const uint64_t own = authorities != NULL ? LWS_SERVER_OPTION_DISABLE_OS_CA_CERTS : 0; // those alone
    client->protocols[0] = (struct lws_protocols){.name = "lope", .callback = called, .rx_buffer_size = LOPE_NET_PACKET};
    lws_set_log_level(0, NULL);
    client->context = lws_create_context(&(struct lws_context_creation_info){
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = client->protocols,
        .pt_serv_buf_size = WEB_READ,
        .connect_timeout_secs = 5,
        .timeout_secs = 5,
        .fd_limit_per_thread = 8,
        .gid = -1,
        .uid = -1,
        .options = client->secure ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT | own : 0,
        .client_ssl_ca_filepath = client->secure ? authorities : NULL,
        .ssl_client_options_set = web_tls_without(),
        .user = client,
    });
    return client->context != NULL;
}

lope_transport *lope_websocket_join(const lope_websocket_join_def *def)
{
    if (def == NULL) return NULL;
    if (def->token == NULL) return lope_transport_refuse(def->error, LOPE_ERROR_NULL, "token", "is required");
    if (def->host == NULL) return lope_transport_refuse(def->error, LOPE_ERROR_NULL, "host", "is required");
    if (def->secure && def->authorities != NULL && !web_tls_check_authorities(def->authorities, def->error)) return NULL;
    web_client *client = calloc(1, sizeof *client);
    char *host = calloc(1, strlen(def->host) + 1);
    if (client != NULL && host != NULL) {
        memcpy(host, def->host, strlen(def->host));
        client->head.calls = def->secure ? &secure_calls : &calls;
        client->secure = def->secure;
        client->token = *def->token;
        client->host = host;
        client->port = def->port;
        client->timeout = def->timeout > 0 ? def->timeout : TIMEOUT;
        client->read_at = -1;
        if (open_context(client, def->authorities)) return &client->head;
    }
    free(client);
    free(host);
    return lope_transport_refuse(def->error, LOPE_ERROR_MEMORY, "host", "there is no memory, or libwebsockets does not begin");
}
