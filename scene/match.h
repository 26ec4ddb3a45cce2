// match.h - a network match on a virtual clock: a server and its players in one process, over seeded lines.
//
// The scenario gives the level, what moves in it, and the kind of character. The players are wanderers with
// a mouse that turns in every tick. All is decided by the seed: the same match ends with the same hash on
// every machine. Read next: match.c.
#ifndef LOPE_SCENE_MATCH_H
#define LOPE_SCENE_MATCH_H

#include "scenario.h"

#include <lope/net_client.h>
#include <lope/net_link.h>
#include <lope/net_server.h>

typedef struct lope_scene_match_options {
    uint32_t clients;           // 1 to 64
    double seconds;             // of play
    lope_net_link_profile line; // one way, both ways alike
    uint64_t seed;
    float bound;     // the rules' contact_bound, where the scenario's first character meets characters
    double launches; // orders by the server a player-second: launches, teleports, layers, what is forbidden
    bool jostles;    // they press toward one point that goes round, and jump; else they wander
    double clock;    // of the first client beside the others': 1
    uint32_t tick_rate, send_every, copies;        // 0: the rules' defaults
    void (*progress)(void *context, double share); // NULL: none
    void *context;
} lope_scene_match_options;

// What came of it. Sums over all clients.
typedef struct lope_scene_match_result {
    uint64_t ticks;                          // client-ticks that the server ran after joining
    uint64_t digests_checked, digests_wrong; // in acknowledgements
    uint64_t states_sent, joins;             // states without those of joins
    uint64_t replaced;                       // ticks without a command
    uint64_t healed, rerun_ticks;            // corrections by inputs; ticks run again
    uint64_t orders, undone;                 // given; events that were told and did not happen
    uint64_t refused;                        // packets
    double up_bits, down_bits;               // a client-second, with 57 bytes of IP, UDP and DTLS a packet
    double proxy_bits, idle_bits;            // a moving character told, and one that stands
    double offset_p50, offset_p95;           // m, by which a correction moved the own character
    uint64_t jumps, far_jumps;               // corrections that moved it; of these by more than 0.24 m
    uint64_t told;                           // true places of others, where a belief was too far off
    double overlap_max;                      // m, of two characters
    uint64_t touching, overlapping;          // pair-ticks in touch; of these deeper than 0.25 m
    double proxy_p50, proxy_p95;             // m, of others as shown from where they were
    double client_us, server_us;             // thread time: a client's tick, reruns included; a player-tick of the server
    double rerun_us;                         // a tick run again
    double network_us;                       // of the server: reading and writing, a player-tick
    double distance_first;                   // m, that the first client's character walked
    uint32_t all_equal;                      // clients that have agreed with the server in the last 2 s
    uint64_t hash;
} lope_scene_match_result;

// Plays a match. Returns false on a fault.
bool lope_scene_match_play(const lope_scenario *scenario, const lope_scene_match_options *options,
                           lope_scene_match_result *result, lope_scene_fault *fault);

#endif
