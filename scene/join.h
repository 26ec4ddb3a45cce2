// join.h - a client process of a network match, on the real clock. Read first: serve.h.
#ifndef LOPE_SCENE_JOIN_H
#define LOPE_SCENE_JOIN_H

#include "scenario.h"

#include "adapters/transport/lope_transport.h"

#include <lope/net_client.h>

typedef struct lope_scene_join_options {
    lope_transport *transport;      // stays the caller's
    double seconds;                 // s of play; 0: until it is stopped
    bool bot;                       // it wanders about; else it stands
    uint64_t seed;                  // of it
    float bound;                    // as the server's
    bool shows;                     // it tells those that watch the server what it predicts, with each packet
    bool (*goes_on)(void *context); // NULL: until the seconds are over
    void *context;
} lope_scene_join_options;

// What came of it.
typedef struct lope_scene_join_result {
    bool opened;                 // the transport let it in
    bool closed;                 // the server has parted, or was silent
    uint32_t why;                // lope_transport_why
    double seconds;              // s of play
    double opened_at, joined_at; // s since the start, until the transport was open; until there was a state
    uint64_t ticks, frames;
    double longest;    // s between two frames, at most: how long the program stood still
    double lead;       // ticks by which it was ahead of what it had heard, on the average
    double round_trip; // s, on the average
    bool current;      // it has agreed with the server in the last 2 s
    uint32_t others;   // other characters at the end
    double walked;     // m
    lope_net_stats net;
} lope_scene_join_result;

// Plays to the end. Returns false on a fault; a server that cannot be reached is none, but a result.
bool lope_scene_join(const lope_scenario *scenario, const lope_scene_join_options *options, lope_scene_join_result *result,
                     lope_scene_fault *fault);

#endif
