// copy.h - copies and clears small blocks in pieces.
//
// Compilers make one `rep` instruction of a memcpy or memset of some hundred bytes. That instruction takes
// longer to start than to work. A tick copies a few such blocks, so they are copied in pieces that become
// plain moves. Sizes must be constants and multiples of 8.
#ifndef LOPE_BASE_COPY_H
#define LOPE_BASE_COPY_H

#include <lope/vec.h>

#include <stddef.h>
#include <string.h>

// Unrolls the loop that follows as a whole: gcc does so by itself only for a few turns.
#if defined(__GNUC__) && !defined(__clang__)
#define LOPE_UNROLL _Pragma("GCC unroll 32")
#else
#define LOPE_UNROLL
#endif

// Copies `count` bytes, a multiple of 8. The blocks may not overlap.
static inline void lope_copy_bytes(void *to, const void *from, size_t count)
{
    char *at = (char *)to;
    const char *of = (const char *)from;
    size_t i = 0;
    LOPE_UNROLL for (; i + 128 <= count; i += 128) memcpy(at + i, of + i, 128);
    if (count & 64) memcpy(at + i, of + i, 64), i += 64;
    if (count & 32) memcpy(at + i, of + i, 32), i += 32;
    if (count & 16) memcpy(at + i, of + i, 16), i += 16;
    if (count & 8) memcpy(at + i, of + i, 8);
}

// Sets `count` bytes, a multiple of 8, to zero.
static inline void lope_clear_bytes(void *to, size_t count)
{
    char *at = (char *)to;
    size_t i = 0;
    LOPE_UNROLL for (; i + 64 <= count; i += 64) memset(at + i, 0, 64);
    if (count & 32) memset(at + i, 0, 32), i += 32;
    if (count & 16) memset(at + i, 0, 16), i += 16;
    if (count & 8) memset(at + i, 0, 8);
}

// Copies a point coordinate by coordinate. A point that was just made stands in three stores, and a wide load
// would have to wait for all of them.
static inline void lope_put_point(lope_point *to, const lope_point *from)
{
    double x = from->x, y = from->y, z = from->z;
    to->x = x;
    to->y = y;
    to->z = z;
}

#endif
