// server_private.h - what the files of the server share: seats, snapshots.
#ifndef LOPE_NET_SERVER_PRIVATE_H
#define LOPE_NET_SERVER_PRIVATE_H

#include "net/entry_cache.h"
#include "net/order.h"
#include "net/plan.h"
#include "net/ranges.h"
#include "net/rules.h"
#include "net/serial.h"
#include "net/sight.h"
#include "net/state_ring.h"
#include "net/view.h"
#include <lope/net_arrival.h>
#include <lope/net_server.h>

#define LOPE_PLAYERS_MOST 4096u
#define LOPE_SNAPSHOTS 64u       // ticks of which the places of all are kept; a power of two
#define LOPE_COMMANDS 32u        // that are kept: of ticks to come, at most LOPE_NET_AHEAD; a power of two
#define LOPE_SERVER_STATES 64u   // packed states of a seat, at most; a power of two
#define LOPE_SERVER_BYTES 16384u // that they take, at most: those of 54 ticks of a walker; a power of two
#define LOPE_NO_STAMP 16u        // no hello has come
#define LOPE_UNYIELDING_MOST 16u // others in touch with a player that never give way to it in a tick

// A place for a player. Ticks are those of the server.
typedef struct lope_net_seat {
    bool used;
    uint64_t body;
    uint32_t number;  // of the player at its client: of the seat in which it joined
    uint32_t left;    // tick in which it was left
    lope_state state; // at the end of tick `time`
    uint32_t time;    // tick of its character: the server's, but for LOPE_NET_ON_ARRIVAL
    bool running;     // that tick has begun and its state is awaited
    bool asked;       // lope_net_server_next has been asked in this tick
    lope_net_arrival arrival;
    // ---- commands
    lope_command commands[LOPE_COMMANDS]; // that have come; `tick` tells which
    uint32_t names[LOPE_COMMANDS];        // 1 + the snapshot that each names; 0: none
    bool came[LOPE_COMMANDS];
    lope_command command; // that the tick uses
    bool has_seen;        // it names a snapshot: `seen`
    uint32_t seen;
    uint32_t run;    // ticks in a row up to this one without a command
    uint32_t newest; // tick of the newest command
    lope_ranges replaced;
    bool commanded; // a command has come since the client began
    int32_t least;  // depth of the queue since the last packet that was sent: of ticks since then
    // ---- what the client has
    uint32_t digest; // of `state`
    lope_state_ring states;
    bool joined; // it has a state
    bool timely; // a command has come in time since, the first one that of tick `first`
    uint32_t first;
    uint32_t since;        // tick with which it joined
    uint32_t heard;        // tick of the newest packet that it has
    uint32_t agreed;       // tick of which it had the same digest; valid with has_agreed
    bool has_agreed, wish; // wish: it wants a state
    uint32_t stated;       // tick of the last state that was sent
    uint32_t stamp;        // of its last hello; LOPE_NO_STAMP: none
    bool mismatch;
    uint32_t sent[LOPE_NET_RING]; // 1 + tick of packets that were sent
    lope_orders orders;
    uint32_t orders_acked, plans_acked;
    lope_order order; // of the tick: requests are pointed to here
    lope_net_view view;
    lope_sights sights; // the others of tick `sight_tick`
    uint32_t sight_tick;
    // ---- in a tick
    uint32_t ended;  // tick that it has run, as lope_net_server_moved told
    uint32_t turn;   // in which it did so, from 1 in each tick
    uint32_t agains; // times that it has run the tick again
    bool entered;    // another one may have come into it since
    lope_proxy end;  // where it ended
    lope_point end_feet;
    uint32_t unyielding_count, unyielding[LOPE_UNYIELDING_MOST]; // players that have come into it
    lope_reals reals;
    uint32_t reals_acked;             // number of the newest one that the client has
    uint32_t reals_next;              // with which the next packet goes on
    bool reals_go_on;                 // the last packet had no room for all: `reals_next` counts
    uint16_t reals_in[LOPE_NET_RING]; // low bits of the number up to which they were in a tick's packet
    // ---- the line
    uint32_t view_back; // parts of a tick before its command that the client shows others at
    float line;         // ticks: least age of the newest packet that it has, forgotten slowly
    bool measured;      // `line` counts
    bool trusted;
    double tokens, heard_at;
    bool timed;
    lope_net_seat_stats stats;
} lope_net_seat;

// Where the character of a seat was at the end of a tick.
typedef struct lope_place {
    uint64_t body;
    lope_proxy proxy;
} lope_place;

// Everyone's places at the end of a tick.
typedef struct lope_places {
    uint32_t tick;
    bool here;
} lope_places;

struct lope_net_server {
    lope_net_server_def def;
    lope_net_rules rules;
    uint64_t hash;
    lope_allocator allocator;
    uint32_t tick;
    bool in_tick;
    uint32_t turns; // players that have run their tick
    lope_plans plans;
    lope_net_seat *seats;
    lope_places places[LOPE_SNAPSHOTS];
    lope_place *at;                  // LOPE_SNAPSHOTS times players
    lope_entry *entries;             // LOPE_ENTRIES times players
    lope_state_entry *state_entries; // LOPE_SERVER_STATES times players
    uint8_t *state_bytes;            // LOPE_SERVER_BYTES times players
};

// Returns the seat of a player; NULL: there is none.
static inline lope_net_seat *lope_server_seat(const lope_net_server *server, uint32_t player)
{
    if (server == NULL || player >= server->def.players || !server->seats[player].used) return NULL;
    return &server->seats[player];
}

// Returns a tick up to which the client knows its character's ticks: it has a packet of the server's tick
// `heard`, in which the character was at most a quarter of a second behind.
static inline uint32_t lope_server_told(const lope_net_server *server, const lope_net_seat *seat)
{
    return lope_rules_on_arrival(&server->rules) ? seat->heard - server->rules.tick_rate / 4 - 1 : seat->heard;
}

// Returns a player's place at the end of a tick; NULL: it is not known any more. Its body tells whether it
// was another character that had the seat then.
static inline lope_place *lope_server_place(const lope_net_server *server, uint32_t player, uint32_t tick)
{
    const uint32_t i = tick % LOPE_SNAPSHOTS;
    if (!server->places[i].here || server->places[i].tick != tick) return NULL;
    return &server->at[(size_t)i * server->def.players + player];
}

// Returns what a client knows of a slot after a packet, and as of which tick; NULL: nothing that is kept.
static inline const lope_place *lope_server_known(const lope_net_server *server, const lope_view_packet *packet, uint32_t slot,
                                                  uint32_t *tick)
{
    if (packet->players[slot] == 0 || packet->ages[slot] == LOPE_VIEW_OLD) return NULL;
    *tick = packet->tick - packet->ages[slot];
    const lope_place *place = lope_server_place(server, packet->players[slot] - 1u, *tick);
    return place != NULL && place->body != 0 ? place : NULL;
}

#endif
