// pack.c - packs a tick into the ring, and unpacks it again. See pack.h.
//
// Only words that changed are written: a mask has one bit for each word of 8 bytes, and the words follow.
#include "record/pack.h"
#include "base/bits.h"
#include "base/simd.h"
#include "character/state/state_flags.h"

#include <string.h>

// Copies bytes to `at`. Returns the place behind them, as all functions named put_... do.
static unsigned char *put_packed(unsigned char *at, const void *from, size_t bytes)
{
    if (bytes > 0) memcpy(at, from, bytes);
    return at + bytes;
}

size_t lope_packed_list_bytes(const lope_packed *packed)
{
    size_t shapes = packed->flags & LOPE_PACKED_SAME ? 0 : packed->shape_count;
    return packed->body_count * sizeof(lope_recorded_body) + packed->event_count * sizeof(lope_event) +
           packed->query_count * sizeof(lope_query) + lope_up_to_word(shapes * sizeof(lope_recorded_shape));
}

// Returns a mask: bit i says that word i of *now differs from *before. Compares 64 bytes at once, so `bytes`
// must be at least 64; the last 64 may overlap those before them.
static uint64_t changed_words(const void *now, const void *before, size_t bytes)
{
    uint64_t mask = 0;
    for (size_t at = 0; at < bytes; at += 64) {
        size_t from = at + 64 <= bytes ? at : bytes - 64;
        mask |= (uint64_t)lope_words_differ((const char *)now + from, (const char *)before + from) << from / 8;
    }
    return mask;
}

// Returns the mask of changed words of a page, which may be shorter than 64 bytes.
static uint64_t page_changes(const char *now, const char *before, size_t bytes)
{
    if (bytes >= 64) return changed_words(now, before, bytes);
    uint64_t mask = 0;
    for (size_t at = 0; at < bytes; at += 8)
        if (memcmp(now + at, before + at, 8) != 0) mask |= UINT64_C(1) << at / 8;
    return mask;
}

// Returns a mask: bit i says that word i of an input is not zero.
static uint64_t set_words(const lope_flat_input *input)
{
    static const uint64_t zero[8] = {0};
    uint64_t mask = 0;
    for (size_t at = 0; at < sizeof *input; at += 64) {
        size_t from = at + 64 <= sizeof *input ? at : sizeof *input - 64;
        mask |= (uint64_t)lope_words_differ((const char *)input + from, zero) << from / 8;
    }
    return mask;
}
_Static_assert(LOPE_STATE_WORDS >= 8 && LOPE_STATE_WORDS <= 64 && sizeof(lope_state) % 8 == 0, "a bit for each word of a state");
_Static_assert(sizeof(((lope_state *)NULL)->abilities) <= 512, "a bit for each word of the largest page");
_Static_assert(LOPE_INPUT_WORDS >= 8 && LOPE_INPUT_WORDS <= 64 && sizeof(lope_flat_input) % 8 == 0,
               "a bit for each word of an input");

// Writes the words of a struct that the mask names.
static unsigned char *put_words(unsigned char *at, const void *thing, uint64_t mask)
{
    for (; mask; mask &= mask - 1) {
        memcpy(at, (const char *)thing + 8 * lope_lowest_bit64(mask), 8);
        at += 8;
    }
    return at;
}

// Makes the terms add up to the velocity of the state. What is missing is the rounding of that velocity to
// floats. It goes to the clip when the tick has one, or has no term at all; else to its lowest term. A term
// that becomes zero by it is dropped.
static void round_terms(lope_tick_log *log, lope_vec3 velocity)
{
    lope_point rest = lope_point_sub(lope_vec3_to_point(velocity), log->known);
    if (rest.x == 0 && rest.y == 0 && rest.z == 0) return;
    uint32_t mask = log->term_mask;
    unsigned term = mask == 0 || (mask >> LOPE_TERM_CLIP & 1u) ? (unsigned)LOPE_TERM_CLIP : lope_lowest_bit64(mask);
    lope_point *whole = &log->terms[term];
    *whole = mask >> term & 1u ? lope_point_add(*whole, rest) : rest;
    bool none = whole->x == 0 && whole->y == 0 && whole->z == 0;
    log->term_mask = none ? mask & ~(1u << term) : mask | 1u << term;
}

// Writes the terms of the mask as floats, filled up to whole words.
static unsigned char *put_terms(unsigned char *at, const lope_tick_log *log)
{
    unsigned char *begin = at;
    for (uint32_t mask = log->term_mask; mask; mask &= mask - 1) {
        lope_vec3 term = lope_point_to_vec3(log->terms[lope_lowest_bit64(mask)]);
        at = put_packed(at, &term, sizeof term);
    }
    return begin + lope_up_to_word((size_t)(at - begin));
}

// Writes bodies, events, queries and shapes; no shapes when they are those of the tick before.
static unsigned char *put_lists(const lope_recorder *recorder, const lope_packed *packed, const lope_report *report,
                                unsigned char *at)
{
    const lope_tick_log *log = &recorder->log;
    at = put_packed(at, log->bodies, packed->body_count * sizeof *log->bodies);
    at = put_packed(at, report->events, packed->event_count * sizeof *report->events);
    at = put_packed(at, log->queries, packed->query_count * sizeof *log->queries);
    if (packed->flags & LOPE_PACKED_SAME) return at;
    put_packed(at, log->shapes, packed->shape_count * sizeof *log->shapes);
    return at + lope_up_to_word(packed->shape_count * sizeof *log->shapes);
}

// Writes the words of *now that the mask names, also into *last.
static unsigned char *put_changes(unsigned char *at, const void *now, void *last, uint64_t mask)
{
    for (; mask; mask &= mask - 1) {
        size_t from = 8 * lope_lowest_bit64(mask);
        uint64_t word;
        memcpy(&word, (const char *)now + from, sizeof word);
        memcpy(at, &word, sizeof word);
        memcpy((char *)last + from, &word, sizeof word);
        at += sizeof word;
    }
    return at;
}

// Writes for each of the pages the mask of its changed words, and then those words. They go into `last` too.
static unsigned char *put_pages(unsigned char *at, const lope_state *state, lope_state *last, uint32_t pages)
{
    for (uint32_t i = 0; pages >> i; i++) {
        if (!(pages >> i & 1u)) continue;
        const char *now = lope_page_of(state, i);
        char *before = lope_page(last, i);
        const uint64_t mask = page_changes(now, before, lope_page_bytes(i));
        at = put_packed(at, &mask, sizeof mask);
        at = put_changes(at, now, before, mask);
    }
    return at;
}

void lope_pack(lope_recorder *recorder, const lope_packed *packed, lope_packed *to, const lope_state *state,
               const lope_input *input, const lope_report *report)
{
    lope_flat_input flat;
    lope_flat_input_make(&flat, input);
    uint64_t changes = changed_words(state, &recorder->last, LOPE_STATE_COMMON), inputs = set_words(&flat);
    const uint32_t pages = recorder->last.pages | state->pages;
    unsigned char *begin = (unsigned char *)to, *at = begin + sizeof *to;
    round_terms(&recorder->log, state->velocity);
    if (packed->flags & LOPE_PACKED_WHOLE) at = put_packed(at, &recorder->last, sizeof recorder->last);
    at = put_changes(at, state, &recorder->last, changes);
    if (pages) at = put_pages(at, state, &recorder->last, pages);
    at = put_words(at, &flat, inputs);
    if (recorder->log.term_mask != 0) at = put_terms(at, &recorder->log);
    if (lope_packed_has_lists(packed)) at = put_lists(recorder, packed, report, at);
    *to = *packed;
    if (pages) to->flags |= LOPE_PACKED_PAGES;
    to->state = changes;
    to->input = inputs;
    to->terms = (uint16_t)recorder->log.term_mask;
    to->bytes = (uint32_t)(at - begin);
    recorder->head += (size_t)(at - begin);
    recorder->at += (size_t)(at - begin);
}

// ---- unpacking ----------------------------------------------------------------------------------

// Copies bytes from `at`. Returns the place behind them, as all functions named take_... do.
static const unsigned char *take(void *to, const unsigned char *at, size_t bytes)
{
    memcpy(to, at, bytes);
    return at + bytes;
}

// Reads the words of a struct of `count` words that the mask names; the others stay.
static const unsigned char *take_words(void *to, size_t count, uint64_t mask, const unsigned char *at)
{
    for (size_t i = 0; i < count; i++)
        if (mask >> i & 1) at = take((unsigned char *)to + 8 * i, at, 8);
    return at;
}

// Reads the changed words of each of the pages.
static const unsigned char *take_pages(lope_state *state, uint32_t pages, const unsigned char *at)
{
    for (uint32_t i = 0; pages >> i; i++) {
        if (!(pages >> i & 1u)) continue;
        uint64_t mask;
        at = take(&mask, at, sizeof mask);
        at = take_words(lope_page(state, i), lope_page_bytes(i) / 8, mask, at);
    }
    return at;
}

void lope_unpack(const lope_packed *packed, lope_unpacked *tick)
{
    const unsigned char *at = (const unsigned char *)packed + sizeof *packed, *terms;
    bool whole = packed->flags & LOPE_PACKED_WHOLE;
    tick->before = tick->after;
    tick->packed = packed;
    if (whole) at = take(&tick->before, at, sizeof tick->before);
    tick->apart = whole && memcmp(&tick->before, &tick->after, sizeof tick->before) != 0;
    tick->after = tick->before;
    memset(&tick->input, 0, sizeof tick->input);
    memset(tick->terms, 0, sizeof tick->terms);
    at = take_words(&tick->after, LOPE_STATE_WORDS, packed->state, at);
    if (packed->flags & LOPE_PACKED_PAGES) at = take_pages(&tick->after, tick->before.pages | tick->after.pages, at);
    at = terms = take_words(&tick->input, LOPE_INPUT_WORDS, packed->input, at);
    for (unsigned i = 0; i < LOPE_TERM_COUNT; i++)
        if (packed->terms >> i & 1u) at = take(&tick->terms[i], at, sizeof tick->terms[i]);
    at = terms + lope_up_to_word((size_t)(at - terms));
    tick->bodies = (const lope_recorded_body *)(const void *)at;
    tick->events = (const lope_event *)(const void *)(tick->bodies + packed->body_count);
    tick->queries = (const lope_query *)(const void *)(tick->events + packed->event_count);
    if (!(packed->flags & LOPE_PACKED_SAME))
        tick->shapes = (const lope_recorded_shape *)(const void *)(tick->queries + packed->query_count);
}
