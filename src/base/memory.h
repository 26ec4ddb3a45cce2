// memory.h - allocation through the game's hooks, and arrays that grow through them.
#ifndef LOPE_BASE_MEMORY_H
#define LOPE_BASE_MEMORY_H

#include <lope/base.h>

// An allocator with both hooks set: the given one, or malloc and free when it is NULL or empty.
lope_allocator lope_allocator_or_default(const lope_allocator *allocator);

// Uninitialised memory, 64-byte aligned; NULL for size 0 or when out of memory.
void *lope_allocate(const lope_allocator *allocator, size_t size);
void *lope_allocate_zero(const lope_allocator *allocator, size_t size);
void lope_release(const lope_allocator *allocator, void *memory, size_t size); // NULL is fine

// Makes room for `needed` elements of `element` bytes: grows to at least 1.5 times, keeps what is there. False: out of memory,
// nothing changed.
bool lope_grow(const lope_allocator *allocator, void **array, size_t *capacity, size_t needed, size_t element);

#endif
