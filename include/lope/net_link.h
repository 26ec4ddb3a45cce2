// net_link.h - a line between two ends in one process, on a virtual clock: it delays, loses, doubles and
// reorders packets as its seed says. For tests, and for games that play on a bad line while they are made.
//
// Plain data; the memory is the caller's. One thread at a time. Read first: net.h.
#ifndef LOPE_NET_LINK_H
#define LOPE_NET_LINK_H

#include <lope/net.h>

#ifdef __cplusplus
extern "C" {
#endif

#define LOPE_NET_LINK_PACKETS 64 // on the way at a time; more are lost

// What a line does to what is sent over it, one way.
typedef struct lope_net_link_profile {
    double delay;         // s, one way
    double jitter;        // s: the delay is spread evenly by so much either way
    double loss;          // share of packets that are lost, 0 to 0.99
    double burst;         // chance that the packet after a lost one is lost too; 0: each by itself
    double doubled;       // share of packets that come twice
    double silence;       // s for which nothing comes through, once every `silence_every` s
    double silence_every; // s; 0: never
} lope_net_link_profile;

// One direction of a line. Begin it with lope_net_link_begin.
typedef struct lope_net_link {
    lope_net_link_profile profile;
    uint64_t random; // private, as the rest
    uint32_t lost_before;
    uint32_t count;
    uint64_t sent, lost, bytes; // packets, packets, bytes that were given to it
    double due[LOPE_NET_LINK_PACKETS];
    uint16_t sizes[LOPE_NET_LINK_PACKETS];
    uint8_t packets[LOPE_NET_LINK_PACKETS][LOPE_NET_PACKET];
} lope_net_link;

// Begins a line. The same seed does the same to the same packets, on every machine.
LOPE_API void lope_net_link_begin(lope_net_link *link, const lope_net_link_profile *profile, uint64_t seed);
// Sends a packet at `now` (s). Packets longer than LOPE_NET_PACKET are lost.
LOPE_API void lope_net_link_send(lope_net_link *link, const void *bytes, size_t size, double now);
// Takes the next packet that has come by `now`, in order of arrival. Returns its size; 0: there is none.
// bytes: room for LOPE_NET_PACKET.
LOPE_API size_t lope_net_link_receive(lope_net_link *link, void *bytes, double now);

#ifdef __cplusplus
}
#endif
#endif
