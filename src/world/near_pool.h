// near_pool.h - memory that the nearbys of a world share: what one outgrows serves the others.
//
// Purpose: what is near differs from character to character. Memory for the most that a place may need would
// be three times what a crowd needs. So each nearby holds what its own places have needed, and all draw from
// one pool, which the world fills as characters come.
// Data: pieces of memory, cut into parts of whole cache lines, and lists of the parts that are free, one list
// for each size. Safe from any thread. Read next: near_pool.c, characters.c.
#ifndef LOPE_WORLD_NEAR_POOL_H
#define LOPE_WORLD_NEAR_POOL_H

#include <lope/move.h>

#ifdef __STDC_NO_ATOMICS__
#define LOPE_NEAR_POOL 0 // a pool cannot be guarded: nearbys take their memory from the game
#else
#define LOPE_NEAR_POOL 1
#endif

typedef struct lope_near_pool lope_near_pool;

// Returns the bytes that the pool should hold for each nearby with memory for so many triangles; triangles 0:
// for what is usual, and what a crowd needs beyond it on average. 0: out of memory.
size_t lope_near_pool_share(const lope_allocator *allocator, uint32_t triangles);

// Makes an empty pool over the game's allocator. NULL: out of memory.
lope_near_pool *lope_near_pool_create(const lope_allocator *allocator);

// Ends a pool after all of its nearbys. What was given to it is not released. NULL is allowed.
void lope_near_pool_destroy(lope_near_pool *pool);

// Gives the pool memory in whole cache lines. It must stay until the pool ends.
void lope_near_pool_give(lope_near_pool *pool, void *memory, size_t bytes);

// Returns hooks that take memory from the pool, aligned to a cache line at most.
lope_allocator lope_near_pool_hooks(lope_near_pool *pool);

// Makes a nearby with memory for so many triangles; 0: for what is usual. pool NULL: all of it comes from the
// game's allocator. Returns NULL when out of memory.
lope_nearby *lope_near_pool_nearby(lope_near_pool *pool, const lope_allocator *allocator, uint32_t triangles);

#endif
