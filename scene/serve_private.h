// serve_private.h - what the files of the server process share. Read first: serve.h.
#ifndef LOPE_SCENE_SERVE_PRIVATE_H
#define LOPE_SCENE_SERVE_PRIVATE_H

#include "match_hand.h"
#include "net_begin.h"
#include "net_level.h"
#include "serve.h"

#include <lope/net_client.h>
#include <lope/record.h>

#include <stdio.h>

#define LOPE_SCENE_NO_SEAT UINT32_MAX
#define SERVE_LINES (LOPE_SCENE_SERVE_TRANSPORTS + 1u)
#define SERVE_BOTS LOPE_SCENE_SERVE_TRANSPORTS // the line of the bots: the last one
#define LOPE_SCENE_NET_BODY UINT64_C(1000)     // id of the first player's character, for the others

// A transport, and the seats of its peers.
typedef struct serve_line {
    lope_transport *transport;
    bool bots;
    uint32_t seats[LOPE_SCENE_SERVE_SEATS]; // by peer; LOPE_SCENE_NO_SEAT: none
} serve_line;

// A player's character at the server.
typedef struct serve_seat {
    bool used;
    serve_line *line;
    uint32_t peer;
    uint32_t row;            // LOPE_SCENE_SERVE_ROWS: none
    lope_state state, start; // start: at the start of the tick
    lope_nearby *nearby;
    lope_recorder *recorder; // NULL: none
} serve_seat;

// A player of the process's own.
typedef struct serve_bot {
    lope_transport *transport;
    lope_net_client *net;
    lope_scene_hand hand;
    lope_scene_net_view view;
    double frame; // s: of its last one
} serve_bot;

typedef struct serve {
    const lope_scene_serve_options *options;
    lope_scene_serve_result *result;
    lope_scene_player *player;
    lope_scene_net_level level;
    lope_scene_net_view view;
    const lope_moveset *moveset;
    lope_net_rules rules;
    lope_net_server *room;
    serve_line lines[SERVE_LINES]; // players, bots
    serve_seat seats[LOPE_SCENE_SERVE_SEATS];
    const lope_state *states[LOPE_SCENE_SERVE_SEATS];
    serve_bot bots[LOPE_SCENE_SERVE_SEATS];
    uint64_t bodies; // that have been given out
    FILE *record;
    double now;                      // s since the start
    struct serve_spectate *spectate; // NULL: no audience
} serve;

#endif
