// udp_post.h - datagrams between ends in one process, with addresses of their own: delayed, lost and doubled by
// a seed. What is sent can be looked at, and anything can be put in.
#ifndef LOPE_TESTS_UDP_POST_H
#define LOPE_TESTS_UDP_POST_H

#include "adapters/udp/lope_datagrams.h"
#include "adapters/udp/lope_udp.h"

#include "../net/net_help.h"

#define POST_ENDS 64u
#define POST_QUEUE 4096u

typedef struct post_letter {
    lope_address from, to;
    double due; // s
    size_t size;
    uint8_t bytes[LOPE_DATAGRAM];
} post_letter;

typedef struct post post;

typedef struct post_end {
    post *of;
    lope_address own;
} post_end;

struct post {
    uint64_t random;
    double loss, doubled, delay; // share, share, s
    post_letter *queue;
    uint32_t count, ends;
    post_end end[POST_ENDS];
    uint64_t sent, bytes;                                // datagrams, bytes that were given to it
    void (*tap)(void *context, const post_letter *sent); // sees each; NULL: none
    void *context;
};

void post_open(post *p, uint64_t seed);
void post_close(post *p);
// Makes an end with an address of its own.
lope_datagrams post_make_end(post *p, lope_address *own);
// Puts a datagram in, to be received at once.
void post_put(post *p, const lope_address *from, const lope_address *to, const void *bytes, size_t size);

// A server and its clients over a post, on the machine's clock.
typedef struct udp_game {
    post p;
    lope_transport *server;
    lope_address address; // of the server
    uint8_t master[LOPE_TOKEN_SECRET];
    double start, skipped; // s: of the clock; that were skipped
    uint32_t tokens;       // that were made
    // What the server was told.
    uint32_t opened, closed, refused[LOPE_TRANSPORT_WHY_COUNT], packets;
    uint32_t last_peer, last_why;
    uint64_t last_player;
    size_t last_size;
    uint8_t last[LOPE_NET_PACKET];
} udp_game;

// What a client was told.
typedef struct udp_guest {
    lope_transport *transport;
    lope_address address;
    uint32_t opened, closed, why, packets;
    size_t last_size;
    uint8_t last[LOPE_NET_PACKET];
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
