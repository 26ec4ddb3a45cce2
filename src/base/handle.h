// handle.h - names for things that come and go. Levels name bodies by handles, worlds name characters.
//
// A handle is an index into arrays of the owner, and a generation that tells a reused place from the thing
// that was there before. The pool holds only the names. What they stand for lies in arrays of the owner,
// indexed by `handle.index`. Before it acquires a handle, the owner makes room in its arrays for
// lope_handle_pool_next() + 1 elements, so that a failure leaves nothing half done. The place released last
// is reused first, so equal sequences of calls give equal handles on every machine.
#ifndef LOPE_BASE_HANDLE_H
#define LOPE_BASE_HANDLE_H

#include <lope/base.h>

// All zero is no handle: the generation of a live one is odd.
typedef struct lope_handle {
    uint32_t index, generation;
} lope_handle;

// A slot of the pool.
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

// Returns the index that the next acquire will give.
uint32_t lope_handle_pool_next(const lope_handle_pool *pool);

// Makes a new handle. Returns false, and changes nothing, when memory or indices are used up.
bool lope_handle_pool_acquire(lope_handle_pool *pool, const lope_allocator *allocator, lope_handle *handle);

// Ends the life of a handle. Returns false, and does nothing, when it is stale or was never given out.
bool lope_handle_pool_release(lope_handle_pool *pool, lope_handle handle);

// Returns whether a handle is live.
bool lope_handle_pool_valid(const lope_handle_pool *pool, lope_handle handle);

// Returns whether the slot at `index` is live. To walk over all: for (i = 0; i < pool.slot_count; ++i) if
// (lope_handle_pool_live(&pool, i)) ...
bool lope_handle_pool_live(const lope_handle_pool *pool, uint32_t index);

// Returns the present handle of a live index; all zero for a free one.
lope_handle lope_handle_pool_at(const lope_handle_pool *pool, uint32_t index);

// Releases the memory. The pool is empty afterwards.
void lope_handle_pool_free(lope_handle_pool *pool, const lope_allocator *allocator);

#endif
