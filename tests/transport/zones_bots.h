// zones_bots.h - the players of the test with processes: each has a connection to every server, and plays with the one that
// it hears of. Read first: zones_process.h.
#ifndef LOPE_TESTS_ZONES_BOTS_H
#define LOPE_TESTS_ZONES_BOTS_H

#include "zones_process.h"

typedef struct zones_bot {
    uint64_t player;
    const zones_world *world;
    const process_shared *shared;
    lope_transport *lines[ZONES]; // NULL: closed
    bool opened[ZONES];
    double again[ZONES], asked[ZONES]; // s: opened anew then; the last "are you there?"
    lope_net_client *net;
    zones_view view;
    uint32_t at; // the server that it plays with; ZONES: all are asked
    double heard;
    uint32_t begun, checks, wrong, states; // of clients before this one
} zones_bot;

bool zones_bot_open(zones_bot *bot, const zones_world *world, const process_shared *shared, uint64_t player);
void zones_bot_close(zones_bot *bot);
void zones_bot_frame(zones_bot *bot, double now);
// Returns whether it has heard of a server since then.
bool zones_bot_plays(const zones_bot *bot, double since);
// Adds what its clients have counted.
void zones_bot_count(const zones_bot *bot, uint32_t *begun, uint32_t *checks, uint32_t *wrong, uint32_t *states);

#endif
