// server_packet.h - what a server tells a client in a packet, but for the other characters: written by the
// server, read by the client.
#ifndef LOPE_NET_SERVER_PACKET_H
#define LOPE_NET_SERVER_PACKET_H

#include "net/bits.h"
#include "net/order.h"
#include "net/plan.h"
#include "net/proxy_wire.h"
#include "net/ranges.h"

#define LOPE_LEAST_NONE 31

typedef struct lope_server_packet {
    bool mismatch;    // other rules: nothing else is in it
    bool whole;       // the tick stands in full, and the stamp with it: for a client without a state
    uint32_t tick;    // that is over
    uint32_t done;    // tick up to which the client's character has run: `tick`, but for LOPE_NET_ON_ARRIVAL
    uint32_t stamp;   // of the newest hello; only in a whole one
    uint32_t player;  // the client's number; only in a whole one
    int32_t least;    // depth of the client's queue, -31 to 30; LOPE_LEAST_NONE: no command has come yet
    bool has_newest;  // a command has come
    uint32_t newest;  // tick of the newest one
    uint32_t digest;  // of the state at the end of `done`
    lope_proxy own;   // the place at the end of `done`, where the rules have a tolerance
    uint32_t covered; // ticks up to `done` of which `replaced` tells, less than LOPE_NET_RING
    lope_ranges replaced;
    uint32_t first_order, order_count; // numbers: those that follow stand in the packet
    uint32_t newest_order;             // that counts for ticks up to `done`, or was given
    bool has_state;
    bool has_base;        // the state is a difference to that of tick `base`
    uint32_t base;        // a tick
    lope_command command; // of the state's tick, with `run` for those that follow without one
    uint32_t run;
    bool has_seen; // the command names a snapshot: `seen`
    uint32_t seen;
    uint32_t orders_before; // number of the last order that the server takes for known
    uint32_t forbidden;     // by standing orders, in the state's tick
    bool has_view_base;     // the others are a difference to the packet of tick `view_base`
    uint32_t view_base;
} lope_server_packet;

// Passes the head, up to the orders. near: a tick within 32,767 of the packet's, where it is not whole.
void lope_server_packet_pass(lope_bits *bits, lope_server_packet *packet, uint32_t near, const lope_net_rules *rules);
// Passes what stands around a state, and the tick that the others are a difference to.
void lope_server_packet_pass_state(lope_bits *bits, lope_server_packet *packet);
void lope_server_packet_pass_view(lope_bits *bits, lope_server_packet *packet);

#endif
