// span.c - see span.h.
//
// A span is its head, then block after block, each followed by its rooms. While a nearby is made in a room,
// what it asks for comes from there, one piece after the other, in the order in which it asks; later, and
// where the room is too small, from the game.
#include "world/span.h"

#include "base/memory.h"

struct lope_span {
    lope_allocator game;
    lope_span *before;
    size_t bytes;      // of all of it
    size_t size, room; // bytes of a block and of a room, in whole cache lines
    size_t stride;     // bytes from block to block
    char *blocks;      // the first
    uint32_t count, used;
    char *at, *end; // of the room in which a nearby is being made; else both are NULL
};

#define LINE 64

static size_t in_lines(size_t bytes) { return (bytes + LINE - 1) / LINE * LINE; }

// ---- how much room a nearby takes -------------------------------------------------------------------------

typedef struct tally {
    const lope_allocator *game;
    size_t bytes;
} tally;

static void *tally_allocate(void *context, size_t size, size_t alignment)
{
    tally *t = context;
    t->bytes += in_lines(size);
    return t->game->allocate(t->game->context, size, alignment);
}

static void tally_release(void *context, void *memory, size_t size)
{
    const tally *t = context;
    t->game->release(t->game->context, memory, size);
}

size_t lope_span_room(const lope_allocator *allocator, uint32_t triangles)
{
    tally t = {.game = allocator};
    const lope_allocator hooks = {tally_allocate, tally_release, &t};
    lope_nearby *nearby = lope_nearby_create(&hooks);
    const bool good = nearby != NULL && lope_nearby_reserve(nearby, triangles) == LOPE_OK;
    lope_nearby_destroy(nearby);
    return good ? t.bytes : 0;
}

// ---- spans ------------------------------------------------------------------------------------------------

lope_span *lope_span_take(const lope_allocator *allocator, uint32_t count, size_t size, uint32_t rooms, size_t room)
{
    const size_t head = in_lines(sizeof(lope_span));
    size = in_lines(size);
    if (rooms != 0 && room > (SIZE_MAX - size) / rooms) return NULL;
    const size_t stride = size + rooms * room;
    if (count == 0 || stride > (SIZE_MAX - head) / count) return NULL;
    const size_t bytes = head + count * stride;
    lope_span *span = lope_allocate(allocator, bytes);
    if (span == NULL) return NULL;
    *span = (lope_span){.game = *allocator,
                        .bytes = bytes,
                        .size = size,
                        .room = rooms > 0 ? room : 0,
                        .stride = stride,
                        .blocks = (char *)span + head,
                        .count = count};
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

void *lope_span_block(lope_span *span) { return span->used < span->count ? span->blocks + span->used++ * span->stride : NULL; }

// ---- a nearby in its room ---------------------------------------------------------------------------------

// From the game on any thread: then no nearby is being made.
static void *room_allocate(void *context, size_t size, size_t alignment)
{
    lope_span *span = context;
    const size_t bytes = in_lines(size);
    if (span->at == NULL || bytes < size || bytes > (size_t)(span->end - span->at))
        return span->game.allocate(span->game.context, size, alignment);
    void *memory = span->at;
    span->at += bytes;
    return memory;
}

static void room_release(void *context, void *memory, size_t size)
{
    const lope_span *span = context;
    const uintptr_t from = (uintptr_t)span, at = (uintptr_t)memory;
    if (at < from || at - from >= span->bytes) span->game.release(span->game.context, memory, size);
}

lope_nearby *lope_span_nearby(lope_span *span, void *block, uint32_t index, uint32_t triangles)
{
    const lope_allocator hooks = {room_allocate, room_release, span};
    if (span->room > 0) {
        span->at = (char *)block + span->size + index * span->room;
        span->end = span->at + span->room;
    }
    lope_nearby *nearby = lope_nearby_create(&hooks);
    const bool good = nearby != NULL && lope_nearby_reserve(nearby, triangles) == LOPE_OK;
    span->at = span->end = NULL;
    if (good) return nearby;
    lope_nearby_destroy(nearby);
    return NULL;
}
