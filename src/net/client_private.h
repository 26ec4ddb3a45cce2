// client_private.h - what the files of the client share: saved moves, snapshots.
#ifndef LOPE_NET_CLIENT_PRIVATE_H
#define LOPE_NET_CLIENT_PRIVATE_H

#include "net/command_wire.h"
#include "net/lead.h"
#include "net/order.h"
#include "net/plan.h"
#include "net/ranges.h"
#include "net/rules.h"
#include "net/serial.h"
#include "net/sight.h"
#include "net/smooth.h"
#include "net/state_ring.h"
#include "net/told.h"
#include "net/view.h"
#include <lope/net_client.h>

#define LOPE_HELLOS 16u           // stamps of hellos
#define LOPE_LATES 64u            // of the last packets, for the jitter
#define LOPE_CLIENT_BYTES 131072u // of packed states, 512 a tick: a walker takes 304; a power of two

// A tick that was predicted.
typedef struct lope_saved_move {
    uint32_t tick;
    bool here;
    bool replaced;        // the server had no command
    lope_command own;     // what the player wished
    lope_command command; // what counts
    bool own_has_seen;    // the player's command names a snapshot: `own_seen`
    uint32_t own_seen;
    bool has_seen; // what counts names a snapshot: `seen`
    uint32_t seen;
    uint32_t run;    // ticks in a row up to this one without a command
    uint32_t digest; // of the state at its end, which is in client->states
    double sent;     // s: when it was sent first; negative: not yet
} lope_saved_move;

// Another character as of the client's tick.
typedef struct lope_shown {
    uint64_t body, base;     // body 0: it is not shown so
    lope_point before, feet; // at the ends of the tick before, and of the client's tick
    lope_vec3 velocity;
    float yaw, height;
    uint32_t mode;
    bool holds;
} lope_shown;

// A body that is shown in another way than the definition says.
typedef struct lope_showing_way {
    uint64_t body;
    uint32_t showing;
} lope_showing_way;

struct lope_net_client {
    lope_net_client_def def;
    lope_net_rules rules;
    uint64_t hash;
    lope_allocator allocator;
    lope_nearby *nearby;
    lope_report report;
    // ---- prediction
    lope_state state, before; // at the end of the last tick, and of the one before
    lope_lead lead;
    uint32_t behind; // ticks to be caught up
    uint32_t caught; // tick up to which ticks were caught up: there its queue tells nothing of the line
    bool is_caught;  // the server had a later command with its last packet
    lope_saved_move moves[LOPE_NET_RING];
    lope_state_ring states; // at the ends of these
    lope_state_entry state_entries[LOPE_NET_RING];
    uint8_t state_bytes[LOPE_CLIENT_BYTES];
    lope_orders orders;
    lope_plans plans;
    lope_told told;
    lope_smooth smooth;
    double now;
    // ---- the line
    uint32_t hellos;
    double hello_at[LOPE_HELLOS];
    uint32_t player;      // its number at the server
    uint32_t since;       // tick of the newest state taken over: ticks up to it are in it
    uint32_t got;         // tick of the newest command that the server has
    uint32_t packet_tick; // own tick with the last packet
    lope_ranges replaced; // ticks that the server ran without a command, before the client came to them
    uint32_t replaced_to; // the newest of them that `replaced` tells of
    double hello_time;    // s: when the last hello went out
    bool wish, has_agreed, has_heard;
    // ---- the others
    lope_snapshot snapshots[LOPE_VIEW_RING]; // in the order in which they came
    uint32_t snapshot_count;                 // that have come since the start
    double lates[LOPE_LATES];                // s: of packets beside the quickest
    uint32_t late_count;
    uint32_t epoch;  // tick from which moments are counted: of the first packet
    double quickest; // s: least of (time of arrival - time of the tick), forgotten slowly
    lope_reals reals;
    bool counts_reals; // the numbers of told places are those of the server
    bool lacks_reals;  // some before those of the newest packet have not come
    lope_sights sights;
    lope_shown shown[LOPE_NET_PROXIES]; // by slot
    lope_showing_way ways[LOPE_NET_PROXIES];
    uint32_t ways_count;
    lope_net_stats stats;
};

// Returns the saved move of a tick; NULL: there is none.
static inline lope_saved_move *lope_client_move(lope_net_client *client, uint32_t tick)
{
    lope_saved_move *move = &client->moves[tick % LOPE_NET_RING];
    return move->here && move->tick == tick ? move : NULL;
}

// Returns the snapshot of a tick; NULL: it is not kept.
static inline const lope_snapshot *lope_client_snapshot(const lope_net_client *client, uint32_t tick)
{
    for (uint32_t i = 0; i < LOPE_VIEW_RING; i++)
        if (client->snapshots[i].here && client->snapshots[i].tick == tick) return &client->snapshots[i];
    return NULL;
}

// What a packet tells of the others.
typedef struct lope_others_told {
    lope_snapshot snapshot;
    uint32_t first_real, real_count; // low bits of the number of the first told place
    bool goes_on;                    // those before the first one stand in other packets
    lope_real reals[LOPE_REALS_TOLD];
    bool cut; // not all told places are in it
} lope_others_told;

#endif
