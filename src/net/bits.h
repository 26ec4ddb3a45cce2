// bits.h - one serialiser for both ways: a function passes each value, and the stream writes or reads it.
//
// Little-endian by bit, whatever the machine. An error sticks: what runs over the end, or is not a value that
// can stand there, sets `bad`, and everything read after it is 0. Read next: bits.c.
#ifndef LOPE_NET_BITS_H
#define LOPE_NET_BITS_H

#include <lope/vec.h>

typedef struct lope_bits {
    uint8_t *bytes; // read only when `writes` is false
    size_t size;    // bytes
    size_t at;      // bits that are done
    bool writes, bad;
} lope_bits;

// Begins to write into `size` bytes, or to read them. Writing makes each byte zero before its first bit.
lope_bits lope_bits_write(void *bytes, size_t size);
lope_bits lope_bits_read(const void *bytes, size_t size);

// Passes the low `count` bits of a value, 0 to 32. Returns the value; 0 when it is bad.
uint32_t lope_bits_pass(lope_bits *bits, uint32_t value, unsigned count);
// Passes a truth value in one bit.
bool lope_bits_flag(lope_bits *bits, bool value);
// Passes a signed value in `count` bits, 1 to 32. It must fit: lope_bits_fit.
int32_t lope_bits_signed(lope_bits *bits, int32_t value, unsigned count);
// Passes 64 bits.
uint64_t lope_bits_wide(lope_bits *bits, uint64_t value);
// Passes a value of which most are small: in 4, 8, 16 or 32 bits and 2 that tell which.
uint32_t lope_bits_small(lope_bits *bits, uint32_t value);
// Passes a signed value by the first of three widths in which it fits; 2 bits tell which, none for 0.
int32_t lope_bits_near(lope_bits *bits, int32_t value, const unsigned widths[3]);

// Passes a signed value of which small ones are likely: its size without the low `low` bits, at most 9, as so
// many ones, then these bits and the sign (Golomb and Rice); where it is at least 4 times as large as these,
// 4 ones and the rest of its size by Elias's gamma code.
uint32_t lope_bits_rice(lope_bits *bits, uint32_t value, unsigned low);
// Returns how many bits lope_bits_rice takes.
uint32_t lope_bits_rice_size(uint32_t value, unsigned low);

// True when a signed value fits into `count` bits.
static inline bool lope_bits_fit(int32_t value, unsigned count)
{
    return count >= 32 || (value >= -(1 << (count - 1)) && value < (1 << (count - 1)));
}
// Returns the bytes that are begun.
static inline size_t lope_bits_bytes(const lope_bits *bits) { return (bits->at + 7) / 8; }
// True when all was read: nothing is bad, and less than a byte is left.
static inline bool lope_bits_all_read(const lope_bits *bits) { return !bits->bad && bits->size * 8 - bits->at < 8; }

// Passes the low 16 bits of a tick, counted from one that both ends know; ticks are at most 32,767 apart.
static inline uint32_t lope_bits_tick(lope_bits *bits, uint32_t tick, uint32_t near)
{
    const uint32_t low = lope_bits_pass(bits, tick & 0xffffu, 16);
    const uint32_t since = (low - near) & 0xffffu;
    return near + since - (since >> 15 << 16);
}

#endif
