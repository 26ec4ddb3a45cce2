// handle.h - names for things that come and go: an index into the owner's arrays and a generation that tells a reused
// place from the thing that was there before. Levels name bodies so, worlds name characters.
//
// The pool holds only the names; what they stand for lies in arrays of the owner, indexed by `handle.index`. Before it
// acquires, the owner makes room in those arrays for lope_handle_pool_next() + 1 elements, so that a failure leaves
// nothing half done. Places are reused last released first, so equal sequences of calls give equal handles everywhere.
#ifndef LOPE_BASE_HANDLE_H
#define LOPE_BASE_HANDLE_H

#include <lope/base.h>

// All zero is nobody's handle: a live generation is odd.
typedef struct lope_handle {
    uint32_t index, generation;
} lope_handle;

typedef struct lope_handle_slot {
    uint32_t generation; // odd: live, even: free; 0 in a slot that has used up all its generations
    uint32_t next;       // free slots only: 1 + index of the free slot to take after this one, 0 at the end
} lope_handle_slot;

// All zero is an empty pool.
typedef struct lope_handle_pool {
    lope_handle_slot *slots;
    size_t capacity;
    uint32_t slot_count; // slots ever used: every index is below it
    uint32_t live_count;
    uint32_t first_free; // 1 + index, 0: none
} lope_handle_pool;

// The index that the next acquire will give.
uint32_t lope_handle_pool_next(const lope_handle_pool *pool);

// False when out of memory (or of indices); nothing changed then.
bool lope_handle_pool_acquire(lope_handle_pool *pool, const lope_allocator *allocator, lope_handle *handle);

// False, and nothing done, when the handle is stale or was never given out.
bool lope_handle_pool_release(lope_handle_pool *pool, lope_handle handle);

bool lope_handle_pool_valid(const lope_handle_pool *pool, lope_handle handle);

// Walking over all: for (i = 0; i < pool.slot_count; ++i) if (lope_handle_pool_live(&pool, i)) ...
bool lope_handle_pool_live(const lope_handle_pool *pool, uint32_t index);

// The present handle of a live index; all zero for a free one.
lope_handle lope_handle_pool_at(const lope_handle_pool *pool, uint32_t index);

// Gives back the memory; the pool is empty afterwards.
void lope_handle_pool_free(lope_handle_pool *pool, const lope_allocator *allocator);

#endif
