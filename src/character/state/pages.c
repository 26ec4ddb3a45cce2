// pages.c - see pages.h.
#include "character/state/pages.h"
#include "base/bits.h"

#include <string.h>

// Each page ends where the next one begins.
const uint16_t lope_page_at[LOPE_PAGE_COUNT + 1] = {offsetof(lope_state, base_body),    offsetof(lope_state, overlaps),
                                                    offsetof(lope_state, layers),       offsetof(lope_state, mode_data),
                                                    offsetof(lope_state, crush_points), offsetof(lope_state, abilities),
                                                    offsetof(lope_state, gauges),       sizeof(lope_state)};
_Static_assert(LOPE_PAGES_ALL == (1u << LOPE_PAGE_COUNT) - 1, "each page has a bit");

void lope_page_open(lope_state *state, uint32_t page)
{
    const uint32_t i = lope_lowest_bit(page);
    state->pages |= page;
    if (page & LOPE_PAGES_OLD) state->flags |= LOPE_STATE_MORE;
    memset(lope_page(state, i), 0, lope_page_bytes(i));
}

bool lope_page_is_zero(const lope_state *state, uint32_t i)
{
    const char *at = lope_page_of(state, i), *end = at + lope_page_bytes(i);
    uint64_t any = 0;
    for (; at < end && any == 0; at += sizeof any) memcpy(&any, at, sizeof any);
    return any == 0;
}

const char *lope_pages_fault(const lope_state *state)
{
    if (state->pages & ~LOPE_PAGES_ALL) return "pages";
    if (!(state->pages & LOPE_PAGES_OLD) != !(state->flags & LOPE_STATE_MORE)) return "flags";
    if (state->overlap_count > LOPE_OVERLAPS) return "overlap_count";
    if (state->layer_count > LOPE_LAYERS) return "layer_count";
    for (uint32_t i = 0; i < LOPE_PAGE_COUNT; i++)
        if ((state->pages >> i & 1u) == (uint32_t)lope_page_is_zero(state, i)) return "pages";
    return NULL;
}

void lope_pages_find(lope_state *state)
{
    state->pages = LOPE_PAGES_ALL;
    lope_pages_settle(state);
    if (state->pages & LOPE_PAGES_OLD) state->flags |= LOPE_STATE_MORE;
}

void lope_pages_settle(lope_state *state)
{
    for (uint32_t left = state->pages; left; left &= left - 1) {
        const uint32_t i = lope_lowest_bit(left);
        if (lope_page_is_zero(state, i)) state->pages &= ~(1u << i);
    }
    if (!(state->pages & LOPE_PAGES_OLD)) state->flags &= ~LOPE_STATE_MORE;
}

bool lope_state_equals(const lope_state *a, const lope_state *b)
{
    if (memcmp(a, b, LOPE_STATE_COMMON) != 0) return false;
    for (uint32_t left = a->pages; left; left &= left - 1) { // the other one's are the same
        const uint32_t i = lope_lowest_bit(left);
        if (memcmp(lope_page_of(a, i), lope_page_of(b, i), lope_page_bytes(i)) != 0) return false;
    }
    return true;
}

void lope_pages_copy(lope_state *to, const lope_state *from)
{
    for (uint32_t left = to->pages | from->pages; left; left &= left - 1) {
        const uint32_t i = lope_lowest_bit(left);
        if (from->pages >> i & 1u)
            lope_copy_bytes(lope_page(to, i), lope_page_of(from, i), lope_page_bytes(i));
        else
            memset(lope_page(to, i), 0, lope_page_bytes(i));
    }
}
