// netcode_game.h - a netcode server and its clients over a sim_net, on a clock of their own.
#ifndef LOPE_TESTS_NETCODE_GAME_H
#define LOPE_TESTS_NETCODE_GAME_H

#include "adapters/netcode/lope_netcode.h"
#include "adapters/netcode/packet.h"

#include "sim_net.h"

#define NETCODE_PROTOCOL UINT64_C(0x1122334455667788)
#define NETCODE_STEP 0.02 // s

typedef struct netcode_game {
    sim_net p;
    lope_transport *server; // NULL: none, or the reference's
    lope_address address;   // of the server
    uint8_t key[LOPE_NETCODE_KEY];
    double now; // s
    transport_told told;
} netcode_game;

// A client.
typedef struct netcode_guest {
    lope_transport *transport;
    lope_address address;
    transport_told told;
} netcode_guest;

// Opens a sim_net with a server's address; peers: of a server at it, 0: none.
void netcode_game_open(netcode_game *g, uint32_t peers, uint64_t seed);
void netcode_game_close(netcode_game *g);
// Returns a claim for the server: good for 60 s, with a timeout of 2 s.
lope_netcode_claim netcode_game_claim(const netcode_game *g, uint64_t player);
// Makes a token of a claim, and a client with it.
void netcode_game_join(netcode_game *g, netcode_guest *guest, const lope_netcode_claim *claim);
// The same with a token.
void netcode_game_join_by(netcode_game *g, netcode_guest *guest, const uint8_t *token);
// Puts a request of a claim in. key: that its token is made with.
void netcode_game_request(netcode_game *g, const lope_netcode_claim *claim, const uint8_t *key, const lope_address *from);
// Lets the server and the guests receive, for so many s.
void netcode_game_play(netcode_game *g, netcode_guest *guests, uint32_t count, double seconds);

#endif
