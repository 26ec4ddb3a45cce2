// span.h - memory for blocks of characters, several of them at a time, each with a room for every lane's
// nearby.
//
// What the characters of a crowd are asked for in a tick so stands close together, and in pieces that are
// worth large pages (base/memory.c). A span is taken whole and given back whole, when the world ends. What
// outgrows its room goes to the game's own allocator, and comes back to it. Read next: characters.c.
#ifndef LOPE_WORLD_SPAN_H
#define LOPE_WORLD_SPAN_H

#include <lope/move.h>

typedef struct lope_span lope_span;

// Bytes of the room that a nearby with memory for so many triangles takes; 0: out of memory.
size_t lope_span_room(const lope_allocator *allocator, uint32_t triangles);

// Room for `count` blocks of `size` bytes with `rooms` rooms of `room` bytes each (none: all nearbys come
// from the game); not zeroed. NULL: out of memory, or too much for any.
lope_span *lope_span_take(const lope_allocator *allocator, uint32_t count, size_t size, uint32_t rooms, size_t room);
void lope_span_release(lope_span *span); // and all before it; NULL is fine

// The newest span is the first of a list.
void lope_span_append(lope_span *span, lope_span *before);

void *lope_span_block(lope_span *span); // the next one, aligned to a cache line; NULL: all are taken

// A nearby in room `index` of a block; NULL: out of memory. Whatever was there before is gone, so must its
// nearby be.
lope_nearby *lope_span_nearby(lope_span *span, void *block, uint32_t index, uint32_t triangles);

#endif
