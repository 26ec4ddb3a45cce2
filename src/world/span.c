// span.c - see span.h. A span is its head, then block after block, then what is behind them.
#include "world/span.h"

#include "base/memory.h"

struct lope_span {
    lope_allocator game;
    lope_span *before;
    size_t bytes; // of all of it
    size_t size;  // bytes of a block, in whole cache lines
    char *blocks; // the first
    uint32_t count, used;
};

#define LINE 64

static size_t span_in_lines(size_t bytes) { return (bytes + LINE - 1) / LINE * LINE; }

lope_span *lope_span_take(const lope_allocator *allocator, uint32_t count, size_t size, size_t more)
{
    const size_t head = span_in_lines(sizeof(lope_span));
    size = span_in_lines(size);
    if (count == 0 || more > SIZE_MAX - head || size > (SIZE_MAX - head - more) / count) return NULL;
    const size_t bytes = head + count * size + more;
    lope_span *span = lope_allocate(allocator, bytes);
    if (span == NULL) return NULL;
    *span = (lope_span){.game = *allocator, .bytes = bytes, .size = size, .blocks = (char *)span + head, .count = count};
    return span;
}

void lope_span_release(lope_span *span)
{
    while (span != NULL) {
        lope_span *before = span->before;
        const lope_allocator game = span->game;
        lope_release(&game, span, span->bytes);
        span = before;
    }
}

void lope_span_append(lope_span *span, lope_span *before) { span->before = before; }

void *lope_span_block(lope_span *span) { return span->used < span->count ? span->blocks + span->used++ * span->size : NULL; }

void *lope_span_more(lope_span *span) { return span->blocks + span->count * span->size; }
