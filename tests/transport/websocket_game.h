// websocket_game.h - a WebSocket server on a port of this machine and its clients, in one process.
#ifndef LOPE_TESTS_WEBSOCKET_GAME_H
#define LOPE_TESTS_WEBSOCKET_GAME_H

#include "adapters/websocket/lope_websocket.h"

#include "../net/net_help.h"

#include "told.h"

#define WEB_SERVER 5u // number of the server in tokens

// A server, and what it has told.
typedef struct web_game {
    lope_transport *server;
    uint16_t port;
    uint8_t master[LOPE_TOKEN_SECRET];
    double start, skipped; // s: skipped is added to the clock
    uint32_t tokens;       // that were made
    transport_told told;
} web_game;

// A client, and what it was told.
typedef struct web_guest {
    lope_transport *transport;
    transport_told told;
} web_guest;

double web_game_now(const web_game *g);
// Opens a server. more: what differs from the defaults of these tests; NULL: nothing.
void web_game_open(web_game *g, uint32_t peers, const lope_websocket_serve_def *more);
void web_game_close(web_game *g);
lope_token web_game_token(web_game *g, uint64_t player, uint64_t server, int64_t seconds);
void web_game_join(web_game *g, web_guest *guest, const lope_token *token);
// Lets the server and `count` clients receive, for so many s.
void web_game_play(web_game *g, web_guest *guests, uint32_t count, double seconds);
// Lets them receive until each client is let in or refused, for at most 4 s.
void web_game_settle(web_game *g, web_guest *guests, uint32_t count);
// Lets them receive until *counter has reached a number. Fails after 4 s.
void web_game_until(web_game *g, web_guest *guests, uint32_t count, const uint32_t *counter, uint32_t number);

#endif
