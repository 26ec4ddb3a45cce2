// bytes.h - small blocks copied and cleared in pieces.
//
// Of a memcpy or memset of some hundred bytes compilers make one `rep` instruction, which takes longer to start than to work. A tick copies
// a few such blocks, so they go in pieces that become plain moves. The sizes are constants and multiples of 8.
#ifndef LOPE_BASE_BYTES_H
#define LOPE_BASE_BYTES_H

#include <stddef.h>
#include <string.h>

static inline void lope_copy_bytes(void *to, const void *from, size_t count)
{
    size_t i = 0;
    for (; i + 128 <= count; i += 128) memcpy((char *)to + i, (const char *)from + i, 128);
    for (; i + 16 <= count; i += 16) memcpy((char *)to + i, (const char *)from + i, 16);
    for (; i < count; i += 8) memcpy((char *)to + i, (const char *)from + i, 8);
}

static inline void lope_clear_bytes(void *to, size_t count)
{
    size_t i = 0;
    for (; i + 64 <= count; i += 64) memset((char *)to + i, 0, 64);
    for (; i < count; i += 8) memset((char *)to + i, 0, 8);
}

#endif
