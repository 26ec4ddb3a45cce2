// server.c - the server's end: what libwebsockets calls, and what it tells of that. Read first: lope_websocket.h,
// server_places.h.
#include "../transport/refuse.h"
#include "server_places.h"
#include "tls.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PEERS 16u
#define PEERS_MOST 4096u
#define TIMEOUT 10.0
#define PACKETS 240u
#define PASSES 16u       // of libwebsockets for one value of `now`
#define GOODBYE 2        // s for which a connection may still take the end that it is told
#define GOODBYE_PASSES 8 // of libwebsockets, before the transport is freed

static bool tell(lope_transport_event *event, uint32_t what, uint32_t peer, uint32_t why, size_t size)
{
    *event = (lope_transport_event){.what = what, .peer = peer, .why = why, .size = size};
    return what != LOPE_TRANSPORT_NOTHING;
}

// ---- what libwebsockets calls -----------------------------------------------------------------------------

static web_place *place_of(web_server *server, const web_session *session)
{
    return session != NULL && session->place != 0 ? &server->places[session->place - 1] : NULL;
}

// Ends a connection that does not keep to the protocol, or has no right token.
static int refuse(struct lws *wsi, web_session *session, web_place *place, uint32_t why, int code)
{
    place->why = why;
    place->wsi = NULL;
    session->place = 0;
    return web_line_end(wsi, code);
}

// Returns the code that tells a client why it is not let in. A forger is not told what was wrong.
static int code_of(uint32_t why)
{
    const bool told = why == LOPE_TRANSPORT_TOKEN_EXPIRED || why == LOPE_TRANSPORT_FULL;
    return WEB_CODE_WHY + (int)(told ? why : LOPE_TRANSPORT_NOT_LET_IN);
}

static int let_in(web_server *server, struct lws *wsi, web_session *session, web_place *place)
{
    uint8_t answer[LWS_PRE + 1];
    const uint32_t why = web_place_let_in(server, place, place->line->part, place->line->part_size);
    if (why != 0) return refuse(wsi, session, place, why, code_of(why));
    answer[LWS_PRE] = WEB_LET_IN; // at once, before any packet
    return lws_write(wsi, answer + LWS_PRE, 1, LWS_WRITE_BINARY) >= 1 ? 0 : -1;
}

static int hear(web_server *server, struct lws *wsi, web_session *session, const void *bytes, size_t size)
{
    web_place *place = place_of(server, session);
    bool whole;
    if (place == NULL) return -1;
    const int code = web_line_add(place->line, wsi, bytes, size, &whole);
    if (code != 0) {
        server->stats.broken++;
        return refuse(wsi, session, place, LOPE_TRANSPORT_BROKEN, code);
    }
    if (!whole) return 0;
    if (place->number == WEB_NO_PLACE) return let_in(server, wsi, session, place);
    place->heard = server->now;
    if (!lope_rate_limit_allows(&place->may, server->packets, server->now) || !web_line_keep(place->line))
        server->stats.flooded++;
    return 0;
}

static int write_on(web_server *server, struct lws *wsi, web_session *session)
{
    const web_place *place = place_of(server, session);
    if (session->code != 0) return web_line_end(wsi, session->code);
    return place == NULL || web_line_flush(place->line, wsi) ? 0 : -1;
}

// Returns whether a page may open connections: one that names no origin is no browser's.
static bool is_origin_right(const web_server *server, struct lws *wsi)
{
    char origin[256];
    if (server->origin == NULL || lws_hdr_total_length(wsi, WSI_TOKEN_ORIGIN) == 0) return true;
    return lws_hdr_copy(wsi, origin, sizeof origin, WSI_TOKEN_ORIGIN) > 0 && strcmp(origin, server->origin) == 0;
}

static int called(struct lws *wsi, enum lws_callback_reasons reason, void *user, void *in, size_t size)
{
    web_server *server = lws_context_user(lws_get_context(wsi));
    web_session *session = user;
    server->happened++;
    switch ((int)reason) {
    case LWS_CALLBACK_FILTER_PROTOCOL_CONNECTION:
        return is_origin_right(server, wsi) ? 0 : -1;
    case LWS_CALLBACK_ESTABLISHED:
        server->stats.connections++;
        return web_place_come(server, wsi, session) ? 0 : -1;
    case LWS_CALLBACK_RECEIVE:
        return hear(server, wsi, session, in, size);
    case LWS_CALLBACK_SERVER_WRITEABLE:
        return write_on(server, wsi, session);
    case LWS_CALLBACK_CLOSED:
        if (place_of(server, session) != NULL) place_of(server, session)->wsi = NULL;
        return 0;
    case LWS_CALLBACK_HTTP:
        return web_files_ask(&server->files, wsi, in, &session->transfer);
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return web_files_go_on(wsi, &session->transfer);
    default:
        return lws_callback_http_dummy(wsi, reason, user, in, size);
    }
}

// ---- the transport ----------------------------------------------------------------------------------------

// Tells how a connection has ended, and frees its place.
static bool part(web_server *server, web_place *place, lope_transport_event *event)
{
    const uint32_t number = place->number;
    const bool open = number != WEB_NO_PLACE;
    const uint32_t why = place->why != 0 ? place->why : open ? LOPE_TRANSPORT_LEFT : LOPE_TRANSPORT_NO_HANDSHAKE;
    server->stats.given_up += !open && why == LOPE_TRANSPORT_NO_HANDSHAKE;
    server->stats.refused += !open && why != LOPE_TRANSPORT_NO_HANDSHAKE;
    web_place_free(server, place);
    return tell(event, open ? LOPE_TRANSPORT_CLOSED : LOPE_TRANSPORT_REFUSED, open ? number : 0, why, 0);
}

// Tells what is new of one place. Returns false when nothing is.
static bool look_at(web_server *server, web_place *place, void *bytes, lope_transport_event *event)
{
    const bool open = place->number != WEB_NO_PLACE;
    if (open && !place->told) {
        place->told = true;
        tell(event, LOPE_TRANSPORT_OPENED, place->number, 0, 0);
        event->player = place->player;
        return true;
    }
    const size_t size = web_line_take(place->line, bytes);
    if (size > 0) return tell(event, LOPE_TRANSPORT_PACKET, place->number, 0, size);
    if (open && server->now - place->heard > server->timeout) web_place_cut(place, LOPE_TRANSPORT_SILENT);
    if (!open && server->now - place->begun > WEB_TOKEN_SECONDS) web_place_cut(place, LOPE_TRANSPORT_NO_HANDSHAKE);
    return place->wsi == NULL && part(server, place, event);
}

static bool next_event(web_server *server, void *bytes, lope_transport_event *event)
{
    for (; server->looked < server->count; server->looked++) {
        web_place *place = &server->places[server->looked];
        if (place->line != NULL && look_at(server, place, bytes, event)) return true;
    }
    return false;
}

// Lets libwebsockets read and write once. Returns false when nothing came of it.
static bool pass(web_server *server)
{
    const uint64_t before = server->happened;
    if (server->passes == PASSES) return false;
    server->passes++;
    lws_service(server->context, -1); // without a wait
    server->looked = 0;
    return server->happened != before;
}

static bool server_receive(lope_transport *transport, double now, void *bytes, size_t size, lope_transport_event *event)
{
    web_server *server = (web_server *)transport;
    if (size < LOPE_NET_PACKET) return tell(event, LOPE_TRANSPORT_NOTHING, 0, 0, 0);
    if (now != server->read_at) server->passes = server->looked = 0;
    server->read_at = server->now = now;
    bool more = true;
    while (more) {
        if (next_event(server, bytes, event)) return true;
        more = pass(server);
    }
    return next_event(server, bytes, event) || tell(event, LOPE_TRANSPORT_NOTHING, 0, 0, 0);
}

static web_place *place_of_peer(web_server *server, uint32_t peer)
{
    return peer < server->peers && server->numbers[peer] != 0 ? &server->places[server->numbers[peer] - 1] : NULL;
}

static lope_result server_send(lope_transport *transport, uint32_t peer, const void *bytes, size_t size, double now)
{
    web_server *server = (web_server *)transport;
    const web_place *place = place_of_peer(server, peer);
    if (place == NULL) return LOPE_ERROR_HANDLE;
    if (size == 0 || size > LOPE_NET_PACKET) return LOPE_ERROR_RANGE;
    server->now = now;
    if (place->wsi == NULL) return LOPE_ERROR_STATE;
    if (!web_line_send(place->line, place->wsi, bytes, size)) server->stats.replaced++;
    return LOPE_OK;
}

static void say_goodbye(web_server *server, web_place *place)
{
    if (place->wsi != NULL) {
        web_session *session = lws_wsi_user(place->wsi);
        session->place = 0;
        session->code = WEB_CODE_LEFT;
        lws_set_timeout(place->wsi, PENDING_TIMEOUT_CLOSE_SEND, GOODBYE);
        lws_callback_on_writable(place->wsi);
    }
    web_place_free(server, place);
}

static void server_drop(lope_transport *transport, uint32_t peer, double now)
{
    web_server *server = (web_server *)transport;
    web_place *place = place_of_peer(server, peer);
    if (place == NULL) return;
    server->now = now;
    say_goodbye(server, place);
}

static void free_server(web_server *server)
{
    memset(server->master, 0, sizeof server->master);
    for (uint32_t i = 0; server->places != NULL && i < server->count; i++) free(server->places[i].line);
    free(server->origin);
    if (server->used_is_own) free(server->used);
    free(server->places);
    free(server->numbers);
    free(server);
}

static void server_close(lope_transport *transport)
{
    web_server *server = (web_server *)transport;
    for (uint32_t i = 0; i < server->count; i++)
        if (server->places[i].line != NULL) say_goodbye(server, &server->places[i]);
    for (int i = 0; i < GOODBYE_PASSES; i++) lws_service(server->context, -1);
    lws_context_destroy(server->context);
    web_tls_no_client_free(server->no_client);
    free_server(server);
}

static const lope_transport_calls calls = {
    "websocket", LOPE_TRANSPORT_ORDERED, LOPE_NET_PACKET, server_receive, server_send, server_drop, server_close,
};

// ---- opening ----------------------------------------------------------------------------------------------

static const lope_transport_calls secure_calls = {
    "websocket",  LOPE_TRANSPORT_ORDERED | LOPE_TRANSPORT_SECRET, LOPE_NET_PACKET, server_receive, server_send, server_drop,
    server_close,
};

static web_server *make(const lope_websocket_serve_def *def)
{
    web_server *server = calloc(1, sizeof *server);
    if (server == NULL) return NULL;
    server->head.calls = def->certificate != NULL ? &secure_calls : &calls;
    server->peers = def->peers != 0 ? def->peers : PEERS;
    server->count = server->peers + WEB_HALF_OPEN;
    server->timeout = def->timeout > 0 ? def->timeout : TIMEOUT;
    server->packets = def->packets != 0 ? def->packets : PACKETS;
    server->server = def->server;
    server->read_at = -1;
    server->files = (web_files){.list = def->files, .count = def->file_count, .asked = &server->stats.files};
    server->used_is_own = def->beside == NULL;
    server->used = def->beside != NULL ? used_tokens_of(def->beside) : calloc(1, sizeof *server->used);
    server->places = calloc(server->count, sizeof *server->places);
    server->numbers = calloc(server->peers, sizeof *server->numbers);
    server->origin = def->origin != NULL ? calloc(1, strlen(def->origin) + 1) : NULL;
    memcpy(server->master, def->master, LOPE_TOKEN_SECRET);
    for (uint32_t i = 0; server->places != NULL && i < server->count; i++) server->places[i].number = WEB_NO_PLACE;
    if (server->used == NULL || server->places == NULL || server->numbers == NULL ||
        (def->origin != NULL && server->origin == NULL)) {
        free_server(server);
        return NULL;
    }
    if (def->origin != NULL) memcpy(server->origin, def->origin, strlen(def->origin));
    return server;
}

static bool open_context(web_server *server, const lope_websocket_serve_def *def)
{
    const bool four = def->address != NULL && strchr(def->address, ':') == NULL;
    const uint64_t tls = def->certificate != NULL ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0;
    server->protocols[0] = (struct lws_protocols){.name = "lope",
                                                  .callback = called,
                                                  .per_session_data_size = sizeof(web_session),
                                                  .rx_buffer_size = LOPE_NET_PACKET,
                                                  .tx_packet_size = WEB_FILE_PART};
    lws_set_log_level(0, NULL);
    server->context = lws_create_context(&(struct lws_context_creation_info){
        .iface = def->address,
        .port = def->port,
        .protocols = server->protocols,
        .pt_serv_buf_size = WEB_READ,
        .keepalive_timeout = 5,
        .timeout_secs = 5,
        .fd_limit_per_thread = server->count + WEB_HTTP,
        .max_http_header_pool = 16,
        .gid = -1,
        .uid = -1,
        .options = LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND | LWS_SERVER_OPTION_EXPLICIT_VHOSTS | tls,
        .user = server,
    });
    if (server->context == NULL) return false;
    server->no_client = def->certificate != NULL ? web_tls_no_client() : NULL;
    server->vhost = lws_create_vhost(server->context, &(struct lws_context_creation_info){
                                                          .iface = def->address,
                                                          .port = def->port,
                                                          .protocols = server->protocols,
                                                          .keepalive_timeout = 5,
                                                          .timeout_secs = 5,
                                                          .ssl_cert_filepath = def->certificate,
                                                          .ssl_private_key_filepath = def->key,
                                                          .ssl_options_set = web_tls_without(),
                                                          .provided_client_ssl_ctx = server->no_client,
                                                          .options = tls | LWS_SERVER_OPTION_FAIL_UPON_UNABLE_TO_BIND |
                                                                     (four ? LWS_SERVER_OPTION_DISABLE_IPV6 : 0),
                                                      });
    if (server->vhost != NULL) return true;
    lws_context_destroy(server->context);
    web_tls_no_client_free(server->no_client);
    return false;
}

lope_transport *lope_websocket_serve(const lope_websocket_serve_def *def)
{
    if (def == NULL) return NULL;
    if (def->master == NULL) return lope_transport_refuse(def->error, LOPE_ERROR_NULL, "master", "is required");
    if (def->peers > PEERS_MOST)
        return lope_transport_refuse(def->error, LOPE_ERROR_RANGE, "peers", "must be up to 4096, or 0 for 16");
    const bool tls = def->certificate != NULL || def->key != NULL;
    if (tls && !web_tls_check_pair(def->certificate, def->key, def->error)) return NULL;
    web_server *server = make(def);
    if (server == NULL) return lope_transport_refuse(def->error, LOPE_ERROR_MEMORY, "peers", "there is no memory");
    if (open_context(server, def)) return &server->head;
    free_server(server);
    char text[96];
    snprintf(text, sizeof text, "cannot listen on port %u: is it taken, or the address another machine's?", (unsigned)def->port);
    return lope_transport_refuse(def->error, LOPE_ERROR_STATE, "websocket", text);
}

uint16_t lope_websocket_port(const lope_transport *server)
{
    return (uint16_t)lws_get_vhost_listen_port(((const web_server *)server)->vhost);
}

lope_websocket_stats lope_websocket_stats_of(const lope_transport *server) { return ((const web_server *)server)->stats; }
