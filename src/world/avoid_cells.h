// avoid_cells.h - what stands around the agents of a world, gathered once for all of a cell.
//
// Purpose: agents in a crowd look at the same walls and edges of the floor. Each of them gathering for itself
// costs a gather for a few steps of its way, and memory that no cache holds. A cell is a cube of space; what
// it holds is enough for any agent with its feet inside. It is kept as long as there is room.
// Rule: a cell is a superset of what an agent needs, in the order of the shapes alone (avoidance_look.h). So
// neither which agent filled it nor whether an agent finds its cell shows in any result. Several threads may
// ask at once. Read next: avoid_cells.c.
#ifndef LOPE_WORLD_AVOID_CELLS_H
#define LOPE_WORLD_AVOID_CELLS_H

#include "control/avoidance_look.h"
#include "world/near_pool.h"

#ifdef __STDC_NO_ATOMICS__
typedef uint32_t lope_avoid_mark; // no cell is ever filled
#else
#include <stdatomic.h>
typedef _Atomic(uint32_t) lope_avoid_mark;
#endif

typedef struct lope_avoid_cell lope_avoid_cell;

// All zero: none.
typedef struct lope_avoid_cells {
    lope_allocator allocator;
    lope_near_pool *pool;  // of what the cells hold; NULL: the allocator serves
    lope_avoid_cell *each; // in buckets
    lope_avoid_mark *keys; // one for each: 0: it is free; 1: a thread fills it; else a hash of what it is for
    uint32_t count;        // a power of two; 0: none
    // what all were gathered from
    const void *context;
    lope_result (*gather)(void *, const lope_bounds *, lope_filter, lope_gather_kind, lope_sink *);
    uint64_t revision;
    bool serve;     // in this tick
    uint32_t tick;  // ticks so far
    uint32_t swept; // the bucket that comes next when room is made
} lope_avoid_cells;

// Makes cells for so many agents, where there are not as many yet; what they held is forgotten then. Returns
// false when out of memory.
bool lope_avoid_cells_reserve(lope_avoid_cells *cells, const lope_allocator *allocator, uint32_t agents);
// Releases all memory.
void lope_avoid_cells_release(lope_avoid_cells *cells);

// Begins a tick, before any agent looks: forgets what is no longer so, and makes room in some of the buckets.
void lope_avoid_cells_begin(lope_avoid_cells *cells, const lope_surroundings *surroundings);

// Finds or fills the cell of a look's agent, and lets the look use it. Otherwise, as where there is no room,
// or where the agent's own body is among what stands, the look gathers for itself. Returns the cell's number,
// from 1; 0: none.
uint32_t lope_avoid_cells_find(lope_avoid_cells *cells, lope_wall_look *look, const lope_surroundings *surroundings);

// Brings the cell of that number into the caches, some time before lope_avoid_cells_prefetch.
void lope_avoid_cells_prefetch_head(const lope_avoid_cells *cells, uint32_t cell);
// Brings what an agent has read of that cell (lope_wall_look.used) into the caches, some time before it
// looks.
void lope_avoid_cells_prefetch(const lope_avoid_cells *cells, uint32_t cell, uint64_t used);

#endif
