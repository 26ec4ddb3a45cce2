// serve.h - a server process of a network match, on the real clock: players come and go over a transport, and
// bots play along in the process, over a loopback.
//
// The clock of the wall is read here and handed to the room, which has none. Each tick has its moment; a
// server that was held up catches up by a few ticks at a time, and lets go of the rest beyond half a second.
// Read next: serve.c; join.h for the other end.
#ifndef LOPE_SCENE_SERVE_H
#define LOPE_SCENE_SERVE_H

#include "audience.h"
#include "scenario.h"

#include "adapters/transport/lope_transport.h"

#include <lope/net_link.h>
#include <lope/net_server.h>

#define LOPE_SCENE_SERVE_SEATS 64u // players and bots, at most
#define LOPE_SCENE_SERVE_TRANSPORTS 2u
#define LOPE_SCENE_SERVE_ROWS 256u // players that have come: those that are told at the end

typedef struct lope_scene_serve_options {
    // of the players; NULL: none. They stay the caller's
    lope_transport *transports[LOPE_SCENE_SERVE_TRANSPORTS];
    uint32_t players, bots;              // seats of each
    double seconds;                      // s; 0: until it is stopped
    uint64_t seed;                       // of the bots
    lope_net_link_profile line;          // of the bots, one way
    const lope_scene_audience *audience; // of the spectator stream; NULL: none
    float bound;                         // the rules' contact_bound, where the scenario's first character meets characters
    const char *record;                  // file for a recording of each player; NULL: none
    bool (*goes_on)(void *context);      // NULL: until the seconds are over
    void (*says)(void *context, const char *text); // told in one line of players that come and go; NULL: nothing
    void *context;
} lope_scene_serve_options;

// A player that has come.
typedef struct lope_scene_serve_row {
    uint64_t player; // as its token names it
    bool bot;
    double came, left; // s since the start; left below 0: it was there at the end
    uint32_t why;      // lope_transport_why: how it left
    lope_net_seat_stats stats;
} lope_scene_serve_row;

// What came of it.
typedef struct lope_scene_serve_result {
    uint64_t ticks;
    uint64_t late;        // ticks that began more than one tick after their moment
    uint64_t let_go;      // ticks that were due and were not run: the process was held up
    uint64_t again;       // player-ticks that were run again: another player was pushed into the player
    double longest;       // s, that a tick was late
    double seconds, busy; // s: of the wall; of the processor
    uint64_t refused;     // players that were not let in
    uint32_t came;        // players and bots, in all
    uint32_t row_count;
    lope_scene_serve_row rows[LOPE_SCENE_SERVE_ROWS];
} lope_scene_serve_result;

// Returns whether a match can be served, before anything is opened; options->transports are not looked at. False:
// with the fault.
bool lope_scene_serve_check(const lope_scenario *scenario, const lope_scene_serve_options *options, lope_scene_fault *fault);
// Serves a match to its end. Returns false on a fault.
bool lope_scene_serve(const lope_scenario *scenario, const lope_scene_serve_options *options, lope_scene_serve_result *result,
                      lope_scene_fault *fault);

#endif
