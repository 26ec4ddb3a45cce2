// lock_memory.h - the memory for characters that run a tick in steps together. Read next: lock_step.h.
#ifndef LOPE_WORLD_LOCK_MEMORY_H
#define LOPE_WORLD_LOCK_MEMORY_H

#include "world/world_private.h"

// Takes memory for `count` characters that may press on each other in ticks of `seconds`. Returns false when
// there is none.
bool lope_lock_reserve(lope_world *world, uint32_t count, double seconds);
// Takes memory to show the bodies that move in steps. Returns false when there is none.
bool lope_lock_reserve_shown(lope_world *world);
// Releases the memory.
void lope_lock_release(lope_lock *lock, const lope_allocator *allocator);

#endif
