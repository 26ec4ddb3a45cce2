// told.c - what a transport has told a test. See told.h.
#define _POSIX_C_SOURCE 200809L

#include "told.h"

#include "../net/net_help.h"

#include <string.h>
#include <time.h>

void transport_listen(transport_told *told, lope_transport *transport, double now)
{
    uint8_t bytes[LOPE_NET_PACKET];
    lope_transport_event event;
    while (lope_transport_receive(transport, now, bytes, sizeof bytes, &event)) {
        told->opened += event.what == LOPE_TRANSPORT_OPENED;
        told->closed += event.what == LOPE_TRANSPORT_CLOSED;
        if (event.what == LOPE_TRANSPORT_REFUSED) told->refused[event.why]++;
        if (event.what == LOPE_TRANSPORT_OPENED) told->last_player = event.player;
        told->last_peer = event.peer;
        told->last_why = event.why;
        if (event.what != LOPE_TRANSPORT_PACKET) continue;
        told->packets++;
        told->last_size = event.size;
        memcpy(told->last, bytes, event.size);
    }
}

double transport_clock(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

lope_token transport_token(const uint8_t *master, uint32_t *tokens, uint64_t player, uint64_t server, int64_t seconds)
{
    lope_token token;
    const lope_token_claim claim = {.player = player,
                                    .server = server,
                                    .expiry = (uint64_t)((int64_t)time(NULL) + seconds),
                                    .random = {(uint8_t)*tokens, (uint8_t)(*tokens >> 8), 77}};
    (*tokens)++;
    assert_int_equal(lope_token_make(master, &claim, &token), LOPE_OK);
    return token;
}
