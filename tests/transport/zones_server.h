// zones_server.h - a server of the tests of many machines: a room of lope/net_server.h, the zones that it owns, and the
// players in them. It has no socket and no clock. Read first: zones_world.h, adapters/zones/lope_zones.h.
#ifndef LOPE_TESTS_ZONES_SERVER_H
#define LOPE_TESTS_ZONES_SERVER_H

#include "adapters/zones/lope_zones.h"
#include "zones_world.h"

#define ZONES_SEATS 24u
#define ZONES_RECORD_EVERY 6u // ticks

typedef struct zones_seat {
    uint64_t player; // 0: none
    lope_state state;
    lope_nearby *nearby;
} zones_seat;

// A player that waits for its record's tick, or that has gone over to another server.
typedef struct zones_wait {
    uint64_t player; // 0: none
    bool whole;
    uint32_t tick;
    uint8_t bytes[LOPE_NET_GIVE];
    size_t size;
} zones_wait;
typedef struct zones_gone {
    uint64_t player;
    double until;
} zones_gone;

typedef struct zones_counts {
    uint32_t taken, gap_most, gap_sum; // over a border; ticks that were run late
    uint32_t airborne, riding, moving; // of these
    uint32_t rescued, again_most;      // of owners that died; ticks that were run again
    uint32_t faults;                   // calls that must not fail and did
} zones_counts;

typedef struct zones_server {
    zones_view view;
    lope_zones *zones;
    lope_net_server *room;
    zones_seat seats[ZONES_SEATS]; // by seat
    zones_wait waits[ZONES_SEATS];
    zones_gone gone[ZONES_SEATS];
    uint32_t home;
    bool reckless; // it goes on with its players when its lease is over
    zones_counts counts;
    // To a player's client.
    void (*send)(void *context, uint64_t player, const void *bytes, size_t size);
    // A tick of a player was run.
    void (*ran)(void *context, uint64_t player, uint32_t tick);
    void *context;
} zones_server;

// Opens it. s->send, ran, context, home and reckless are set before. It wants its home, and stands by for the others.
bool zones_server_open(zones_server *s, const zones_world *world, const lope_zones_def *def, uint32_t tick);
void zones_server_close(zones_server *s);
// Runs the ticks that are due up to `tick`. now: s, of its clock; clock: s, for the lines of its clients.
void zones_server_run(zones_server *s, uint32_t tick, double now, double clock);
// Takes a packet of a player's client. A player that is nowhere joins where its place is ours.
void zones_server_receive(zones_server *s, uint64_t player, const void *bytes, size_t size, double clock);
// Takes a message of another server.
void zones_server_hear(zones_server *s, const void *bytes, size_t size, double now, double clock);
// Returns whether the room runs a player.
bool zones_server_runs(const zones_server *s, uint64_t player);

#endif
