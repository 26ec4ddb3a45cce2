// pack.h - packs a tick into the ring, and unpacks it again.
//
// The layout of a packed tick stands at lope_packed in recorder.h. Read next: pack.c, then write.c.
#ifndef LOPE_RECORD_PACK_H
#define LOPE_RECORD_PACK_H

#include "character/state/pages.h"
#include "record/recorder.h"

// The most bytes that stand before the lists of a packed tick.
#define LOPE_PACKED_HEAD                                                                            \
    (sizeof(lope_packed) + 2 * sizeof(lope_state) + 8 * LOPE_PAGE_COUNT + sizeof(lope_flat_input) + \
     LOPE_TERM_COUNT * sizeof(lope_vec3) + 8)

// Returns a number of bytes, raised to the next multiple of 8.
static inline size_t lope_up_to_word(size_t bytes) { return (bytes + 7) / 8 * 8; }
// Returns whether a tick has bodies, events or queries.
static inline bool lope_packed_has_lists(const lope_packed *packed)
{
    return (packed->body_count | packed->event_count | packed->query_count) != 0;
}
// Returns the bytes of a tick's lists: its bodies, events, queries and shapes.
size_t lope_packed_list_bytes(const lope_packed *packed);

// Writes a tick to `to`, where there must be room for it, and moves the ring's head on. `packed` has the
// counts and flags that are known already. The recorder's last state becomes `state`.
void lope_pack(lope_recorder *recorder, const lope_packed *packed, lope_packed *to, const lope_state *state,
               const lope_input *input, const lope_report *report);
// Unpacks a tick into *tick, which must hold the tick before it.
void lope_unpack(const lope_packed *packed, lope_unpacked *tick);

#endif
