// span.h - memory for many blocks of characters in one piece, with more behind them for their nearbys.
//
// A tick of a crowd touches memory in so many places that the processor's address cache (TLB) overflows where
// each stands in a page of 4 KiB. A span is large, and asks for large pages. It is given back whole, when the
// world ends. Read next: characters.c.
#ifndef LOPE_WORLD_SPAN_H
#define LOPE_WORLD_SPAN_H

#include <lope/move.h>

typedef struct lope_span lope_span;

// Takes room for `count` blocks of `size` bytes, and `more` bytes behind them. Nothing is zeroed. NULL:
// out of memory, or too much for any.
lope_span *lope_span_take(const lope_allocator *allocator, uint32_t count, size_t size, size_t more);

// Releases a span and all before it. NULL is allowed.
void lope_span_release(lope_span *span);

// Makes `before` the next of a list that begins with the newest span.
void lope_span_append(lope_span *span, lope_span *before);

// Returns the next block, aligned to a cache line. NULL: all are taken.
void *lope_span_block(lope_span *span);

// Returns the memory behind the blocks, aligned to a cache line.
void *lope_span_more(lope_span *span);

#endif
