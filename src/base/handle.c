// handle.c - the pool of handles with checked generations. See handle.h.
//
// The pool is one array of slots, with the free ones linked through it. The generation of a slot counts up at
// every acquire (to odd) and release (to even), so a handle fits exactly one life of its slot. After 2^31
// lives the count comes round to 0. Such a slot is never used again, because an old handle would fit it.
#include "base/handle.h"

#include "base/memory.h"

uint32_t lope_handle_pool_next(const lope_handle_pool *pool)
{
    return pool->first_free != 0 ? pool->first_free - 1 : pool->slot_count;
}

// Adds a free slot. Returns false when memory or indices are used up.
static bool add_slot(lope_handle_pool *pool, const lope_allocator *allocator)
{
    if (pool->slot_count >= UINT32_MAX - 1) return false;
    void *slots = pool->slots;
    if (!lope_grow(allocator, &slots, &pool->capacity, (size_t)pool->slot_count + 1, sizeof(lope_handle_slot))) return false;
    pool->slots = slots;
    pool->slots[pool->slot_count].generation = 0;
    pool->slots[pool->slot_count].next = 0;
    pool->slot_count += 1;
    pool->first_free = pool->slot_count;
    return true;
}

bool lope_handle_pool_acquire(lope_handle_pool *pool, const lope_allocator *allocator, lope_handle *handle)
{
    if (pool->first_free == 0 && !add_slot(pool, allocator)) return false;
    uint32_t index = pool->first_free - 1;
    lope_handle_slot *slot = &pool->slots[index];
    pool->first_free = slot->next;
    pool->live_count += 1;
    slot->generation += 1;
    slot->next = 0;
    handle->index = index;
    handle->generation = slot->generation;
    return true;
}

bool lope_handle_pool_release(lope_handle_pool *pool, lope_handle handle)
{
    if (!lope_handle_pool_valid(pool, handle)) return false;
    lope_handle_slot *slot = &pool->slots[handle.index];
    slot->generation += 1;
    pool->live_count -= 1;
    if (slot->generation == 0) return true; // used up: never free again
    slot->next = pool->first_free;
    pool->first_free = handle.index + 1;
    return true;
}

bool lope_handle_pool_live(const lope_handle_pool *pool, uint32_t index)
{
    return index < pool->slot_count && (pool->slots[index].generation & 1u) != 0;
}

bool lope_handle_pool_valid(const lope_handle_pool *pool, lope_handle handle)
{
    return lope_handle_pool_live(pool, handle.index) && pool->slots[handle.index].generation == handle.generation;
}

lope_handle lope_handle_pool_at(const lope_handle_pool *pool, uint32_t index)
{
    lope_handle handle = {0, 0};
    if (!lope_handle_pool_live(pool, index)) return handle;
    handle.index = index;
    handle.generation = pool->slots[index].generation;
    return handle;
}

void lope_handle_pool_free(lope_handle_pool *pool, const lope_allocator *allocator)
{
    lope_release(allocator, pool->slots, pool->capacity * sizeof(lope_handle_slot));
    lope_handle_pool empty = {0};
    *pool = empty;
}
