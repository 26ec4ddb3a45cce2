// client_packet.h - what a client tells in a packet, beside its commands: written by the client, read by the
// server.
#ifndef LOPE_NET_CLIENT_PACKET_H
#define LOPE_NET_CLIENT_PACKET_H

#include "net/bits.h"
#include "net/command_wire.h"
#include "net/real.h"
#include <lope/net.h>

#define LOPE_VIEW_PARTS 8u   // of a tick
#define LOPE_VIEW_MOST 1023u // parts: a view that is older is said to be so old

typedef struct lope_client_packet {
    bool hello;     // it has no state yet: rules and stamp count
    uint64_t rules; // lope_net_rules_hash
    uint32_t stamp; // number of the hello, 0 to 15: for the first round trip
    bool has_heard; // heard counts
    uint32_t heard; // tick of the newest packet that it has
    bool has_agreed;
    uint32_t agreed; // newest tick of equal digests, at or before `heard`
    // Where it does not agree as of `heard`: told places are missing that stand before those of that packet.
    bool lacks;
    uint32_t reals;                         // low bits of the number up to which it has all; with `lacks`
    bool wish;                              // its digest differs though it knew all: it wants a state
    uint32_t orders;                        // low 8 bits of the number of the newest order that it has
    uint32_t plans;                         // low 8 bits of the newest revision of the plans that it has
    uint32_t view;                          // parts of a tick: how far back others are shown; 0: none
    uint32_t newest;                        // tick of the last command
    uint32_t count;                         // of commands
    lope_command commands[LOPE_NET_COPIES]; // oldest first
    bool names;                             // the commands name snapshots
    uint32_t seen[LOPE_NET_COPIES];         // ticks of these, not after `heard`
} lope_client_packet;

// Passes a packet. near: a tick within 32,767 of all of its ticks. Reading: the commands' ticks are filled
// in.
void lope_client_packet_pass(lope_bits *bits, lope_client_packet *packet, uint32_t near);

#endif
