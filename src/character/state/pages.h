// pages.h - where each page of a state stands, and how a page comes into use and goes out of it.
//
// Bit i of lope_state.pages is page i. The pages stand one behind the other, in the order of their bits,
// after the first part. The rule: a page with a clear bit is all zero. A tick works on a copy in which such
// pages have no content at all. lope_page_use makes them zero before the first write. At the tick's end
// lope_pages_settle clears the bits of pages that have become zero.
#ifndef LOPE_CHARACTER_STATE_PAGES_H
#define LOPE_CHARACTER_STATE_PAGES_H

#include "base/copy.h"
#include "character/state/state_flags.h"

#define LOPE_PAGE_COUNT 7
#define LOPE_STATE_COMMON offsetof(lope_state, base_body) // bytes of the first part

// The pages that were there before LOPE_PAGE_ABILITY. LOPE_STATE_MORE in the flags is set while one of them
// is in use.
#define LOPE_PAGES_OLD (LOPE_PAGE_BASE | LOPE_PAGE_OVERLAPS | LOPE_PAGE_LAYERS | LOPE_PAGE_MODE | LOPE_PAGE_SQUEEZE)

// Page i stands from lope_page_at[i] to lope_page_at[i + 1].
extern const uint16_t lope_page_at[LOPE_PAGE_COUNT + 1];

// Returns page i of a state, for writing.
static inline char *lope_page(lope_state *state, uint32_t i) { return (char *)state + lope_page_at[i]; }
// Returns page i of a state.
static inline const char *lope_page_of(const lope_state *state, uint32_t i) { return (const char *)state + lope_page_at[i]; }
// Returns the bytes of page i.
static inline size_t lope_page_bytes(uint32_t i) { return (size_t)(lope_page_at[i + 1] - lope_page_at[i]); }

// True when any of these pages is in use. pages: LOPE_PAGE_ bits.
static inline bool lope_has_page(const lope_state *state, uint32_t pages) { return (state->pages & pages) != 0; }

// Brings a page into use, all zero. page: one LOPE_PAGE_ bit.
void lope_page_open(lope_state *state, uint32_t page);

// Brings a page into use for writing, zero before its first use. Returns the state.
static inline lope_state *lope_page_use(lope_state *state, uint32_t page)
{
    if (!(state->pages & page)) lope_page_open(state, page);
    return state;
}
// Brings the page of the base into use. Returns the state.
static inline lope_state *lope_use_base(lope_state *state) { return lope_page_use(state, LOPE_PAGE_BASE); }
// Brings the page of overlaps into use. Returns the state.
static inline lope_state *lope_use_overlaps(lope_state *state) { return lope_page_use(state, LOPE_PAGE_OVERLAPS); }
// Brings the page of layered moves into use. Returns the state.
static inline lope_state *lope_use_layers(lope_state *state) { return lope_page_use(state, LOPE_PAGE_LAYERS); }
// Brings the page of the mode's data into use. Returns the state.
static inline lope_state *lope_use_mode_data(lope_state *state) { return lope_page_use(state, LOPE_PAGE_MODE); }
// Brings the page of squeezing bodies into use. Returns the state.
static inline lope_state *lope_use_squeeze(lope_state *state) { return lope_page_use(state, LOPE_PAGE_SQUEEZE); }
// Brings the page of abilities into use. Returns the state.
static inline lope_state *lope_use_abilities(lope_state *state) { return lope_page_use(state, LOPE_PAGE_ABILITY); }
// Brings the page of gauges into use. Returns the state.
static inline lope_state *lope_use_gauges(lope_state *state) { return lope_page_use(state, LOPE_PAGE_GAUGES); }

// True when what lope_move reads of the pages is sound: known pages, counts that fit their arrays, flags that
// agree.
static inline bool lope_pages_are_sound(const lope_state *state)
{
    const uint32_t pages = state->pages;
    if ((pages | (state->flags & LOPE_STATE_MORE)) == 0) return true; // most states
    return !(pages & ~LOPE_PAGES_ALL) && !(pages & LOPE_PAGES_OLD) == !(state->flags & LOPE_STATE_MORE) &&
           (!(pages & LOPE_PAGE_OVERLAPS) || state->overlap_count <= LOPE_OVERLAPS) &&
           (!(pages & LOPE_PAGE_LAYERS) || state->layer_count <= LOPE_LAYERS);
}

// True when page i is all zero.
bool lope_page_is_zero(const lope_state *state, uint32_t i);

// Checks the whole contract: the pages are sound, and each is all zero exactly while its bit is clear.
// Returns NULL, or the member that breaks it: "pages", "flags", "overlap_count" or "layer_count".
const char *lope_pages_fault(const lope_state *state);

// Sets `pages` and LOPE_STATE_MORE by what is not zero, for states that were written before there were pages.
void lope_pages_find(lope_state *state);

// Clears the bits of pages in use that are all zero, and LOPE_STATE_MORE with the last of the old ones.
void lope_pages_settle(lope_state *state);

// Copies the pages in use of `from`, and clears those in use in `to` alone. Call it before the first part of
// `to` is overwritten.
void lope_pages_copy(lope_state *to, const lope_state *from);

// True when two sound states are equal.
bool lope_state_equals(const lope_state *a, const lope_state *b);

// Copies a state over another sound one. Pages that neither uses are not touched.
static inline void lope_state_copy(lope_state *to, const lope_state *from)
{
    if (to->pages | from->pages) lope_pages_copy(to, from);
    lope_copy_bytes(to, from, LOPE_STATE_COMMON);
}

#endif
