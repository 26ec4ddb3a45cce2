// clean_state.c - see clean_state.h. It walks over src/character/state/state_fields.h, so that new members
// come in by themselves.
#include "clean_state.h"

#include "character/state/pages.h"
#include "character/state/state_fields.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static double number_of(const lope_state_field *field, uint64_t bits)
{
    double wide;
    float narrow;
    const uint32_t word = (uint32_t)bits;
    if (field->type == LOPE_FIELD_F64) {
        memcpy(&wide, &bits, sizeof wide);
        return wide;
    }
    memcpy(&narrow, &word, sizeof narrow);
    return (double)narrow;
}

bool clean_state(const lope_state *state, char *text)
{
    const char *fault = lope_pages_fault(state);
    if (fault != NULL) {
        snprintf(text, 160, "pages %x and flags %x do not fit: %s", (unsigned)state->pages, (unsigned)state->flags, fault);
        return false;
    }
    for (uint32_t i = 0; i < lope_state_field_count; i++) {
        const lope_state_field *field = &lope_state_fields[i];
        if (field->type != LOPE_FIELD_F64 && field->type != LOPE_FIELD_F32) continue;
        const double number = number_of(field, lope_state_field_bits(state, field));
        if (isfinite(number)) continue;
        snprintf(text, 160, "%s is %g", field->name, number);
        return false;
    }
    return true;
}

static uint32_t word(uint32_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    *seed ^= *seed << 5;
    return *seed;
}

static uint64_t random_bits(const lope_state_field *field, uint32_t *seed)
{
    const uint64_t low = word(seed), bits = (uint64_t)word(seed) << 32 | low;
    // exponents from 2^-64 to 2^64: finite, never 0, and whatever bit of them is turned, another number
    const uint64_t wide = (bits & UINT64_C(0x800fffffffffffff)) | (960 + low % 128) << 52;
    const uint64_t narrow = (low & UINT64_C(0x807fffff)) | (64 + (bits >> 32) % 128) << 23;
    if (field->type == LOPE_FIELD_F64) return wide;
    if (field->type == LOPE_FIELD_F32) return narrow;
    return bits | 1;
}

static bool is_in(const lope_state_field *field, uint32_t pages)
{
    for (uint32_t i = 0; i < LOPE_PAGE_COUNT; i++)
        if (field->offset >= lope_page_at[i] && field->offset < lope_page_at[i + 1]) return pages >> i & 1u;
    return true;
}

void clean_state_random(lope_state *state, uint32_t pages, uint32_t *seed)
{
    memset(state, 0, sizeof *state);
    for (uint32_t i = 0; i < lope_state_field_count; i++)
        if (is_in(&lope_state_fields[i], pages))
            lope_state_field_set(state, &lope_state_fields[i], random_bits(&lope_state_fields[i], seed));
    state->pages = pages;
    state->flags &= ~(LOPE_STATE_MORE | LOPE_STATE_CRUSHED);
    if (pages & LOPE_PAGES_OLD) state->flags |= LOPE_STATE_MORE;
    if (pages & LOPE_PAGE_SQUEEZE) state->flags |= LOPE_STATE_CRUSHED;
    if (pages & LOPE_PAGE_OVERLAPS) state->overlap_count = word(seed) % (LOPE_OVERLAPS + 1);
    if (pages & LOPE_PAGE_LAYERS) state->layer_count = word(seed) % (LOPE_LAYERS + 1);
    memset(state->floor.reserved, 0, sizeof state->floor.reserved);
    state->base_reserved = state->overlap_reserved = state->gauges_reserved = 0;
    state->radius = 0.34f;
    state->height = 1.76f;
    state->up = lope_vec3_make(0.48f, 0.8f, 0.36f);
    state->mode = 1 + word(seed) % (LOPE_MODE_COUNT - 1);
    state->floor.kind = 1 + word(seed) % LOPE_FLOOR_WEDGE;
    state->floor.walkable = 1;
}
