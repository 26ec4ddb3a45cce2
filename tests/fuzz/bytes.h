// bytes.h - reads a fuzzer's bytes as choices and numbers. When the bytes are used up, a generator seeded by
// all of them goes on, so that a few bytes already make a whole world and every input can be played again.
// Read next: any fuzz_*.c beside this file.
#ifndef LOPE_FUZZ_BYTES_H
#define LOPE_FUZZ_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct bytes {
    const uint8_t *data;
    size_t size, at;
    uint64_t random;
} bytes;

static inline bytes bytes_open(const uint8_t *data, size_t size)
{
    bytes b = {data, size, 0, 0x9e3779b97f4a7c15u};
    for (size_t i = 0; i < size; i++) b.random = (b.random ^ data[i]) * 0x100000001b3u;
    return b;
}

static inline uint32_t bytes_u8(bytes *b)
{
    if (b->at < b->size) return b->data[b->at++];
    b->random = b->random * 6364136223846793005u + 1442695040888963407u;
    return (uint32_t)(b->random >> 56);
}

static inline uint32_t bytes_u16(bytes *b)
{
    uint32_t high = bytes_u8(b) << 8;
    return high | bytes_u8(b);
}

static inline uint32_t bytes_u32(bytes *b)
{
    uint32_t high = bytes_u16(b) << 16;
    return high | bytes_u16(b);
}

// 0 to count - 1; count up to 256.
static inline uint32_t bytes_pick(bytes *b, uint32_t count) { return bytes_u8(b) % count; }

// True in one of `count` cases, false for a byte of 0.
static inline bool bytes_one_in(bytes *b, uint32_t count) { return bytes_u8(b) % count == count - 1; }

static inline double bytes_between(bytes *b, double low, double high)
{
    return low + (high - low) * ((double)bytes_u16(b) / 65535.0);
}

// Any float there is, NaN and infinities among them.
static inline float bytes_any_float(bytes *b)
{
    uint32_t bits = bytes_u32(b);
    float value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

#endif
