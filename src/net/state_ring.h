// state_ring.h - packed states of the last ticks in a ring of bytes: what a state on demand is a difference
// to.
#ifndef LOPE_NET_STATE_RING_H
#define LOPE_NET_STATE_RING_H

#include <lope/net.h>
#include <lope/state.h>

#define LOPE_STATE_RING_BYTES 24576u // 80 ticks of a walker

typedef struct lope_state_ring {
    uint64_t written; // bytes, since the beginning
    struct {
        uint64_t at; // of `written`
        uint32_t tick, size;
    } entries[LOPE_NET_RING];
    uint8_t bytes[LOPE_STATE_RING_BYTES];
} lope_state_ring;

// Adds the state of a tick. It pushes the oldest ones out.
void lope_state_ring_add(lope_state_ring *ring, uint32_t tick, const lope_state *state);
// Reads the state of a tick. Returns false when it is not there any more.
bool lope_state_ring_get(const lope_state_ring *ring, uint32_t tick, lope_state *state);

#endif
