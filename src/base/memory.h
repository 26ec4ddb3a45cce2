// memory.h - allocation through the game's hooks, and arrays that grow through them. Read next: memory.c.
#ifndef LOPE_BASE_MEMORY_H
#define LOPE_BASE_MEMORY_H

#include <lope/base.h>

// Returns an allocator with both hooks set: the given one, or malloc and free when it is NULL or not
// complete.
lope_allocator lope_allocator_or_default(const lope_allocator *allocator);

// Returns uninitialised memory with an alignment of 64 bytes; NULL for size 0 or when memory is short.
void *lope_allocate(const lope_allocator *allocator, size_t size);
// Returns memory of zeros with an alignment of 64 bytes; NULL for size 0 or when memory is short.
void *lope_allocate_zero(const lope_allocator *allocator, size_t size);
// Releases memory of `size` bytes. NULL is allowed.
void lope_release(const lope_allocator *allocator, void *memory, size_t size);

// Makes room for `needed` elements of `element` bytes. Grows to at least 1.5 times the capacity and keeps the
// content. Returns false, and changes nothing, when memory is short.
bool lope_grow(const lope_allocator *allocator, void **array, size_t *capacity, size_t needed, size_t element);

#endif
