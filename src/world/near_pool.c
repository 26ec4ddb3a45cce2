// near_pool.c - see near_pool.h.
//
// Rule: a part is cut from the smallest free part that is large enough. A part that becomes free is joined
// with the free parts before and behind it. One bit for each cache line tells where free parts begin and
// end, and the first and the last line of a free part hold what is to be known of it. When no part is large
// enough the pool asks the game for another piece.
// Two threads may grow nearbys at once, so a flag guards the lists. It is never held while the game is asked.
// Read next: ../motion/nearby/nearby.h.
#include "world/near_pool.h"

#include "base/memory.h"
#include "motion/nearby/nearby.h"

#define LINE 64            // bytes: a cache line
#define SIZES 512          // lists of free parts, by number of lines; the last has larger ones too
#define PIECE_LEAST 65536  // bytes for which the pool asks the game, at least
#define PIECE_SHARE 16     // one of so many parts of all that it has, so that a crowd asks seldom
#define CROWD_TRIANGLES 44 // for each nearby: what a crowd in a town needs, and some spare
#define TRIANGLE_BYTES 276 // with its box and the marks of its edges

// The first line of a free part.
typedef struct free_part {
    struct free_part *next, *before; // in the list of its size
    size_t lines;
} free_part;

// Stands at the head of a piece, before the bits.
typedef struct pool_piece {
    struct pool_piece *next;
    size_t asked; // bytes for which the game was asked; 0: it was given
    char *first, *end;
    uint64_t *ends; // bit n: a free part begins or ends with line n
} pool_piece;

#if LOPE_NEAR_POOL
#include <stdatomic.h>
typedef atomic_flag pool_guard;
// Waits until no other thread is at the lists.
static void enter(pool_guard *guard)
{
    while (atomic_flag_test_and_set_explicit(guard, memory_order_acquire)) continue;
}
static void leave(pool_guard *guard) { atomic_flag_clear_explicit(guard, memory_order_release); }
#else
typedef int pool_guard; // no pool is ever made
static void enter(pool_guard *guard) { (void)guard; }
static void leave(pool_guard *guard) { (void)guard; }
#endif

struct lope_near_pool {
    lope_allocator game;
    pool_guard guard;
    size_t bytes; // of all pieces
    pool_piece *pieces;
    uint64_t filled[SIZES / 64]; // bit n: parts[n] has a part
    free_part *parts[SIZES];     // [n]: the free ones of n + 1 lines
};

// ---- parts ------------------------------------------------------------------------------------------------

static size_t in_lines(size_t bytes) { return (bytes + LINE - 1) / LINE; }

// Returns the piece that a part belongs to.
static pool_piece *piece_of(const lope_near_pool *pool, const void *part)
{
    const uintptr_t at = (uintptr_t)part;
    pool_piece *one = pool->pieces;
    while (at < (uintptr_t)one->first || at >= (uintptr_t)one->end) one = one->next;
    return one;
}

// Returns whether a free part begins or ends with line n.
static bool is_end(const pool_piece *piece, size_t n) { return piece->ends[n / 64] >> n % 64 & 1u; }

// Marks the first and the last line of a part as ends of a free part, or as none.
static void mark_ends(pool_piece *piece, size_t n, size_t lines, bool is_free)
{
    const size_t lines_at[2] = {n, n + lines - 1};
    for (int i = 0; i < 2; i++) {
        const uint64_t bit = UINT64_C(1) << lines_at[i] % 64;
        uint64_t *word = &piece->ends[lines_at[i] / 64];
        *word = is_free ? *word | bit : *word & ~bit;
    }
}

// Returns the list that a part of so many lines is in.
static size_t list_of(size_t lines) { return (lines < SIZES ? lines : SIZES) - 1; }

// Takes a free part out of its list.
static void unlist(lope_near_pool *pool, pool_piece *piece, free_part *part)
{
    const size_t list = list_of(part->lines);
    if (part->next != NULL) part->next->before = part->before;
    if (part->before != NULL)
        part->before->next = part->next;
    else
        pool->parts[list] = part->next;
    if (pool->parts[list] == NULL) pool->filled[list / 64] &= ~(UINT64_C(1) << list % 64);
    mark_ends(piece, (size_t)((char *)part - piece->first) / LINE, part->lines, false);
}

// Makes lines of a piece a free part, and puts it into the list of its size.
static void enlist(lope_near_pool *pool, pool_piece *piece, char *memory, size_t lines)
{
    const size_t list = list_of(lines);
    free_part *part = (free_part *)(void *)memory, **last = (free_part **)(void *)(memory + lines * LINE - sizeof part);
    *part = (free_part){.next = pool->parts[list], .lines = lines};
    if (part->next != NULL) part->next->before = part;
    *last = part;
    pool->parts[list] = part;
    pool->filled[list / 64] |= UINT64_C(1) << list % 64;
    mark_ends(piece, (size_t)(memory - piece->first) / LINE, lines, true);
}

// Returns the smallest free part of `lines` or more, or one of the large ones. NULL: there is none.
static free_part *find(const lope_near_pool *pool, size_t lines)
{
    for (size_t i = list_of(lines); i < SIZES - 1; i++) {
        const uint64_t rest = pool->filled[i / 64] >> i % 64;
        if (rest & 1u) return pool->parts[i];
        if (rest == 0) i |= 63;
    }
    free_part *part = pool->parts[SIZES - 1];
    while (part != NULL && part->lines < lines) part = part->next;
    return part;
}

// Takes a part of `lines`. NULL: no free part is large enough.
static void *take(lope_near_pool *pool, size_t lines)
{
    free_part *part = find(pool, lines);
    if (part == NULL) return NULL;
    pool_piece *piece = piece_of(pool, part);
    const size_t left = part->lines - lines;
    unlist(pool, piece, part);
    if (left > 0) enlist(pool, piece, (char *)part + lines * LINE, left);
    return part;
}

// Puts a part back, joined with its free neighbours.
static void put_back(lope_near_pool *pool, char *memory, size_t lines)
{
    pool_piece *piece = piece_of(pool, memory);
    const size_t n = (size_t)(memory - piece->first) / LINE;
    char *behind = memory + lines * LINE;
    if (behind < piece->end && is_end(piece, n + lines)) {
        free_part *next = (free_part *)(void *)behind;
        lines += next->lines;
        unlist(pool, piece, next);
    }
    if (n > 0 && is_end(piece, n - 1)) {
        free_part *before = *(free_part **)(void *)(memory - sizeof before);
        lines += before->lines;
        memory = (char *)before;
        unlist(pool, piece, before);
    }
    enlist(pool, piece, memory, lines);
}

// Returns the bytes before the parts of a piece of so many bytes.
static size_t head_of(size_t bytes) { return in_lines(sizeof(pool_piece) + (bytes / LINE + 63) / 64 * sizeof(uint64_t)) * LINE; }

// Makes memory a piece: its head, its bits, and the rest as one free part. asked: bytes for which the
// game was asked, or 0.
static void add_piece(lope_near_pool *pool, void *memory, size_t bytes, size_t asked)
{
    const size_t words = (bytes / LINE + 63) / 64, head = head_of(bytes);
    if (bytes < head + LINE) return;
    pool_piece *piece = memory;
    char *first = (char *)memory + head;
    *piece = (pool_piece){pool->pieces, asked, first, (char *)memory + bytes / LINE * LINE, (uint64_t *)(void *)(piece + 1)};
    for (size_t i = 0; i < words; i++) piece->ends[i] = 0;
    pool->pieces = piece;
    pool->bytes += bytes;
    enlist(pool, piece, first, (size_t)(piece->end - first) / LINE);
}

// Asks the game for another piece, with room for a part of `lines`. Returns false when out of memory.
static bool ask_for_piece(lope_near_pool *pool, size_t lines)
{
    enter(&pool->guard);
    const size_t share = pool->bytes / PIECE_SHARE / LINE * LINE;
    leave(&pool->guard);
    size_t bytes = share > PIECE_LEAST ? share : PIECE_LEAST;
    if (bytes / 2 < lines * LINE) bytes = 2 * lines * LINE;
    void *memory = lope_allocate(&pool->game, bytes);
    if (memory == NULL) return false;
    enter(&pool->guard);
    add_piece(pool, memory, bytes, bytes);
    leave(&pool->guard);
    return true;
}

// ---- the hooks of a nearby --------------------------------------------------------------------------------

static void *pool_allocate(void *context, size_t size, size_t alignment)
{
    lope_near_pool *pool = context;
    const size_t lines = in_lines(size);
    if (size > SIZE_MAX / 4 || alignment > LINE) return NULL;
    for (;;) {
        enter(&pool->guard);
        void *part = take(pool, lines);
        leave(&pool->guard);
        if (part != NULL || !ask_for_piece(pool, lines)) return part; // else again: another thread took it
    }
}

static void pool_release(void *context, void *memory, size_t size)
{
    lope_near_pool *pool = context;
    enter(&pool->guard);
    put_back(pool, memory, in_lines(size));
    leave(&pool->guard);
}

// ---- a pool -----------------------------------------------------------------------------------------------

// Reserves a nearby's memory for so many triangles; 0: for what is usual.
static lope_result reserve_nearby(lope_nearby *nearby, uint32_t triangles)
{
    return triangles != 0 ? lope_nearby_reserve(nearby, triangles) : lope_nearby_reserve_usual(nearby);
}

// Counts what is asked for, in whole lines.
typedef struct tally {
    const lope_allocator *game;
    size_t bytes;
} tally;

static void *tally_allocate(void *context, size_t size, size_t alignment)
{
    tally *t = context;
    t->bytes += in_lines(size) * LINE;
    return t->game->allocate(t->game->context, size, alignment);
}

static void tally_release(void *context, void *memory, size_t size)
{
    const tally *t = context;
    t->game->release(t->game->context, memory, size);
}

size_t lope_near_pool_share(const lope_allocator *allocator, uint32_t triangles)
{
    tally t = {.game = allocator, .bytes = triangles != 0 ? 0 : CROWD_TRIANGLES * TRIANGLE_BYTES / LINE * LINE};
    const lope_allocator hooks = {tally_allocate, tally_release, &t};
    lope_nearby *nearby = lope_nearby_create(&hooks);
    const bool good = nearby != NULL && reserve_nearby(nearby, triangles) == LOPE_OK;
    lope_nearby_destroy(nearby);
    return good ? t.bytes : 0;
}

lope_near_pool *lope_near_pool_create(const lope_allocator *allocator)
{
    lope_near_pool *pool = lope_allocate_zero(allocator, sizeof *pool);
    if (pool == NULL) return NULL;
    pool->game = *allocator;
    leave(&pool->guard);
    return pool;
}

void lope_near_pool_destroy(lope_near_pool *pool)
{
    if (pool == NULL) return;
    const lope_allocator game = pool->game;
    for (pool_piece *next, *one = pool->pieces; one != NULL; one = next) {
        next = one->next;
        if (one->asked != 0) lope_release(&game, one, one->asked);
    }
    lope_release(&game, pool, sizeof *pool);
}

void lope_near_pool_give(lope_near_pool *pool, void *memory, size_t bytes)
{
    enter(&pool->guard);
    add_piece(pool, memory, bytes, 0);
    leave(&pool->guard);
}

lope_allocator lope_near_pool_hooks(lope_near_pool *pool) { return (lope_allocator){pool_allocate, pool_release, pool}; }

lope_nearby *lope_near_pool_nearby(lope_near_pool *pool, const lope_allocator *allocator, uint32_t triangles)
{
    const lope_allocator hooks = lope_near_pool_hooks(pool);
    lope_nearby *nearby = lope_nearby_create(pool != NULL ? &hooks : allocator);
    if (nearby == NULL || reserve_nearby(nearby, triangles) == LOPE_OK) return nearby;
    lope_nearby_destroy(nearby);
    return NULL;
}
