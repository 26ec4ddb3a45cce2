// state_ring.c - packed states in a ring. Read first: state_ring.h.
#include "net/state_ring.h"

void lope_state_ring_add(lope_state_ring *ring, uint32_t tick, const lope_state *state)
{
    const uint32_t size = (uint32_t)lope_state_pack(state, NULL), at = (uint32_t)(ring->written % LOPE_STATE_RING_BYTES);
    // No state lies across the end.
    if (at + size > LOPE_STATE_RING_BYTES) ring->written += LOPE_STATE_RING_BYTES - at;
    ring->entries[tick % LOPE_NET_RING].at = ring->written;
    ring->entries[tick % LOPE_NET_RING].tick = tick;
    ring->entries[tick % LOPE_NET_RING].size = size;
    lope_state_pack(state, ring->bytes + ring->written % LOPE_STATE_RING_BYTES);
    ring->written += size;
}

bool lope_state_ring_get(const lope_state_ring *ring, uint32_t tick, lope_state *state)
{
    const uint64_t at = ring->entries[tick % LOPE_NET_RING].at;
    const uint32_t size = ring->entries[tick % LOPE_NET_RING].size;
    if (ring->entries[tick % LOPE_NET_RING].tick != tick || size == 0) return false;
    if (ring->written - at > LOPE_STATE_RING_BYTES) return false;
    return lope_state_unpack(state, ring->bytes + at % LOPE_STATE_RING_BYTES, size) == LOPE_OK;
}
