// state_ring.c - packed states in a ring. Read first: state_ring.h.
#include "net/state_ring.h"

// Returns the entry of a tick; NULL: its state is not there any more.
static lope_state_entry *find_entry(const lope_state_ring *ring, uint32_t tick)
{
    lope_state_entry *entry = &ring->entries[tick % ring->count];
    return entry->tick == tick && entry->size != 0 && ring->written - entry->at <= ring->bytes_size ? entry : NULL;
}

// Takes room for a state, which does not lie across the ring's end.
static lope_state_entry *take_room(lope_state_ring *ring, uint32_t tick, uint32_t size)
{
    const uint32_t left = ring->bytes_size - ring->written % ring->bytes_size;
    if (size > left) ring->written += left;
    lope_state_entry *entry = &ring->entries[tick % ring->count];
    *entry = (lope_state_entry){.at = ring->written, .tick = tick, .room = (uint16_t)size};
    ring->written += size;
    return entry;
}

void lope_state_ring_add(lope_state_ring *ring, uint32_t tick, const lope_state *state)
{
    const uint32_t size = (uint32_t)lope_state_pack(state, NULL);
    lope_state_entry *entry = find_entry(ring, tick);
    if (entry == NULL || entry->room < size) entry = take_room(ring, tick, size);
    entry->size = (uint16_t)size;
    lope_state_pack(state, ring->bytes + entry->at % ring->bytes_size);
}

bool lope_state_ring_get(const lope_state_ring *ring, uint32_t tick, lope_state *state)
{
    const lope_state_entry *entry = find_entry(ring, tick);
    return entry != NULL && lope_state_unpack(state, ring->bytes + entry->at % ring->bytes_size, entry->size) == LOPE_OK;
}
