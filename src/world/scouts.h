// scouts.h - nearbys that the threads of a world take turns with, to gather what is not kept whole.
// Read next: avoid.c.
#ifndef LOPE_WORLD_SCOUTS_H
#define LOPE_WORLD_SCOUTS_H

#include "world/threads.h"
#include <lope/move.h>

#ifdef __STDC_NO_ATOMICS__
typedef lope_nearby *lope_scout_slot;
#else
typedef _Atomic(lope_nearby *) lope_scout_slot;
#endif

// One for each thread at most. All zero: none.
typedef struct lope_scouts {
    uint32_t count;
    lope_scout_slot slots[LOPE_THREADS_MOST]; // NULL: it is taken
} lope_scouts;

// Makes as many as there are threads, where they are not made yet. Returns false when out of memory.
bool lope_scouts_make(lope_scouts *scouts, const lope_allocator *allocator, uint32_t threads);
// Ends them. None may be taken.
void lope_scouts_release(lope_scouts *scouts);

// Takes one that no other thread has. NULL: threads cannot share here (no atomics).
lope_nearby *lope_scouts_take(lope_scouts *scouts);
// Gives one back; NULL is fine.
void lope_scouts_give_back(lope_scouts *scouts, lope_nearby *scout);

#endif
