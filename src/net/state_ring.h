// state_ring.h - packed states of the last ticks in a ring of bytes: from which ticks are run again, and
// what a state on demand is a difference to.
//
// The memory is the owner's. Read next: state_ring.c.
#ifndef LOPE_NET_STATE_RING_H
#define LOPE_NET_STATE_RING_H

#include <lope/net.h>
#include <lope/state.h>

typedef struct lope_state_entry {
    uint32_t at; // bytes that had been written before it
    uint32_t tick;
    uint16_t size, room; // bytes of the state; that it may take where it lies
} lope_state_entry;

typedef struct lope_state_ring {
    uint32_t written;          // bytes, since the beginning
    uint32_t bytes_size;       // a power of two
    uint32_t count;            // of entries, a power of two
    lope_state_entry *entries; // by tick
    uint8_t *bytes;
} lope_state_ring;

// Adds the state of a tick, or writes over the one that is there. It pushes the oldest ones out.
void lope_state_ring_add(lope_state_ring *ring, uint32_t tick, const lope_state *state);
// Reads the state of a tick. Returns false when it is not there any more.
bool lope_state_ring_get(const lope_state_ring *ring, uint32_t tick, lope_state *state);

#endif
