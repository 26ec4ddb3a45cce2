// zones_match.h - three servers and their players on a virtual clock, with what can go wrong: servers that die, that stand
// still, clocks that go wrong, links that are split, a store that is slow or silent. Read first: zones_server.h.
#ifndef LOPE_TESTS_ZONES_MATCH_H
#define LOPE_TESTS_ZONES_MATCH_H

#include "zones_server.h"

#include <lope/net_link.h>

#define MATCH_PLAYERS 6u
#define MATCH_STEPS 480.0 // of the clock, a second
#define MATCH_TICKS 4096u // of which it is known how often each player was run
#define MATCH_LATE 16u    // requests to the store that are done after they were given up

typedef struct zones_match zones_match;

// A server's store: that in memory, seen over a line.
typedef struct match_store {
    lope_zone_store functions;
    zones_match *match;
    uint32_t host;
    bool waits, applied, unheard;
    double apply_at, answer_at; // s
    lope_zone_ask ask;
    lope_zone_answer answer;
    lope_zone_owned zones[ZONES];
    lope_zone_placed players[MATCH_PLAYERS * 2];
} match_store;

typedef struct match_host {
    zones_match *match;
    zones_server server;
    match_store *store;
    bool up;
    double restart, pause; // s: it is down, or still, until then
    double rate;           // of its clock
    uint32_t lives;
} match_host;

typedef struct match_player {
    uint64_t player;
    lope_net_client *net;
    zones_view view;
    lope_net_link up[ZONES], down[ZONES];
    uint32_t at; // server that it sends to; ZONES: all
    double heard;
    uint32_t begun, checks, wrong, states; // of clients before this one
    double missing_since;                  // s: nobody runs it; below 0: one does
} match_player;

typedef struct match_def {
    uint64_t seed;
    bool chaos;          // things go wrong
    bool reckless;       // servers go on when their lease is over
    double drift, rates; // of lope_zones_def; clocks go at 1 - rates to 1 + rates
} match_def;

typedef struct match_counts {
    uint64_t ticks;       // of players
    uint32_t twice;       // of these run by two servers
    uint32_t owners_most; // of a zone at a moment
    uint32_t kills, pauses, splits, slow, cuts;
    double missing_most; // s that a player was run by nobody
} match_counts;

struct zones_match {
    match_def def;
    zones_world world;
    lope_zone_memory *memory;
    match_host hosts[ZONES];
    match_player players[MATCH_PLAYERS];
    lope_net_link wires[ZONES][ZONES];
    double split[ZONES][ZONES]; // s: nothing comes through until then
    double slow;                // s: the store is slow for all until then
    double cut[ZONES];          // s: a server is cut off from the store until then
    double worse;               // s: wires are bad until then
    double next_fault;
    bool calm; // nothing goes wrong any more
    lope_zone_ask late[MATCH_LATE];
    double late_at[MATCH_LATE];
    uint32_t late_count;
    uint64_t random, step;
    double now;
    uint8_t runs[MATCH_PLAYERS + 1][MATCH_TICKS];
    uint32_t run_ticks[MATCH_PLAYERS + 1][MATCH_TICKS];
    match_counts counts;
    zones_counts servers; // of those that are gone
};

// Opens a match: its players come at the start.
bool match_open(zones_match *m, const match_def *def);
void match_close(zones_match *m);
void match_run(zones_match *m, double seconds);
// Nothing goes wrong from now on: all servers are up, all links whole.
void match_calm(zones_match *m);

// What came of it, when all is calm: players that are nowhere, or at two servers; digests that differ; states beyond one
// for each client that began.
typedef struct match_end {
    uint32_t lost, doubled, checks, wrong, states, begun, lagging;
    zones_counts servers;
    uint64_t refused, lost_leases;
} match_end;
match_end match_ends(zones_match *m);

#endif
