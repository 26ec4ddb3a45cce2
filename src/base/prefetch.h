// prefetch.h - asks for memory before it is used. It changes no result.
//
// The memory is brought into the second cache, not the first. A line on its way into the first one holds one
// of the few places in which loads wait. Where memory is slow, the lines of a whole character would hold all
// of them, so that every load of the character that moves now would wait too.
#ifndef LOPE_BASE_PREFETCH_H
#define LOPE_BASE_PREFETCH_H

#include <stddef.h>

#define LOPE_LINE 64             // bytes of a cache line
#define LOPE_PREFETCH_LOCALITY 2 // __builtin_prefetch's: into the second cache

// Brings `bytes` bytes into the second cache. The empty statement keeps gcc from dropping the call, as a
// function without effect.
#if defined(__GNUC__)
static inline void lope_prefetch(const void *from, size_t bytes)
{
    __asm__ volatile("");
#pragma GCC unroll 16 // the size is known: no loop
    for (size_t at = 0; at < bytes; at += LOPE_LINE) __builtin_prefetch((const char *)from + at, 0, LOPE_PREFETCH_LOCALITY);
    if (bytes % LOPE_LINE != 0) __builtin_prefetch((const char *)from + bytes - 1, 0, LOPE_PREFETCH_LOCALITY);
}
// Brings the first two lines into the first cache, for memory that is used next.
static inline void lope_prefetch_begin(const void *from)
{
    __asm__ volatile("");
    __builtin_prefetch(from);
    __builtin_prefetch((const char *)from + LOPE_LINE);
}
#else
static inline void lope_prefetch(const void *from, size_t bytes) { (void)from, (void)bytes; }
static inline void lope_prefetch_begin(const void *from) { (void)from; }
#endif

#endif
