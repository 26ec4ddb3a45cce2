// view.h - which other characters one client has been told of, and as of which tick: the server's memory of
// what a packet may be a difference to.
//
// A character that a viewer is told of has a slot, for as long as its weight is above 0. A packet names
// slots. For each packet of the last LOPE_VIEW_RING ticks the view notes of each slot the body and the tick
// of what the client then knows of it, when it has that packet and the one that it was a difference to. Read
// next: view.c.
#ifndef LOPE_NET_VIEW_H
#define LOPE_NET_VIEW_H

#include "net/proxy_wire.h"

#define LOPE_VIEW_RING 64u // ticks; a power of two

#define LOPE_VIEW_OLD UINT8_MAX // an age of so many ticks or more

// What the client knows after a packet.
typedef struct lope_view_packet {
    uint32_t tick; // of the packet; the ring's place alone does not tell
    bool sent;
    uint8_t base_age;                   // ticks since the packet that it was a difference to; 0: none
    uint16_t players[LOPE_NET_PROXIES]; // 1 + the seat; 0: the slot is free
    uint8_t ages[LOPE_NET_PROXIES];     // ticks of what is known of each
} lope_view_packet;

typedef struct lope_net_view {
    uint16_t players[LOPE_NET_PROXIES]; // 1 + the seat that has the slot; 0: free
    uint64_t bodies[LOPE_NET_PROXIES];
    float owed[LOPE_NET_PROXIES]; // weight that has gathered since the slot was in a packet
    uint32_t count;               // slots up to the last one in use
    lope_view_packet ring[LOPE_VIEW_RING];
} lope_net_view;

// Gives a player a slot, or finds the one that it has. Returns it; LOPE_NET_NONE: all are taken.
uint32_t lope_view_take(lope_net_view *view, uint32_t player, uint64_t body);
// Frees the slot of a player, if it has one.
void lope_view_drop(lope_net_view *view, uint32_t player);

// Returns what the client knows after the packet of a tick; NULL: none was sent in it.
const lope_view_packet *lope_view_at(const lope_net_view *view, uint32_t tick);

// Notes a packet: all that is known after `base` (NULL: nothing). Returns it, for what is new in it to be
// filled in.
lope_view_packet *lope_view_note(lope_net_view *view, uint32_t tick, const lope_view_packet *base);

// ---- the client's side

// What is known of one slot.
typedef struct lope_sight {
    uint64_t body; // 0: nothing
    uint32_t tick; // of the proxy
    lope_proxy proxy;
    lope_proxy_change change; // up to it
} lope_sight;

// What is known after one packet.
typedef struct lope_snapshot {
    uint32_t tick;
    bool here;
    double time; // s: when it came
    lope_sight sights[LOPE_NET_PROXIES];
} lope_snapshot;

// Passes the head of an entry: its slot, in a bit where it is the next after the one before (LOPE_NET_NONE
// before the first).
// Returns LOPE_NET_NONE at the list's end, which is written by passing it.
uint32_t lope_view_slot_pass(lope_bits *bits, uint32_t slot, uint32_t before);
// Passes the body that has the slot, where it is not that of the packet before: `same` is read or written.
void lope_view_body_pass(lope_bits *bits, uint64_t *body, bool *same);

#endif
