// told.h - what a transport has told a test, and tokens for it: the same over datagrams and WebSocket.
#ifndef LOPE_TESTS_TOLD_H
#define LOPE_TESTS_TOLD_H

#include "adapters/transport/lope_transport.h"
#include "adapters/udp/lope_token.h"

#include <lope/net.h>

// Counts of a transport's events, and the last ones.
typedef struct transport_told {
    uint32_t opened, closed, packets, refused[LOPE_TRANSPORT_WHY_COUNT];
    uint32_t last_peer, last_why;
    uint64_t last_player;
    size_t last_size; // bytes, of the last packet
    uint8_t last[LOPE_NET_PACKET];
} transport_told;

// Reads all that a transport has to tell at a time (s).
void transport_listen(transport_told *told, lope_transport *transport, double now);

// Returns the machine's clock, s.
double transport_clock(void);

// Makes a token of a server's secret that counts for so many seconds. *tokens: how many were made, for each
// token is another one.
lope_token transport_token(const uint8_t *master, uint32_t *tokens, uint64_t player, uint64_t server, int64_t seconds);

#endif
