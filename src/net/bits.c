// bits.c - the bit stream. Read first: bits.h.
#include "net/bits.h"

lope_bits lope_bits_write(void *bytes, size_t size) { return (lope_bits){.bytes = bytes, .size = size, .writes = true}; }

lope_bits lope_bits_read(const void *bytes, size_t size)
{
    union {
        const void *given;
        uint8_t *kept;
    } same = {bytes}; // a reader never writes through it
    return (lope_bits){.bytes = same.kept, .size = size};
}

// Passes up to 8 bits that lie within one byte.
static inline uint32_t pass_part(lope_bits *bits, uint32_t value, unsigned shift, unsigned count)
{
    uint8_t *byte = bits->bytes + bits->at / 8;
    const uint32_t mask = (1u << count) - 1u;
    if (!bits->writes) return (uint32_t)*byte >> shift & mask;
    if (shift == 0) *byte = 0;
    *byte = (uint8_t)(*byte | (value & mask) << shift);
    return value & mask;
}

uint32_t lope_bits_pass(lope_bits *bits, uint32_t value, unsigned count)
{
    if (bits->bad || bits->at + count > bits->size * 8) bits->bad = true;
    if (bits->bad) return 0;
    uint32_t out = 0;
    for (unsigned done = 0; done < count;) {
        const unsigned shift = (unsigned)(bits->at % 8), room = 8 - shift, left = count - done;
        const unsigned part = left < room ? left : room;
        out |= pass_part(bits, value >> done, shift, part) << done;
        bits->at += part;
        done += part;
    }
    return out;
}

bool lope_bits_flag(lope_bits *bits, bool value) { return lope_bits_pass(bits, value, 1) != 0; }

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

#define ONES_MOST 16u

uint32_t lope_bits_rice(lope_bits *bits, uint32_t value, unsigned low)
{
    const uint32_t zigzag = value << 1 ^ (value >> 31 != 0 ? UINT32_MAX : 0); // 0, -1, 1, -2, 2 ...
    const uint32_t size = zigzag >> low;
    uint32_t ones = 0;
    while (ones < ONES_MOST && lope_bits_flag(bits, ones < size)) ones++;
    uint32_t read = ones == ONES_MOST ? lope_bits_pass(bits, zigzag, 32) : ones << low | lope_bits_pass(bits, zigzag, low);
    if (bits->bad) return 0;
    return read >> 1 ^ ((read & 1u) != 0 ? UINT32_MAX : 0);
}
