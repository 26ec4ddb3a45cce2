// server_places.h - the places of a WebSocket server's connections, and a number for each of these that has shown a
// token.
//
// Connections that have shown none have places of their own for WEB_TOKEN_SECONDS. When all WEB_HALF_OPEN are
// taken, the oldest one makes room. Read first: line.h. Read next: server.c.
#ifndef LOPE_WEBSOCKET_SERVER_PLACES_H
#define LOPE_WEBSOCKET_SERVER_PLACES_H

#include "../transport/rate_limit.h"
#include "../udp/used_tokens.h"
#include "files.h"
#include "line.h"
#include "lope_websocket.h"

#define WEB_HALF_OPEN 64u
#define WEB_HTTP 64u // connections of browsers that fetch files, at most
#define WEB_TOKEN_SECONDS 5.0
#define WEB_NO_PLACE UINT32_MAX

// What libwebsockets keeps for a connection.
typedef struct web_session {
    uint32_t place; // + 1; 0: none
    int code;       // that it ends with as soon as that can be sent; 0: it goes on
    web_transfer transfer;
} web_session;

typedef struct web_place {
    web_line *line;  // NULL: the place is free
    struct lws *wsi; // NULL: the connection is gone
    uint32_t number; // of the peer, or WEB_NO_PLACE before its token
    bool told;       // as OPENED
    uint32_t why;    // lope_transport_why: how it ended
    uint64_t player;
    double begun, heard; // s: of the connection; of the last message
    lope_rate_limit may; // packets that it may send
} web_place;

typedef struct web_server {
    lope_transport head;
    struct lws_context *context;
    struct lws_protocols protocols[2];
    struct lws_vhost *vhost;
    void *no_client; // web_tls_no_client
    uint8_t master[LOPE_TOKEN_SECRET];
    uint64_t server;
    char *origin; // NULL: any
    used_tokens *used;
    bool used_is_own; // else it is that of another transport
    web_place *places;
    uint32_t count;    // of places: peers + WEB_HALF_OPEN
    uint32_t *numbers; // of peers: place + 1, or 0
    uint32_t peers;
    double timeout, packets;
    double now, read_at;
    uint32_t passes;   // of libwebsockets at read_at
    uint32_t looked;   // places that were looked at since the last pass
    uint64_t happened; // calls of libwebsockets
    web_files files;
    lope_websocket_stats stats;
} web_server;

// Gives a place to a new connection. Returns false when there is no memory.
bool web_place_come(web_server *server, struct lws *wsi, web_session *session);
// Frees a place, and gives its number back. Its connection, if there is one, is no longer its own.
void web_place_free(web_server *server, web_place *place);
// Parts a place from its connection, which ends without a word.
void web_place_cut(web_place *place, uint32_t why);
// Lets a connection in that has shown a token. Returns a lope_transport_why against it, or 0.
uint32_t web_place_let_in(web_server *server, web_place *place, const uint8_t *bytes, size_t size);

#endif
