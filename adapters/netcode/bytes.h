// bytes.h - numbers in little-endian order, written and read one after another.
//
// A cursor never goes past its end: what does not fit sets `bad`, and reads as zero.
#ifndef LOPE_NETCODE_BYTES_H
#define LOPE_NETCODE_BYTES_H

#include <lope/base.h>

#include <string.h>

typedef struct netcode_writer {
    uint8_t *at, *end;
    bool bad;
} netcode_writer;

typedef struct netcode_reader {
    const uint8_t *at, *end;
    bool bad;
} netcode_reader;

static inline void netcode_put_bytes(netcode_writer *w, const void *bytes, size_t size)
{
    if ((size_t)(w->end - w->at) < size) {
        w->bad = true;
        return;
    }
    memcpy(w->at, bytes, size);
    w->at += size;
}

// Writes the low `size` bytes of a number.
static inline void netcode_put(netcode_writer *w, uint64_t value, size_t size)
{
    uint8_t bytes[8];
    for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = (uint8_t)(value >> (8 * i));
    netcode_put_bytes(w, bytes, size);
}

static inline void netcode_take_bytes(netcode_reader *r, void *bytes, size_t size)
{
    if ((size_t)(r->end - r->at) < size) {
        r->bad = true;
        memset(bytes, 0, size);
        return;
    }
    memcpy(bytes, r->at, size);
    r->at += size;
}

// Reads a number of `size` bytes.
static inline uint64_t netcode_take(netcode_reader *r, size_t size)
{
    uint8_t bytes[8] = {0};
    uint64_t value = 0;
    netcode_take_bytes(r, bytes, size);
    for (size_t i = 0; i < size; i++) value |= (uint64_t)bytes[i] << (8 * i);
    return value;
}

#endif
