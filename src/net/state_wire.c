// state_wire.c - states laid out in words, and what differs of them in bits. Read first: state_wire.h.
//
// A bit tells for each eight words whether one of them differs, then eight bits which. Of a word that differs
// the difference (exclusive or) is written, without its leading zero bytes: floats that are near share them.
#include "net/state_wire.h"
#include "character/state/pages.h"

#include <string.h>

#define WORDS_A_GROUP 8u

// Lays a state out as little-endian bytes with all pages in place.
static void lay_out(const lope_state *state, uint8_t bytes[sizeof(lope_state)])
{
    uint8_t packed[sizeof(lope_state)];
    memset(bytes, 0, sizeof(lope_state));
    if (state == NULL) return;
    lope_state_pack(state, packed);
    memcpy(bytes, packed, LOPE_STATE_COMMON);
    const uint8_t *at = packed + LOPE_STATE_COMMON;
    for (uint32_t i = 0; i < LOPE_PAGE_COUNT; i++) {
        if (!(state->pages >> i & 1u)) continue;
        memcpy(bytes + lope_page_at[i], at, lope_page_bytes(i));
        at += lope_page_bytes(i);
    }
}

static uint32_t word_at(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

static void put_word(uint8_t *at, uint32_t word)
{
    for (unsigned i = 0; i < 4; i++) at[i] = (uint8_t)(word >> 8 * i);
}

// Takes the pages in use out of a layout, as lope_state_unpack takes them. Returns false where they are not
// those of a state.
static bool take_in(const uint8_t bytes[sizeof(lope_state)], lope_state *state)
{
    uint8_t packed[sizeof(lope_state)];
    size_t size = LOPE_STATE_COMMON;
    const uint32_t pages = word_at(bytes + offsetof(lope_state, pages));
    memcpy(packed, bytes, LOPE_STATE_COMMON);
    for (uint32_t i = 0; i < LOPE_PAGE_COUNT; i++) {
        if (!(pages >> i & 1u)) continue;
        memcpy(packed + size, bytes + lope_page_at[i], lope_page_bytes(i));
        size += lope_page_bytes(i);
    }
    return lope_state_unpack(state, packed, size) == LOPE_OK;
}

// Passes what differs of a word.
static uint32_t pass_difference(lope_bits *bits, uint32_t difference)
{
    uint32_t size = 0;
    while (size < 3 && difference >> 8 * (size + 1) != 0) size++;
    size = lope_bits_pass(bits, size, 2);
    return lope_bits_pass(bits, difference, 8 * (size + 1));
}

static void pass_group(lope_bits *bits, uint8_t *words, const uint8_t *base, uint32_t count)
{
    uint32_t which = 0;
    for (uint32_t i = 0; bits->writes && i < count; i++)
        if (memcmp(words + 4u * i, base + 4u * i, 4) != 0) which |= 1u << i;
    if (!lope_bits_flag(bits, which != 0)) return;
    which = lope_bits_pass(bits, which, WORDS_A_GROUP);
    for (uint32_t i = 0; i < count; i++) {
        if (!(which >> i & 1u)) continue;
        const uint32_t before = word_at(base + 4u * i);
        put_word(words + 4u * i, before ^ pass_difference(bits, word_at(words + 4u * i) ^ before));
    }
}

bool lope_state_pass(lope_bits *bits, lope_state *state, const lope_state *base)
{
    uint8_t words[sizeof(lope_state)], before[sizeof(lope_state)];
    lay_out(base, before);
    if (bits->writes)
        lay_out(state, words);
    else
        memcpy(words, before, sizeof words);
    for (uint32_t i = 0; i < LOPE_STATE_WORDS && !bits->bad; i += WORDS_A_GROUP) {
        const uint32_t left = (uint32_t)LOPE_STATE_WORDS - i;
        pass_group(bits, words + 4u * i, before + 4u * i, left < WORDS_A_GROUP ? left : WORDS_A_GROUP);
    }
    return !bits->bad && (bits->writes || take_in(words, state));
}

uint32_t lope_state_digest_32(const lope_state *state)
{
    const uint64_t digest = lope_state_digest(state);
    return (uint32_t)(digest ^ digest >> 32);
}
