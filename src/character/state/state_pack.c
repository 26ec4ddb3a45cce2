// state_pack.c - a state as bytes of the same version of the library, and a digest of them.
//
// Packed bytes are the first part of the state and the pages in use. They stand as in memory on little
// endian. On big endian each member's bytes are reversed by the table (state_fields.h). The digest runs over
// the same bytes. Read next: pages.h.
#include "character/state/pages.h"
#include "character/state/state_fields.h"

#include <string.h>

#define PAGES_AT offsetof(lope_state, pages)
#define FLAGS_AT offsetof(lope_state, flags)

// Offsets of the counts within their pages.
#define OVERLAP_COUNT_AT (offsetof(lope_state, overlap_count) - offsetof(lope_state, overlaps))
#define LAYER_COUNT_AT (offsetof(lope_state, layer_count) - offsetof(lope_state, layers))

// True when this machine has the highest byte first. Compilers know the answer.
static inline bool is_big_endian(void)
{
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first == 0;
}

// ---- the digest ---------------------------------------------------------------------------------

// Four chains side by side, one for each of four words. The multiplications of one chain wait for each other;
// those of four do not. Each step is one to one in the chain and in the word. So one word that differs makes
// the chain differ, and the digest.
#define CHAINS 4
#define STEP UINT64_C(0x9e3779b97f4a7c15) // odd, about half of the bits set
#define JOIN UINT64_C(0xd6e8feb86659fd93) // the same, for the last step

// Returns eight bytes, the lowest one first, as a number.
static inline uint64_t word_of(const char *at)
{
    uint64_t word, value = 0;
    memcpy(&word, at, sizeof word);
    if (!is_big_endian()) return word;
    for (int i = 0; i < 8; i++) value |= (uint64_t)(unsigned char)at[i] << 8 * i;
    return value;
}

// Adds one word to a chain.
static inline uint64_t absorb_word(uint64_t chain, const char *at)
{
    chain = (chain ^ word_of(at)) * STEP;
    return chain ^ chain >> 32;
}

// Adds bytes, in whole words, to the chains. What is left after the last four words goes into the first
// chains.
static inline void absorb(uint64_t chains[CHAINS], const char *at, size_t bytes)
{
    uint64_t a = chains[0], b = chains[1], c = chains[2], d = chains[3];
    for (; bytes >= 32; bytes -= 32, at += 32) {
        a = absorb_word(a, at);
        b = absorb_word(b, at + 8);
        c = absorb_word(c, at + 16);
        d = absorb_word(d, at + 24);
    }
    if (bytes >= 8) a = absorb_word(a, at);
    if (bytes >= 16) b = absorb_word(b, at + 8);
    if (bytes >= 24) c = absorb_word(c, at + 16);
    chains[0] = a, chains[1] = b, chains[2] = c, chains[3] = d;
}

// Returns the digest of the first part and these pages, as they stand in memory.
static uint64_t digest_of(const lope_state *state, uint32_t pages)
{
    uint64_t chains[CHAINS] = {1, 2, 3, 4}, digest = 0;
    absorb(chains, (const char *)state, LOPE_STATE_COMMON);
    for (uint32_t i = 0; pages >> i; i++)
        if (pages >> i & 1u) absorb(chains, lope_page_of(state, i), lope_page_bytes(i));
    for (uint32_t i = 0; i < CHAINS; i++) {
        digest = (digest ^ chains[i]) * JOIN;
        digest ^= digest >> 29;
    }
    return digest;
}

uint64_t lope_state_digest(const lope_state *state)
{
    const uint32_t pages = state->pages & LOPE_PAGES_ALL;
    if (!is_big_endian()) return digest_of(state, pages);
    lope_state little = *state;
    lope_state_swap(&little);
    return digest_of(&little, pages);
}

// ---- packing ------------------------------------------------------------------------------------

// Returns the packed size of a state with these pages.
static size_t packed_bytes(uint32_t pages)
{
    size_t bytes = LOPE_STATE_COMMON;
    for (uint32_t i = 0; pages >> i; i++)
        if (pages >> i & 1u) bytes += lope_page_bytes(i);
    return bytes;
}

// Writes the first part and these pages one behind the other.
static void pack_pages(const lope_state *state, uint32_t pages, char *at)
{
    lope_copy_bytes(at, state, LOPE_STATE_COMMON);
    at += LOPE_STATE_COMMON;
    for (uint32_t i = 0; pages >> i; i++) {
        if (!(pages >> i & 1u)) continue;
        memcpy(at, lope_page_of(state, i), lope_page_bytes(i));
        at += lope_page_bytes(i);
    }
}

size_t lope_state_pack(const lope_state *state, void *bytes)
{
    const uint32_t pages = state->pages & LOPE_PAGES_ALL;
    if (bytes == NULL) return packed_bytes(pages);
    if (is_big_endian()) {
        lope_state little = *state;
        lope_state_swap(&little);
        pack_pages(&little, pages, bytes);
    } else {
        pack_pages(state, pages, bytes);
    }
    return packed_bytes(pages);
}

// Returns the little-endian word at `at`.
static uint32_t word_at(const unsigned char *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

// True when the bytes are all zero. bytes: a multiple of 8.
static bool is_all_zero(const unsigned char *at, size_t bytes)
{
    uint64_t any = 0;
    for (size_t i = 0; i < bytes && any == 0; i += sizeof any) memcpy(&any, at + i, sizeof any);
    return any == 0;
}

// True when the pages behind the first part are such as a state can have. Their sizes have been checked.
static bool are_pages(const unsigned char *at, uint32_t pages)
{
    for (uint32_t i = 0; pages >> i; i++) {
        if (!(pages >> i & 1u)) continue;
        if (is_all_zero(at, lope_page_bytes(i))) return false;
        if (1u << i == LOPE_PAGE_OVERLAPS && word_at(at + OVERLAP_COUNT_AT) > LOPE_OVERLAPS) return false;
        if (1u << i == LOPE_PAGE_LAYERS && word_at(at + LAYER_COUNT_AT) > LOPE_LAYERS) return false;
        at += lope_page_bytes(i);
    }
    return true;
}

lope_result lope_state_unpack(lope_state *state, const void *bytes, size_t size)
{
    if (state == NULL || bytes == NULL) return LOPE_ERROR_NULL;
    const unsigned char *at = bytes;
    if (size < LOPE_STATE_COMMON) return LOPE_ERROR_FORMAT;
    const uint32_t pages = word_at(at + PAGES_AT), flags = word_at(at + FLAGS_AT);
    if (pages & ~LOPE_PAGES_ALL || size != packed_bytes(pages)) return LOPE_ERROR_FORMAT;
    if (!(pages & LOPE_PAGES_OLD) != !(flags & LOPE_STATE_MORE)) return LOPE_ERROR_STATE;
    if (!are_pages(at + LOPE_STATE_COMMON, pages)) return LOPE_ERROR_STATE;
    lope_copy_bytes(state, at, LOPE_STATE_COMMON);
    at += LOPE_STATE_COMMON;
    for (uint32_t i = 0; i < LOPE_PAGE_COUNT; i++) {
        if (pages >> i & 1u) {
            memcpy(lope_page(state, i), at, lope_page_bytes(i));
            at += lope_page_bytes(i);
        } else {
            memset(lope_page(state, i), 0, lope_page_bytes(i));
        }
    }
    if (is_big_endian()) lope_state_swap(state);
    return LOPE_OK;
}
