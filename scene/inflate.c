// inflate.c - see inflate.h.
//
// The output is its own window: what a copy refers to is in it already. Codes are read a bit at a time by the
// count of codes of each length (canonical Huffman codes), which is slow and short: only beginnings are read.
#include "inflate.h"

#include <stdbool.h>
#include <stdint.h>

#define LONGEST 15 // bits of a code
#define LITERALS 288
#define DISTANCES 30

typedef struct stream {
    const unsigned char *from;
    unsigned char *to;
    size_t size, at, room, length; // bytes
    uint32_t held, bits;           // bits that were read and not used
    bool bad;
} stream;

typedef struct code {
    uint16_t count[LONGEST + 1]; // of codes by length
    uint16_t symbols[LITERALS];  // in the codes' order
} code;

static uint32_t take(stream *s, uint32_t count)
{
    while (s->bits < count) {
        if (s->at == s->size) {
            s->bad = true;
            return 0;
        }
        s->held |= (uint32_t)s->from[s->at++] << s->bits;
        s->bits += 8;
    }
    const uint32_t value = s->held & ((1u << count) - 1u);
    s->held >>= count;
    s->bits -= count;
    return value;
}

static void put(stream *s, unsigned char byte)
{
    if (s->length < s->room) s->to[s->length++] = byte;
}

static bool full(const stream *s) { return s->length == s->room; }

// Makes a code of the lengths of its symbols' codes. A code with more symbols than its bits can tell apart is bad.
static void make_code(stream *s, code *c, const uint8_t *lengths, uint32_t symbols)
{
    uint32_t first[LONGEST + 2] = {0};
    int32_t left = 1;
    for (uint32_t i = 0; i <= LONGEST; i++) c->count[i] = 0;
    for (uint32_t i = 0; i < symbols; i++) c->count[lengths[i]]++;
    c->count[0] = 0;
    for (uint32_t i = 1; i <= LONGEST; i++) {
        left = 2 * left - c->count[i];
        if (left < 0) s->bad = true;
        if (s->bad) return;
        first[i + 1] = first[i] + c->count[i];
    }
    for (uint32_t i = 0; i < symbols; i++)
        if (lengths[i] > 0) c->symbols[first[lengths[i]]++] = (uint16_t)i;
}

static uint32_t symbol(stream *s, const code *c)
{
    int32_t bits = 0, first = 0, before = 0;
    for (uint32_t length = 1; length <= LONGEST && !s->bad; length++) {
        bits = 2 * bits + (int32_t)take(s, 1);
        if (bits - first < c->count[length]) return c->symbols[before + bits - first];
        before += c->count[length];
        first = 2 * (first + c->count[length]);
    }
    s->bad = true;
    return 0;
}

static void copy_back(stream *s, uint32_t symbol_of_length, const code *distances)
{
    static const uint16_t lengths[29] = {3,  4,  5,  6,  7,  8,  9,  10, 11,  13,  15,  17,  19,  23, 27,
                                         31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195, 227, 258};
    static const uint8_t length_bits[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                            2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    static const uint16_t nearest[DISTANCES] = {1,    2,    3,    4,    5,    7,    9,    13,    17,    25,
                                                33,   49,   65,   97,   129,  193,  257,  385,   513,   769,
                                                1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    s->bad |= symbol_of_length >= 29;
    if (s->bad) return;
    uint32_t length = lengths[symbol_of_length] + take(s, length_bits[symbol_of_length]);
    const uint32_t by = symbol(s, distances);
    s->bad |= by >= DISTANCES;
    if (s->bad) return;
    const size_t back = nearest[by] + (size_t)take(s, by < 4 ? 0 : by / 2 - 1);
    s->bad |= back > s->length;
    for (; !s->bad && !full(s) && length > 0; length--) put(s, s->to[s->length - back]);
}

static void coded_block(stream *s, const code *literals, const code *distances)
{
    while (!s->bad && !full(s)) {
        const uint32_t found = symbol(s, literals);
        if (s->bad || found == 256) return;
        if (found < 256)
            put(s, (unsigned char)found);
        else
            copy_back(s, found - 257, distances);
    }
}

static void plain_block(stream *s)
{
    s->held = s->bits = 0;
    uint32_t length = take(s, 16);
    s->bad |= (take(s, 16) ^ length) != 0xFFFF;
    for (; !s->bad && !full(s) && length > 0; length--) {
        const uint32_t byte = take(s, 8);
        if (!s->bad) put(s, (unsigned char)byte);
    }
}

static void fixed_block(stream *s)
{
    uint8_t lengths[LITERALS];
    code literals, distances;
    for (uint32_t i = 0; i < LITERALS; i++) lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    make_code(s, &literals, lengths, LITERALS);
    for (uint32_t i = 0; i < DISTANCES; i++) lengths[i] = 5;
    make_code(s, &distances, lengths, DISTANCES);
    coded_block(s, &literals, &distances);
}

// Reads the lengths of `count` codes, which are packed by a code of their own.
static void read_lengths(stream *s, const code *packed, uint8_t *lengths, uint32_t count)
{
    for (uint32_t i = 0; i < count && !s->bad;) {
        const uint32_t found = symbol(s, packed);
        uint8_t again = 0;
        uint32_t times = 1;
        if (found < 16) again = (uint8_t)found;
        if (found == 16) s->bad |= i == 0;
        if (found == 16 && !s->bad) again = lengths[i - 1];
        if (found == 16) times = 3 + take(s, 2);
        if (found == 17) times = 3 + take(s, 3);
        if (found == 18) times = 11 + take(s, 7);
        s->bad |= times > count - i;
        for (; !s->bad && times > 0; times--) lengths[i++] = again;
    }
}

static void packed_block(stream *s)
{
    static const uint8_t order[19] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    uint8_t lengths[LITERALS + 32] = {0};
    code packed, literals, distances;
    const uint32_t literal_count = take(s, 5) + 257, distance_count = take(s, 5) + 1, count = take(s, 4) + 4;
    for (uint32_t i = 0; i < count; i++) lengths[order[i]] = (uint8_t)take(s, 3);
    s->bad |= literal_count > 286 || distance_count > DISTANCES;
    if (!s->bad) make_code(s, &packed, lengths, 19);
    if (s->bad) return;
    read_lengths(s, &packed, lengths, literal_count + distance_count);
    if (!s->bad) make_code(s, &literals, lengths, literal_count);
    if (!s->bad) make_code(s, &distances, lengths + literal_count, distance_count);
    if (!s->bad) coded_block(s, &literals, &distances);
}

size_t lope_scene_inflate(const unsigned char *from, size_t size, unsigned char *to, size_t room)
{
    stream s = {.from = from, .size = size, .to = to, .room = room};
    for (bool last = false; !last && !s.bad && !full(&s);) {
        last = take(&s, 1) == 1;
        const uint32_t kind = take(&s, 2);
        s.bad |= kind == 3;
        if (s.bad) break;
        if (kind == 0) plain_block(&s);
        if (kind == 1) fixed_block(&s);
        if (kind == 2) packed_block(&s);
    }
    return s.length;
}
