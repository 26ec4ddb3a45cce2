// ahead.h - asks for memory before it is used. It changes no result.
#ifndef LOPE_BASE_AHEAD_H
#define LOPE_BASE_AHEAD_H

#include <stddef.h>

#define LOPE_LINE 64 // bytes of a cache line

#if defined(__GNUC__)
static inline void lope_ahead(const void *from, size_t bytes)
{
    for (size_t at = 0; at < bytes; at += LOPE_LINE) __builtin_prefetch((const char *)from + at);
    if (bytes % LOPE_LINE != 0) __builtin_prefetch((const char *)from + bytes - 1); // it need not begin with a line
}
#else
static inline void lope_ahead(const void *from, size_t bytes) { (void)from, (void)bytes; }
#endif

#endif
