// sim_net.h - datagrams between ends in one process, with addresses of their own: delayed, lost, doubled and
// reordered by a seed. What is sent can be looked at, and anything can be put in.
#ifndef LOPE_TESTS_SIM_NET_H
#define LOPE_TESTS_SIM_NET_H

#include "adapters/transport/lope_datagrams.h"
#include "adapters/udp/lope_udp.h"

#include "../net/net_help.h"
#include "told.h"

#define SIM_NET_ENDS 64u
#define SIM_NET_QUEUE 4096u
#define SIM_TALK 256u // datagrams that are overheard

typedef struct sim_datagram {
    lope_address from, to;
    double due; // s
    size_t size;
    uint8_t bytes[LOPE_DATAGRAM];
} sim_datagram;

typedef struct sim_net sim_net;

typedef struct sim_net_end {
    sim_net *of;
    lope_address own;
} sim_net_end;

struct sim_net {
    uint64_t random;
    double loss, doubled, delay; // share, share, s
    double jitter;               // s: what is added to the delay, at most; so datagrams pass each other
    sim_datagram *queue;
    uint32_t count, ends;
    sim_net_end end[SIM_NET_ENDS];
    uint64_t sent, bytes;                                 // datagrams, bytes that were given to it
    void (*tap)(void *context, const sim_datagram *sent); // sees each; NULL: none
    void *context;
};

void sim_net_open(sim_net *p, uint64_t seed);
void sim_net_close(sim_net *p);
// Makes an end with an address of its own.
lope_datagrams sim_net_make_end(sim_net *p, lope_address *own);
// Puts a datagram in, to be received at once.
void sim_net_put(sim_net *p, const lope_address *from, const lope_address *to, const void *bytes, size_t size);

// What was overheard on a sim_net.
typedef struct sim_talk {
    sim_datagram list[SIM_TALK];
    uint32_t count;
} sim_talk;

// Overhears all that is sent from now on, as long as there is room.
void sim_talk_begin(sim_talk *talk, sim_net *p);
// Takes one that was overheard, at random, with up to `flips` bits changed, and now and then cut short. Returns its
// size in bytes. Something must have been overheard.
size_t sim_talk_changed(const sim_talk *talk, uint64_t *seed, uint32_t flips, uint8_t bytes[LOPE_DATAGRAM]);

// A server and its clients over a sim_net, on the machine's clock.
typedef struct udp_game {
    sim_net p;
    lope_transport *server;
    lope_address address; // of the server
    uint8_t master[LOPE_TOKEN_SECRET];
    double start, skipped; // s: of the clock; that were skipped
    uint32_t tokens;       // that were made
    transport_told told;   // the server
} udp_game;

// A client.
typedef struct udp_guest {
    lope_transport *transport;
    lope_address address;
    transport_told told;
} udp_guest;

// peers: of the server, number 5.
void udp_game_open(udp_game *g, uint32_t peers, uint64_t seed);
void udp_game_close(udp_game *g);
// Returns the time, s, of the clock and what was skipped.
double udp_game_now(const udp_game *g);
// Makes a token for the server `server` that counts for so many seconds.
lope_token udp_game_token(udp_game *g, uint64_t player, uint64_t server, int64_t seconds);
void udp_game_join(udp_game *g, udp_guest *guest, const lope_token *token);
// Lets the server read all that has come, and the guests.
void udp_game_look(udp_game *g, udp_guest *guests, uint32_t count);
// The same over and over until all guests were opened or closed, or so many seconds are over.
void udp_game_settle(udp_game *g, udp_guest *guests, uint32_t count, double seconds);

#endif
