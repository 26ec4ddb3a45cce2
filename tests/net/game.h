// game.h - a small networked game on a virtual clock: a floor, a platform that slides, one that lifts and one
// that turns, a server and clients that come and go. Tests look on by hooks. It needs no cmocka: the fuzzer
// plays it too.
#ifndef LOPE_TESTS_NET_GAME_H
#define LOPE_TESTS_NET_GAME_H

#include <lope/level_view.h>
#include <lope/lope.h>
#include <lope/net_client.h>
#include <lope/net_link.h>
#include <lope/net_server.h>

#define GAME_SEATS 8u
#define GAME_STEPS 480.0 // of the clock, a second
#define GAME_BODY 1000u  // id of the character that came first, for the others
#define GAME_SLIDE 11u
#define GAME_LIFT 12u
#define GAME_TURN 13u

typedef struct game game;

// A client and its lines.
typedef struct game_client {
    game *in;
    lope_net_client *net; // NULL: there is none
    lope_net_link up, down;
    uint32_t seat;
    double time, clock; // s, of its own; its pace
    uint32_t frame;     // steps from one of its frames to the next, 0: 4
    bool mute;          // it does not send
    double cost;        // s of `cpu` that the server took to read its packets and to write those to it
    lope_command wish;
    lope_nearby *nearby; // of the server's character
    lope_state state;    // at the server
    lope_body_place places[3];
    lope_level_view view;
    lope_surroundings around;
} game_client;

typedef struct game_hooks {
    void (*before_tick)(game *g, uint32_t tick);                                        // of the server
    void (*reported)(game *g, uint32_t seat, uint32_t tick, const lope_report *report); // by the server's tick
    void (*sends)(game *g, uint32_t seat, uint8_t *bytes, size_t size);                 // the server, to a seat
    // A client's packet before it goes; returns its size, 0: it does not go.
    size_t (*cheats)(game *g, uint32_t seat, uint8_t *bytes, size_t size);
    void (*frame)(game *g, uint32_t seat);              // of a client, after its advance
    void (*wishes)(game *g, uint32_t seat, double now); // sets clients[seat].wish
} game_hooks;

struct game {
    lope_level *level;
    lope_body movers[3];
    lope_moveset moveset;
    lope_net_rules rules;
    lope_net_server *server;
    game_client clients[GAME_SEATS]; // by seat
    lope_net_link_profile line;
    uint64_t seed, step;
    uint32_t bodies; // that have come
    double now, next;
    game_hooks hooks;
    double (*cpu)(void); // s of the thread; NULL: costs are not measured
    void *context;
    lope_allocator client_memory;
    uint32_t showing;   // of clients that come: a lope_net_showing
    game_client around; // of the server
    char fault[128];    // what went wrong first; empty: nothing
};

// Opens a game. def: its rules' mover, content and context, and moveset, are filled in.
bool game_open(game *g, const lope_net_server_def *def, const lope_net_link_profile *line, uint64_t seed);
void game_close(game *g);

// A character comes, with a client. Returns its seat.
uint32_t game_join(game *g, lope_point feet);
// It goes.
void game_leave(game *g, uint32_t seat);
// A client that begins anew for a character that is there: its program was started again.
bool game_restart(game *g, uint32_t seat);
// The server reads a packet as one of a seat.
void game_receive(game *g, uint32_t seat, const uint8_t *bytes, size_t size);
// Lets time pass.
void game_run(game *g, double seconds);

// Where a platform is.
bool game_mover(void *context, uint64_t body, uint32_t plan, uint32_t ticks, lope_transform *pose);
// A random wish, for hooks.wishes.
void game_wander(game *g, uint32_t seat, double now);

#endif
