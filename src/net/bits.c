// bits.c - the bit stream. Read first: bits.h.
#include "net/bits.h"

#include <string.h>

lope_bits lope_bits_write(void *bytes, size_t size) { return (lope_bits){.bytes = bytes, .size = size, .writes = true}; }

lope_bits lope_bits_read(const void *bytes, size_t size)
{
    union {
        const void *given;
        uint8_t *kept;
    } same = {bytes}; // a reader never writes through it
    return (lope_bits){.bytes = same.kept, .size = size};
}

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
static inline void store_8(uint8_t *at, uint64_t value) { memcpy(at, &value, sizeof value); }
static inline uint64_t load_8(const uint8_t *at)
{
    uint64_t value;
    memcpy(&value, at, sizeof value);
    return value;
}
#else
static inline void store_8(uint8_t *at, uint64_t value)
{
    for (unsigned i = 0; i < 8; i++) at[i] = (uint8_t)(value >> 8 * i);
}
static inline uint64_t load_8(const uint8_t *at)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < 8; i++) value |= (uint64_t)at[i] << 8 * i;
    return value;
}
#endif

// Writes bits from a byte's `shift` on. The bytes after the first have not been written yet: where 8 are
// left, all that follow become zero.
static inline void put(uint8_t *at, size_t left, uint64_t value, unsigned shift, unsigned count)
{
    uint64_t part = (at[0] & ((1u << shift) - 1u)) | value << shift;
    if (left >= 8) {
        store_8(at, part);
        return;
    }
    at[0] = (uint8_t)part;
    for (unsigned end = 8; end < shift + count; end += 8) *++at = (uint8_t)(part >>= 8);
}

static inline uint64_t get(const uint8_t *at, size_t left, unsigned shift, unsigned count)
{
    if (left >= 8) return load_8(at) >> shift;
    uint64_t part = at[0];
    for (unsigned end = 8; end < shift + count; end += 8) part |= (uint64_t) * ++at << end;
    return part >> shift;
}

uint32_t lope_bits_pass(lope_bits *bits, uint32_t value, unsigned count)
{
    if (bits->bad || bits->at + count > bits->size * 8) bits->bad = true;
    if (bits->bad || count == 0) return 0;
    const uint64_t mask = (UINT64_C(1) << count) - 1u;
    const size_t byte = bits->at / 8, left = bits->size - byte;
    const unsigned shift = (unsigned)(bits->at % 8);
    bits->at += count;
    if (!bits->writes) return (uint32_t)(get(bits->bytes + byte, left, shift, count) & mask);
    put(bits->bytes + byte, left, value & mask, shift, count);
    return (uint32_t)(value & mask);
}

bool lope_bits_flag(lope_bits *bits, bool value)
{
    if (bits->bad || bits->at >= bits->size * 8) {
        bits->bad = true;
        return false;
    }
    uint8_t *at = bits->bytes + bits->at / 8;
    const unsigned shift = (unsigned)(bits->at++ % 8);
    if (!bits->writes) return (*at >> shift & 1u) != 0;
    *at = (uint8_t)((shift == 0 ? 0u : *at) | (unsigned)value << shift);
    return value;
}

int32_t lope_bits_signed(lope_bits *bits, int32_t value, unsigned count)
{
    const uint32_t raw = lope_bits_pass(bits, (uint32_t)value, count);
    const uint32_t sign = 1u << (count - 1);
    return (int32_t)((raw ^ sign) - sign);
}

uint64_t lope_bits_wide(lope_bits *bits, uint64_t value)
{
    const uint64_t low = lope_bits_pass(bits, (uint32_t)value, 32);
    return low | (uint64_t)lope_bits_pass(bits, (uint32_t)(value >> 32), 32) << 32;
}

uint32_t lope_bits_small(lope_bits *bits, uint32_t value)
{
    static const unsigned widths[4] = {4, 8, 16, 32};
    uint32_t width = 0;
    while (width < 3 && value >> widths[width] != 0) width++;
    width = lope_bits_pass(bits, width, 2);
    return lope_bits_pass(bits, value, widths[width]);
}

int32_t lope_bits_near(lope_bits *bits, int32_t value, const unsigned widths[3])
{
    uint32_t width = 0;
    if (value != 0) width = lope_bits_fit(value, widths[0]) ? 1 : lope_bits_fit(value, widths[1]) ? 2 : 3;
    if (bits->writes && width == 3 && !lope_bits_fit(value, widths[2])) bits->bad = true;
    width = lope_bits_pass(bits, width, 2);
    return width == 0 ? 0 : lope_bits_signed(bits, value, widths[width - 1]);
}

#define ONES_MOST 4u

// 0, -1, 1, -2, 2 ...
static uint32_t zigzag_of(uint32_t value) { return value << 1 ^ (value >> 31 != 0 ? UINT32_MAX : 0); }

// Returns how many bits a value has without its leading zeros.
static unsigned length_of(uint32_t value)
{
    if (value < 8) return value > 3 ? 3 : value > 1 ? 2 : value; // most are
    unsigned length = 0;
    for (unsigned step = 16; step > 0; step /= 2) {
        if (value >> step == 0) continue;
        value >>= step;
        length += step;
    }
    return length + (value != 0);
}

uint32_t lope_bits_rice_size(uint32_t value, unsigned low)
{
    const uint32_t size = zigzag_of(value) >> low;
    if (size < ONES_MOST) return size + 1 + low;
    return ONES_MOST + 2 * length_of(size - (ONES_MOST - 1)) - 1 + low;
}

// Passes a number above 0: its length without the leading one as so many ones, and what follows that one
// (Elias's gamma code).
static uint32_t pass_gamma(lope_bits *bits, uint32_t value)
{
    const unsigned length = length_of(value);
    unsigned more = 0;
    while (lope_bits_flag(bits, more + 1 < length))
        if (++more == 32) bits->bad = true;
    return bits->bad ? 0 : 1u << more | lope_bits_pass(bits, value, more);
}

uint32_t lope_bits_rice(lope_bits *bits, uint32_t value, unsigned low)
{
    const uint32_t zigzag = zigzag_of(value);
    const uint32_t size = zigzag >> low;
    if (bits->writes && size < ONES_MOST) { // ones, a zero, the low bits: at once
        const uint32_t rest = low > 0 ? (zigzag & ((1u << low) - 1u)) << (size + 1) : 0;
        lope_bits_pass(bits, rest | ((1u << size) - 1u), size + 1 + low);
        return bits->bad ? 0 : value;
    }
    uint32_t read = 0;
    while (read < ONES_MOST && lope_bits_flag(bits, read < size)) read++;
    if (read == ONES_MOST) read += pass_gamma(bits, size - (ONES_MOST - 1)) - 1;
    if (read > UINT32_MAX >> low) bits->bad = true;
    read = read << low | lope_bits_pass(bits, zigzag, low);
    if (bits->bad) return 0;
    return read >> 1 ^ ((read & 1u) != 0 ? UINT32_MAX : 0);
}
